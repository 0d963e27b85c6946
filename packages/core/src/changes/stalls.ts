/** Customers without progress. The same standstill is told once; one that follows new progress is another. */
import { emptyColumn, type Column } from './customers.ts';
import type { Facts } from './facts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** 2020-01-01. Earlier than the service, so that a day takes 14 bits until 2064. */
const FIRST_DAY = 18_262;

/**
 * The day of the last activity, from 1; never 0. A day is enough to tell two standstills apart: there was progress
 * between them, which came at least one day after that of the first.
 */
export const dayOf = (activity: number): number => Math.max(1, Math.floor(activity / DAY_MS) - FIRST_DAY);

export const stalledAt = (activity: number, days: number): string => new Date(activity + days * DAY_MS).toISOString();

/** The `stalled` column of a read: 0 for whoever goes on, and for whoever is through. */
export function stalledColumn(
  { people, order }: Facts,
  days: number,
  now: number,
  isThrough: (index: number) => boolean,
): Column {
  const column = emptyColumn(order.length);
  order.forEach((place, index) => {
    const activity = people.activeAt[place] as number;
    const status = people.statuses[place] ?? 'active';
    if (status !== 'active' || !(now - activity >= days * DAY_MS) || isThrough(index)) return;
    column.data[index] = dayOf(activity);
  });
  return column;
}
