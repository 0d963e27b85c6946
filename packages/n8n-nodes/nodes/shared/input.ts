/** From a node's parameters to the raw input of an operation. What the values mean is the core's to say. */
import type { Field } from '@courselit-connector/core';
import type { IExecuteFunctions } from 'n8n-workflow';
import { collectionName, type NodeOperation } from './actionProperties.ts';
import { readBinary } from './binaryFile.ts';
import { isAlwaysShown, PAIR } from './fieldProperty.ts';
import { locatorValue } from './locator.ts';

export async function operationInput(
  context: IExecuteFunctions,
  operation: NodeOperation,
  itemIndex: number,
): Promise<Record<string, unknown>> {
  const collected = operation.input.every(isAlwaysShown)
    ? {}
    : (context.getNodeParameter(collectionName(operation), itemIndex, {}) as Record<string, unknown>);
  const read = (field: Field): unknown =>
    locatorValue(isAlwaysShown(field) ? context.getNodeParameter(field.key, itemIndex, '') : collected[field.key]);

  const input: Record<string, unknown> = {};
  for (const field of operation.input) {
    const value = read(field);
    if (field.type === 'pairs') input[field.key] = asRecord(value);
    else if (field.type === 'file') {
      const instead = operation.input.find((other) => other.key === field.orElse);
      input[field.key] = instead && read(instead) ? undefined : await readBinary(context, itemIndex, value);
    } else input[field.key] = value;
  }
  return input;
}

/** `{ parameter: [{ name, value }] }` as names with their values; a name that comes twice has both. */
function asRecord(value: unknown): unknown {
  const pairs = (value as { [PAIR]?: unknown } | null)?.[PAIR];
  if (!Array.isArray(pairs)) return value;
  const record: Record<string, unknown[]> = {};
  for (const { name, value: one } of pairs as { name: string; value: unknown }[]) (record[name] ??= []).push(one);
  return Object.fromEntries(Object.entries(record).map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}
