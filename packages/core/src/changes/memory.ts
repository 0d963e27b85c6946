/** What is remembered of one product, unpacked for a poll and packed again after it. */
import { emptyCustomers, type Customers } from './customers.ts';
import { decodeCustomers, encodeCustomers, type EncodedCustomers } from './customersCodec.ts';
import { Dictionary } from './dictionary.ts';
import type { KnownLesson } from './lessonList.ts';
import type { ProgressPlace } from './progressReads.ts';
import type { NewRows } from './readRoster.ts';
import { damaged, type ProductSnapshot, type Settled } from './snapshot.ts';

export interface ProductMemory {
  readonly productId: string;
  title: string | null;
  published: boolean | undefined;
  times: [number, number];
  settled: Settled | null;
  customers: Customers;
  readonly moved: Set<string>;
  lessons: readonly KnownLesson[];
  /** The list of lessons has been looked at. */
  listed: boolean;
  readonly statuses: Dictionary;
  readonly marks: Dictionary;
  readonly again: Map<string, number>;
  pages: number;
  /** When the roster was last read to its end, and when it was last looked at. Milliseconds since 1970. */
  readAt: number;
  lookedAt: number;
  newRows: NewRows | undefined;
  /** A read that is under way: the page to go on with, which time through it is, a tag of the lessons at its beginning. */
  round: { page: number; pass: number; measure?: number | undefined } | undefined;
  progress: ProgressPlace | undefined;
}

/** @param settled null for a product whose customers were there before it was watched */
export function newMemory(productId: string, settled: Settled | null): ProductMemory {
  return {
    productId,
    title: null,
    published: undefined,
    times: [0, 0],
    settled,
    customers: emptyCustomers(),
    moved: new Set(),
    lessons: [],
    listed: false,
    statuses: new Dictionary(),
    marks: new Dictionary(),
    again: new Map(),
    pages: 0,
    readAt: 0,
    lookedAt: 0,
    newRows: undefined,
    round: undefined,
    progress: undefined,
  };
}

/** Throws where the customers are not what was written. */
export function unpack(productId: string, kept: ProductSnapshot): ProductMemory {
  const moved = new Set(kept.moved);
  let customers: Customers;
  try {
    customers = decodeCustomers(kept.customers as EncodedCustomers, moved);
  } catch {
    throw damaged();
  }
  return {
    ...newMemory(productId, kept.settled),
    title: kept.title,
    published: kept.published,
    times: [...(kept.times ?? ([0, 0] as const))],
    customers,
    moved,
    lessons: kept.lessons,
    listed: kept.listed ?? false,
    statuses: new Dictionary(kept.statuses),
    marks: new Dictionary(kept.marks),
    again: new Map(Object.entries(kept.again ?? {})),
    pages: kept.pages,
    readAt: kept.readAt,
    lookedAt: kept.lookedAt,
    newRows: kept.newRows,
    round: kept.round,
    progress: kept.progress,
  };
}

/** A plain JSON value. What is empty is left out. */
export function pack(memory: ProductMemory): ProductSnapshot {
  const { title, published, times, settled, lessons, listed, pages, readAt, lookedAt, newRows, round, progress } =
    memory;
  return {
    title,
    settled,
    customers: encodeCustomers(memory.customers),
    lessons: [...lessons],
    statuses: memory.statuses.texts,
    marks: memory.marks.texts,
    pages,
    readAt,
    lookedAt,
    ...(published !== undefined && { published }),
    ...(times.some((one) => one > 0) && { times }),
    ...(memory.moved.size > 0 && { moved: [...memory.moved] }),
    ...(listed && { listed }),
    ...(memory.again.size > 0 && { again: Object.fromEntries(memory.again) }),
    ...(newRows && { newRows }),
    ...(round && { round: { ...round } }),
    ...(progress && { progress: { ...progress } }),
  };
}
