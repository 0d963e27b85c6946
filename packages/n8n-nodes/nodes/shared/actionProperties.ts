/** The form of the action node: resource, operation, and the fields of each operation, all from the catalogue. */
import { actions, type Action } from '@courselit-connector/core';
import type { INodeProperties } from 'n8n-workflow';
import { fieldProperty, firstValue, isAlwaysShown } from './fieldProperty.ts';
import { description, nounTitle, operationAction, operationName, operationValue } from './wording.ts';

/** The parameter that holds what may be left out. */
export const ADDITIONAL_FIELDS = 'additionalFields';

export function actionProperties(): INodeProperties[] {
  const nouns = [...new Set(actions.map((action) => action.noun))];
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
    ...actions.flatMap(inputProperties),
  ];
}

/** The action that a node's resource and operation name. */
export function findAction(resource: string, operation: string): Action | undefined {
  return actions.find((action) => action.noun === resource && operationValue(action) === operation);
}

function operationProperty(noun: string): INodeProperties {
  const options = actions
    .filter((action) => action.noun === noun)
    .map((action) => ({
      name: operationName(action),
      value: operationValue(action),
      action: operationAction(action),
      description: description(action.description),
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

function inputProperties(action: Action): INodeProperties[] {
  const displayOptions = { show: { resource: [action.noun], operation: [operationValue(action)] } };
  const shown = action.input.filter(isAlwaysShown).map((field) => ({ ...fieldProperty(field), displayOptions }));
  const others = action.input.filter((field) => !isAlwaysShown(field)).map(fieldProperty);
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
