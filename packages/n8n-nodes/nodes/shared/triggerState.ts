/** What the trigger remembers between two polls, in n8n's static data. */
import { readSnapshot, type School, type Snapshot } from '@courselit-connector/core';
import type { IDataObject } from 'n8n-workflow';

const KEY = 'courselit';

/** Nothing is known of a school that was not watched before: to it, everybody would be new. */
export function recallSnapshot(data: IDataObject, school: School): Snapshot | null {
  const kept = data[KEY] as { school?: unknown; snapshot?: unknown } | null | undefined;
  if (kept === undefined || kept === null) return null;
  if (typeof kept.school === 'string' && kept.school !== school.baseUrl.href) return null;
  return readSnapshot(kept.snapshot ?? kept);
}

/** One assignment of a whole new value: n8n does not see a change inside one. */
export function keepSnapshot(data: IDataObject, school: School, snapshot: Snapshot): void {
  data[KEY] = { school: school.baseUrl.href, snapshot } as unknown as IDataObject;
}
