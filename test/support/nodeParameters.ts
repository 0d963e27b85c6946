/** An operation's input as the action node has it: in its parameters, in the way that n8n stores them. */
import type { Field } from '../../packages/core/src/index.ts';
import { collectionName, type NodeOperation } from '../../packages/n8n-nodes/nodes/shared/actionProperties.ts';
import { isAlwaysShown } from '../../packages/n8n-nodes/nodes/shared/fieldProperty.ts';
import { operationValue } from '../../packages/n8n-nodes/nodes/shared/wording.ts';

/** A resource locator as n8n stores it. */
export const located = (value: string, mode: 'list' | 'id' | 'url' = 'list') => ({ __rl: true, mode, value });

/** The field of an item's binary data that a file is in. */
export const FILE_FIELD = 'video';

export function nodeParameters(
  operation: NodeOperation,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = (always: boolean) =>
    Object.fromEntries(
      operation.input
        .filter((field) => field.key in input && isAlwaysShown(field) === always)
        .map((field) => [field.key, stored(field, input[field.key])]),
    );
  return {
    resource: operation.noun,
    operation: operationValue(operation),
    ...given(true),
    [collectionName(operation)]: given(false),
  };
}

function stored(field: Field, value: unknown): unknown {
  if (field.type === 'reference') return located(String(value), 'id');
  if (field.type === 'file') return FILE_FIELD;
  if (field.type !== 'pairs') return value;
  return { parameter: Object.entries(value as object).map(([name, one]) => ({ name, value: one as unknown })) };
}
