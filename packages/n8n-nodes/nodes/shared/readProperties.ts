/** The parameters that n8n has for everything that is read: how many, and how much of each. */
import type { ListOptions, ReadOptions } from '@courselit-connector/core';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { NodeOperation } from './actionProperties.ts';

export const SIMPLIFY: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};

export function listProperties(show: Record<string, string[]>): INodeProperties[] {
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
      displayOptions: { show },
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      default: 50,
      typeOptions: { minValue: 1 },
      description: 'Max number of results to return',
      displayOptions: { show: { ...show, returnAll: [false] } },
    },
  ];
}

/** How much of an answer is wanted, as far as the operation has a choice. */
export function readOptions(context: IExecuteFunctions, operation: NodeOperation, itemIndex: number): ReadOptions {
  if (!('simplify' in operation) || !operation.simplify) return {};
  return { simplify: context.getNodeParameter('simplify', itemIndex, true) !== false };
}

/** The same for a list, and how many. The core says what is wrong with a limit that is none. */
export function listOptions(context: IExecuteFunctions, operation: NodeOperation, itemIndex: number): ListOptions {
  const options = readOptions(context, operation, itemIndex);
  if (context.getNodeParameter('returnAll', itemIndex, false) === true) return options;
  return { ...options, limit: Number(context.getNodeParameter('limit', itemIndex, 50)) };
}
