import { isPrivateHost, type Field, type School } from '@courselit-connector/core';
import type { ZObject } from 'zapier-platform-core';
import { openFile, type OpenFile } from '../file.ts';
import { RUN_MS } from '../school.ts';

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

/** Does some work on what was filled in, with its files open, and closes them whatever happens. */
export async function withFiles<Result>(
  z: Pick<ZObject, 'request'>,
  school: Pick<School, 'baseUrl'>,
  fields: readonly Field[],
  input: Readonly<Record<string, unknown>>,
  work: (input: Readonly<Record<string, unknown>>) => Promise<Result>,
): Promise<Result> {
  const files: OpenFile[] = [];
  const source = {
    request: z.request,
    allowPrivate: isPrivateHost(school.baseUrl.hostname),
    signal: AbortSignal.timeout(RUN_MS),
  };
  try {
    const read = { ...input };
    for (const field of fields) {
      if (field.type !== 'file' || !isFilled(input[field.key])) continue;
      if (field.orElse !== undefined && isFilled(input[field.orElse])) {
        delete read[field.key];
        continue;
      }
      const file = await openFile(source, field, input[field.key]);
      files.push(file);
      read[field.key] = file;
    }
    return await work(read);
  } finally {
    for (const file of files) file.close();
  }
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
