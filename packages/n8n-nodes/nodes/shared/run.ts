import { runAction, runList, runRead, runSearch, type School } from '@courselit-connector/core';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { NodeOperation } from './actionProperties.ts';
import { operationInput } from './input.ts';
import { listOptions, readOptions } from './readProperties.ts';

/** Runs an operation for one item. Gives what comes out for it: one thing, or as many as were found. */
export async function runOperation(
  context: IExecuteFunctions,
  school: School,
  operation: NodeOperation,
  itemIndex: number,
): Promise<IDataObject[]> {
  const input = await operationInput(context, operation, itemIndex);
  switch (operation.kind) {
    case 'action':
      return [outputOf(await runAction(school, operation, input)) as IDataObject];
    case 'read':
      return [(await runRead(school, operation, input, readOptions(context, operation, itemIndex))) as IDataObject];
    case 'search':
      return (await runSearch(school, operation, input)) as IDataObject[];
    case 'list':
      return (await runList(school, operation, input, listOptions(context, operation, itemIndex))) as IDataObject[];
  }
}

/** What is deleted is gone: n8n's users expect to be told that, and nothing else. */
export function outputOf(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return result['deleted'] === true ? { deleted: true } : result;
}
