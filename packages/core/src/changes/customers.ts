/** What is known of the customers of a product, in memory: sorted by key, one array a field. */
import type { Key } from './hash.ts';

/**
 * The fields of a customer. Numbers unless said otherwise; 0 is "nothing known", and a field that is 0 for everyone
 * takes no room.
 */
export const FIELDS = [
  /** 1: was seen in the read that is under way. */
  'seen',
  /** How many complete reads in a row the customer was missing from; 3: gone, and said so. */
  'missing',
  /** Place in the list of statuses, from 1. */
  'status',
  /** Bits: every status that the customer has been in. */
  'statuses',
  'downloaded',
  /** The day of the last activity for which "stalled" was said; see `stalls.ts`. */
  'stalled',
  /** Bits: has yet to be measured by the lessons that count now; see `reached.ts`. */
  'unmeasured',
  /** 1: which lessons are completed has never been read. */
  'unread',
  /** A tag of the last activity at the time at which the progress was read. */
  'activity',
  /** Bits: completed lessons, by their place in the product's list. Never taken back. */
  'done',
  /** Bits: thresholds, sections and the course, as they were reached. Never taken back. */
  'marks',
] as const;
export type FieldName = (typeof FIELDS)[number];

/** So many words of 32 bits for each customer, or no data at all where all are 0. */
export interface Column {
  readonly words: number;
  readonly data: Uint32Array;
}

export interface Customers {
  readonly count: number;
  /** The keys: sorted by `high`, then by `low`. */
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly columns: Readonly<Record<FieldName, Column>>;
  /** By name where who is gone must be named: as many as there are customers. */
  readonly names: Names | null;
}

export interface Names {
  readonly userIds: string[];
  /** Empty where there is none. */
  readonly emails: string[];
}

/** Takes no room; not to be written to. */
export const NO_COLUMN: Column = { words: 1, data: new Uint32Array() };

export const emptyColumn = (count: number, words = 1): Column => ({ words, data: new Uint32Array(count * words) });

/** @param fields those that have room, with so many words for each customer */
export function emptyCustomers(
  count = 0,
  { fields = {}, named = false }: { fields?: Readonly<Partial<Record<FieldName, number>>>; named?: boolean } = {},
): Customers {
  const columnOf = (name: FieldName) => (fields[name] ? emptyColumn(count, fields[name]) : NO_COLUMN);
  return {
    count,
    high: new Uint32Array(count),
    low: new Uint32Array(count),
    columns: Object.fromEntries(FIELDS.map((name) => [name, columnOf(name)])) as unknown as Customers['columns'],
    names: named ? { userIds: new Array<string>(count).fill(''), emails: new Array<string>(count).fill('') } : null,
  };
}

/** True for a field that says nothing of anybody. */
export function isZero({ data }: Column): boolean {
  for (let at = 0; at < data.length; at++) if (data[at] !== 0) return false;
  return true;
}

/** Cuts off what was too much room. */
export function firstOf(customers: Customers, count: number): Customers {
  if (count === customers.count) return customers;
  return {
    count,
    high: customers.high.slice(0, count),
    low: customers.low.slice(0, count),
    columns: Object.fromEntries(
      FIELDS.map((name) => {
        const { words, data } = customers.columns[name];
        return [name, { words, data: data.slice(0, count * words) }];
      }),
    ) as unknown as Customers['columns'],
    names: customers.names && {
      userIds: customers.names.userIds.slice(0, count),
      emails: customers.names.emails.slice(0, count),
    },
  };
}

/** A column of one word. */
export const valueAt = ({ data }: Column, index: number): number => data[index] ?? 0;

/** The words of one customer, as many as there are. */
export const wordsAt = ({ words, data }: Column, index: number): Uint32Array =>
  data.subarray(index * words, (index + 1) * words);

/** Where a key is, or -1. */
export function indexOf({ count, high, low }: Customers, key: Key): number {
  let first = 0;
  let end = count;
  while (first < end) {
    const middle = (first + end) >>> 1;
    const at = high[middle] as number;
    if (at < key.high || (at === key.high && (low[middle] as number) < key.low)) first = middle + 1;
    else end = middle;
  }
  return first < count && high[first] === key.high && low[first] === key.low ? first : -1;
}
