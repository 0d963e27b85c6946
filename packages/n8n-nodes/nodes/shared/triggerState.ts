/** What the trigger remembers between two polls, in n8n's static data. */
import { readSnapshot, type School, type Snapshot } from '@courselit-connector/core';
import type { IDataObject } from 'n8n-workflow';

const KEY = 'courselit';

interface Kept {
  readonly school?: unknown;
  readonly snapshot?: unknown;
  /** The first look has failed once, for a reason that passes. */
  readonly postponed?: unknown;
}

const keptOf = (data: IDataObject, school: School): Kept | null => {
  const kept = data[KEY] as Kept | null | undefined;
  if (kept === undefined || kept === null) return null;
  // Nothing is known of a school that was not watched before: to it, everybody would be new.
  return typeof kept.school === 'string' && kept.school !== school.baseUrl.href ? null : kept;
};

export function recallSnapshot(data: IDataObject, school: School, beginAfresh: boolean): Snapshot | null {
  const kept = keptOf(data, school);
  if (kept === null || kept.postponed === true) return null;
  return readSnapshot(kept.snapshot ?? kept, { beginAfresh });
}

/** One assignment of a whole new value: n8n does not see a change inside one. */
export function keepSnapshot(data: IDataObject, school: School, snapshot: Snapshot): void {
  data[KEY] = { school: school.baseUrl.href, snapshot } as unknown as IDataObject;
}

/** True the first time, with nothing remembered yet; which is then remembered. */
export function mayPostpone(data: IDataObject, school: School): boolean {
  if (keptOf(data, school) !== null) return false;
  data[KEY] = { school: school.baseUrl.href, postponed: true };
  return true;
}
