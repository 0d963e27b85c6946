import * as z from 'zod/mini';
import { maybe } from './shapes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a section opens to a customer: so many days after enrolling, or on a day that is the same for all. */
export const dripSchema = z.union([
  z.strictObject({ type: z.literal('relative-date'), days: z.int().check(z.gte(0)), active: z.optional(z.boolean()) }),
  z.strictObject({
    type: z.literal('exact-date'),
    date: z.iso.datetime({ offset: true }),
    active: z.optional(z.boolean()),
  }),
]);
export type Drip = z.input<typeof dripSchema>;

/** As the server has it. `_id` and whatever else it adds pass through. */
export const serverDripSchema = z.looseObject({
  type: maybe(z.string()),
  status: maybe(z.boolean()),
  delayInMillis: maybe(z.number()),
  dateInUTC: maybe(z.number()),
});

/** Observed: `delayInMillis` is read as **days** on the way in. The document leaves the body of this call open. */
export function toServerDrip(drip: Drip): object {
  const status = drip.active ?? true;
  return drip.type === 'relative-date'
    ? { type: drip.type, status, delayInMillis: drip.days }
    : { type: drip.type, status, dateInUTC: Date.parse(drip.date) };
}

/** Observed: `delayInMillis` is answered in **milliseconds**. What no shape of ours has is left out. */
export function fromServerDrip(drip: z.output<typeof serverDripSchema> | null | undefined): Drip | undefined {
  if (drip?.type === 'relative-date' && typeof drip.delayInMillis === 'number') {
    return { type: drip.type, days: Math.round(drip.delayInMillis / DAY_MS), active: drip.status ?? false };
  }
  if (drip?.type === 'exact-date' && typeof drip.dateInUTC === 'number') {
    return { type: drip.type, date: new Date(drip.dateInUTC).toISOString(), active: drip.status ?? false };
  }
  return undefined;
}
