/** From a node's parameters to the raw input of an operation. What the values mean is the core's to say. */
import type { Field } from '@courselit-connector/core';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ADDITIONAL_FIELDS, type NodeOperation } from './actionProperties.ts';
import { isAlwaysShown } from './fieldProperty.ts';
import { locatorValue } from './locator.ts';

export function operationInput(
  context: IExecuteFunctions,
  operation: NodeOperation,
  itemIndex: number,
): Record<string, unknown> {
  const additional = operation.input.every(isAlwaysShown)
    ? {}
    : (context.getNodeParameter(ADDITIONAL_FIELDS, itemIndex, {}) as Record<string, unknown>);
  const read = (field: Field): unknown =>
    isAlwaysShown(field) ? context.getNodeParameter(field.key, itemIndex, '') : additional[field.key];
  return Object.fromEntries(operation.input.map((field) => [field.key, locatorValue(read(field))]));
}
