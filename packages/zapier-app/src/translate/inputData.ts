import type { Field } from '@courselit-connector/core';

/**
 * What was filled in, by the fields that there are. A Zap keeps the values of fields that an earlier version had, and
 * Zapier hands them over: those are left out.
 */
export function toInput(
  fields: readonly Field[],
  inputData: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ key }) => inputData[key] !== undefined).map(({ key }) => [key, inputData[key]]),
  );
}
