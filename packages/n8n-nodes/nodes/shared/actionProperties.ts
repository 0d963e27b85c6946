/** The form of the action node: resource, operation, and the fields of each operation, all from the catalogue. */
import {
  actions,
  isOffered,
  lists,
  reads,
  searches,
  type Action,
  type List,
  type Read,
  type Search,
} from '@courselit-connector/core';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { fieldProperty, firstValue, isAlwaysShown } from './fieldProperty.ts';
import { listProperties, SIMPLIFY } from './readProperties.ts';
import { description, nounTitle, operationAction, operationName, operationValue } from './wording.ts';

/** What a person picks as an operation: something that is done, looked for or read. */
export type NodeOperation = Action | Search | Read | List;

/** All that the node offers, in the order of the catalogue. */
export function operations(): readonly NodeOperation[] {
  return [...actions, ...searches, ...reads, ...lists].filter((one) => isOffered(one, 'n8n'));
}

/** The parameter that holds what may be left out: of a list, that is what narrows it down. */
export function collectionName(operation: NodeOperation): 'filters' | 'additionalFields' {
  return operation.kind === 'list' ? 'filters' : 'additionalFields';
}

export function actionProperties(): INodeProperties[] {
  const all = operations();
  const nouns = [...new Set(all.map((one) => one.noun))];
  const resources = nouns.map((noun) => ({ name: nounTitle(noun), value: noun }));
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      options: byName(resources),
      // Stored workflows leave out what is the default: it is the first of the catalogue, whatever the order in the list.
      default: firstValue(resources),
    },
    ...nouns.map((noun) =>
      operationProperty(
        noun,
        all.filter((one) => one.noun === noun),
      ),
    ),
    ...all.flatMap(inputProperties),
  ];
}

/** The operation that a node's resource and operation name. */
export function findOperation(resource: string, operation: string): NodeOperation | undefined {
  return operations().find((one) => one.noun === resource && operationValue(one) === operation);
}

/** As n8n orders its lists. */
function byName(options: readonly INodePropertyOptions[]): INodePropertyOptions[] {
  return [...options].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function operationProperty(noun: string, offered: readonly NodeOperation[]): INodeProperties {
  const options = offered.map((one) => ({
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
    options: byName(options),
    default: firstValue(options),
  };
}

function inputProperties(operation: NodeOperation): INodeProperties[] {
  const show = { resource: [operation.noun], operation: [operationValue(operation)] };
  const displayOptions = { show };
  const shown = operation.input.filter(isAlwaysShown).map((field) => ({ ...fieldProperty(field), displayOptions }));
  const others = operation.input.filter((field) => !isAlwaysShown(field)).map(fieldProperty);
  return [
    ...notice(operation, show),
    ...shown,
    ...(operation.kind === 'list' ? listProperties(show) : []),
    ...('simplify' in operation && operation.simplify !== undefined ? [{ ...SIMPLIFY, displayOptions }] : []),
    ...(others.length > 0 ? [{ ...collection(operation), displayOptions, options: others }] : []),
  ];
}

function collection(operation: NodeOperation): INodeProperties {
  const name = collectionName(operation);
  return name === 'filters'
    ? { displayName: 'Filters', name, type: 'collection', placeholder: 'Add Filter', default: {} }
    : { displayName: 'Additional Fields', name, type: 'collection', placeholder: 'Add Field', default: {} };
}

/** What must be known before it is too late stands in the form, and not behind a question mark. */
function notice({ notice: text }: NodeOperation, show: Record<string, string[]>): INodeProperties[] {
  if (text === undefined) return [];
  return [{ displayName: text, name: 'notice', type: 'notice', default: '', displayOptions: { show } }];
}
