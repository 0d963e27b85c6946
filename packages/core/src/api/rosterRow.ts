import * as z from 'zod/mini';
import { maybe, moment } from './shapes.ts';

const customerSchema = z.looseObject({ userId: z.string(), email: maybe(z.string()), name: maybe(z.string()) });

export const rosterRowSchema = z.looseObject({
  user: customerSchema,
  status: maybe(z.string()),
  /** IDs of lessons, some of which may have been deleted since. A server may leave the list out. */
  completedLessons: maybe(z.array(z.string())),
  downloaded: maybe(z.boolean()),
  createdAt: maybe(moment),
  updatedAt: maybe(moment),
});
export type RosterRow = z.output<typeof rosterRowSchema>;

/**
 * The document shows no shape of a row: one that carries the person's fields itself is read like one with a `user`. A
 * row without a person, whose account is gone, is null: it counts for the page that it is on, and for nothing else.
 */
export const rosterRow = z.pipe(
  z.transform((row: unknown) => {
    if (typeof row !== 'object' || row === null) return row;
    const { user, userId, email, name, avatar, ...rest } = row as Record<string, unknown>;
    if (userId !== undefined && user === undefined) return { user: { userId, email, name, avatar }, ...rest };
    const known = typeof user === 'object' && user !== null && (user as { userId?: unknown }).userId;
    return known ? row : null;
  }),
  z.nullable(rosterRowSchema),
);
