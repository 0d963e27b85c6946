/** What the trigger remembers between two polls, in n8n's static data. */
import { readSnapshot, type School, type Snapshot } from '@courselit-connector/core';
import type { IDataObject } from 'n8n-workflow';

const KEY = 'courselit';

interface Kept {
  readonly school?: unknown;
  readonly snapshot?: unknown;
}

const keptOf = (data: IDataObject, school: School): Kept | null => {
  const kept = data[KEY] as Kept | null | undefined;
  if (kept === undefined || kept === null) return null;
  // Nothing is known of a school that was not watched before: to it, everybody would be new.
  return typeof kept.school === 'string' && kept.school !== school.baseUrl.href ? null : kept;
};

export function recallSnapshot(data: IDataObject, school: School, beginAfresh: boolean): Snapshot | null {
  const kept = keptOf(data, school);
  return kept === null ? null : readSnapshot(kept.snapshot ?? kept, { beginAfresh });
}

/** One assignment of a whole new value: n8n does not see a change inside one. */
export function keepSnapshot(data: IDataObject, school: School, snapshot: Snapshot): void {
  data[KEY] = { school: school.baseUrl.href, snapshot } as unknown as IDataObject;
}
