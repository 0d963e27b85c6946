/** Customers without progress. The same standstill is told once; one that follows new progress is another. */
import { emptyColumn } from './customers.ts';
import type { Person } from './facts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** 2020-01-01. Earlier than the service, so that a day takes 14 bits until 2064. */
const FIRST_DAY = 18_262;

/**
 * The day of the last activity, from 1; never 0. A day is enough to tell two standstills apart: there was progress
 * between them, which came at least one day after that of the first.
 */
export const dayOf = (activity: number): number => Math.max(1, Math.floor(activity / DAY_MS) - FIRST_DAY);

/** When the customer was last active, in milliseconds since 1970, if that was so many days ago; else undefined. */
export function standstill(person: Person, days: number, now: number): number | undefined {
  if (person.activeAt === null || (person.status !== null && person.status !== 'active')) return undefined;
  const activity = Date.parse(person.activeAt);
  return now - activity >= days * DAY_MS ? activity : undefined;
}

export const stalledAt = (activity: number, days: number): string => new Date(activity + days * DAY_MS).toISOString();

/** The `stalled` column of a read: 0 for whoever goes on. */
export function stalledColumn(
  people: readonly Person[],
  days: number,
  now: number,
  isThrough: (index: number) => boolean,
): ReturnType<typeof emptyColumn> {
  const column = emptyColumn(people.length);
  people.forEach((person, index) => {
    const activity = standstill(person, days, now);
    if (activity !== undefined && !isThrough(index)) column.data[index] = dayOf(activity);
  });
  return column;
}
