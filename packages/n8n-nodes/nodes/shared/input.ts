/** From a node's parameters to the raw input of an operation. What the values mean is the core's to say. */
import type { Action, Field } from '@courselit-connector/core';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ADDITIONAL_FIELDS } from './actionProperties.ts';
import { isAlwaysShown } from './fieldProperty.ts';
import { locatorValue } from './locator.ts';

export function actionInput(context: IExecuteFunctions, action: Action, itemIndex: number): Record<string, unknown> {
  const additional = action.input.every(isAlwaysShown)
    ? {}
    : (context.getNodeParameter(ADDITIONAL_FIELDS, itemIndex, {}) as Record<string, unknown>);
  const read = (field: Field): unknown =>
    isAlwaysShown(field) ? context.getNodeParameter(field.key, itemIndex, '') : additional[field.key];
  return Object.fromEntries(action.input.map((field) => [field.key, locatorValue(read(field))]));
}
