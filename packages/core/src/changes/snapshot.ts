/**
 * What is remembered between two polls: a plain JSON value with a version. A later version reads it; what is damaged is
 * refused, since taken for nothing it would silently lose whatever happened since.
 */
import * as z from 'zod/mini';
import { CourseLitError } from '../http/errors.ts';
import { encodeCustomers, isWhole } from './customersCodec.ts';
import { emptyCustomers, firstOf } from './customers.ts';
import { EVENT_TYPES, type ConnectorEvent } from './events.ts';
import { keyOf } from './hash.ts';

const count = z.number().check(z.gte(0));

/** What was watched, as far as it matters for what may be called new. */
const settledSchema = z.object({
  events: z.array(z.enum(EVENT_TYPES)),
  thresholds: z.array(z.number()),
  stalledDays: z.number(),
});
export type Settled = z.output<typeof settledSchema>;

const customersSchema = z.object({
  count,
  fields: z.record(z.string(), count),
  step: count,
  data: z.string(),
  sum: z.number(),
  names: z.optional(z.string()),
  unkeyed: z.optional(z.literal(true)),
});

const lessonSchema = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  section: z.nullable(z.string()),
  state: z.enum(['unseen', 'draft', 'published', 'removed']),
  published: z.optional(count),
  removed: z.optional(count),
  counted: z.nullable(z.string()),
});

const productSchema = z.object({
  title: z.nullable(z.string()),
  /** As it was last seen; left out where it has not been looked at. */
  published: z.optional(z.boolean()),
  /** How often it was seen published, and unpublished. */
  times: z.optional(z.tuple([count, count])),
  /** What was watched when every customer was last looked at; null as long as the first such look is not over. */
  settled: z.nullable(settledSchema),
  customers: customersSchema,
  /** IDs whose key another customer had already. */
  moved: z.optional(z.array(z.string())),
  lessons: z.array(lessonSchema),
  /** The lists of lessons have been looked at. */
  listed: z.optional(z.boolean()),
  statuses: z.array(z.string()),
  marks: z.array(z.string()),
  /** Customers (by key) and what they did more than once, with how often. */
  again: z.optional(z.record(z.string(), count)),
  /** How many pages the roster had. */
  pages: count,
  /** When the roster was last read to its end, in milliseconds since 1970. */
  readAt: count,
  /** When it was last looked at, if only at its ends. */
  lookedAt: count,
  newRows: z.optional(z.enum(['first', 'last'])),
  /** A read that is under way. */
  round: z.optional(z.object({ page: count, pass: count, measure: z.optional(count) })),
  progress: z.optional(
    z.object({ turn: count, behind: count, round: z.optional(z.object({ reach: count, behind: count })) }),
  ),
});
export type ProductSnapshot = z.output<typeof productSchema>;

const snapshotSchema = z.object({
  version: z.literal(2),
  /** The products that are watched; null for all. */
  products: z.nullable(z.array(z.string())),
  /** The list of all products has been read; one that appears after that is new. */
  listed: z.boolean(),
  /** The time of the newest product then. An older one was only missed, and is not new. */
  newest: z.nullable(z.string()),
  known: z.record(z.string(), productSchema),
  /** Events that were seen, but were too many for one poll. */
  pending: z.array(z.custom<ConnectorEvent>((one) => typeof one === 'object' && one !== null && 'id' in one)),
});
export type Snapshot = z.output<typeof snapshotSchema>;

/** As the first released version wrote it. */
const formerSchema = z.object({
  version: z.literal(1),
  watching: z.string(),
  enrolled: z.record(z.string(), z.array(z.string())),
});

export interface ReadSnapshotOptions {
  /** What is damaged counts as nothing: the next poll begins afresh. Only for a person to choose. */
  readonly beginAfresh?: boolean;
}

/**
 * Reads a snapshot that a host kept. Nothing kept is null. Throws `bad_response` for something else than a snapshot,
 * for one of a later version, and for one that was changed.
 */
export function readSnapshot(kept: unknown, { beginAfresh = false }: ReadSnapshotOptions = {}): Snapshot | null {
  if (kept === undefined || kept === null) return null;
  const parsed = snapshotSchema.safeParse(kept);
  if (parsed.success && Object.values(parsed.data.known).every(isSound)) return parsed.data;
  const former = formerSchema.safeParse(kept);
  if (former.success) return fromFormer(former.data);
  if (beginAfresh) return null;
  throw damaged();
}

export function damaged(): CourseLitError {
  return new CourseLitError({
    code: 'bad_response',
    message: 'What this trigger remembered is damaged, or was written by a later version of the connector.',
    hint: 'Update the connector. To begin afresh, remove the trigger from the workflow and add it again: customers of today will then not start it.',
  });
}

function isSound({ customers, settled, round }: ProductSnapshot): boolean {
  // What was begun but never settled is known by its round.
  return isWhole(customers) && (settled !== null || round !== undefined || customers.count === 0);
}

/** The first version kept the IDs of everyone who was ever seen on a roster, and watched nothing else. */
function fromFormer({ watching, enrolled }: z.output<typeof formerSchema>): Snapshot {
  const known = Object.entries(enrolled).map(([productId, userIds]) => [productId, formerProduct(userIds)] as const);
  return {
    version: 2,
    products: watching === '*' ? null : [watching],
    listed: watching === '*',
    newest: null,
    known: Object.fromEntries(known),
    pending: [],
  };
}

function formerProduct(userIds: readonly string[]): ProductSnapshot {
  const keys = userIds.map((userId) => keyOf(userId)).sort((a, b) => a.high - b.high || a.low - b.low);
  const customers = emptyCustomers(keys.length);
  let last = 0;
  for (const { high, low } of keys) {
    if (last > 0 && customers.high[last - 1] === high && customers.low[last - 1] === low) continue;
    customers.high[last] = high;
    customers.low[last++] = low;
  }
  return {
    title: null,
    settled: { events: ['customer.enrolled'], thresholds: [], stalledDays: 0 },
    customers: encodeCustomers(firstOf(customers, last)),
    lessons: [],
    statuses: [],
    marks: [],
    pages: 0,
    readAt: 0,
    lookedAt: 0,
  };
}
