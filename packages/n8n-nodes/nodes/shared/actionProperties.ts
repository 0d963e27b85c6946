/** The form of the action node: resource, operation, and the fields of each operation, all from the catalogue. */
import { actions, searches, type Action, type Search } from '@courselit-connector/core';
import type { INodeProperties } from 'n8n-workflow';
import { fieldProperty, firstValue, isAlwaysShown } from './fieldProperty.ts';
import { description, nounTitle, operationAction, operationName, operationValue } from './wording.ts';

/** What a person picks as an operation: something that is done, or looked for. */
export type NodeOperation = Action | Search;

const operations: readonly NodeOperation[] = [...actions, ...searches];

/** The parameter that holds what may be left out. */
export const ADDITIONAL_FIELDS = 'additionalFields';

export function actionProperties(): INodeProperties[] {
  const nouns = [...new Set(operations.map((one) => one.noun))];
  const resources = nouns.map((noun) => ({ name: nounTitle(noun), value: noun }));
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      options: resources,
      default: firstValue(resources),
    },
    ...nouns.map((noun) => operationProperty(noun)),
    ...operations.flatMap(inputProperties),
  ];
}

/** The operation that a node's resource and operation name. */
export function findOperation(resource: string, operation: string): NodeOperation | undefined {
  return operations.find((one) => one.noun === resource && operationValue(one) === operation);
}

function operationProperty(noun: string): INodeProperties {
  const options = operations
    .filter((one) => one.noun === noun)
    .map((one) => ({
      name: operationName(one),
      value: operationValue(one),
      action: operationAction(one),
      description: description(one.description),
    }));
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [noun] } },
    options,
    default: firstValue(options),
  };
}

function inputProperties(operation: NodeOperation): INodeProperties[] {
  const displayOptions = { show: { resource: [operation.noun], operation: [operationValue(operation)] } };
  const shown = operation.input.filter(isAlwaysShown).map((field) => ({ ...fieldProperty(field), displayOptions }));
  const others = operation.input.filter((field) => !isAlwaysShown(field)).map(fieldProperty);
  if (others.length === 0) return shown;
  return [
    ...shown,
    {
      displayName: 'Additional Fields',
      name: ADDITIONAL_FIELDS,
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      displayOptions,
      options: others,
    },
  ];
}
