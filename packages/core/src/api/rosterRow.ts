import * as z from 'zod/mini';
import { maybe } from './shapes.ts';

const customerSchema = z.looseObject({ userId: z.string(), email: maybe(z.string()), name: maybe(z.string()) });

export const rosterRowSchema = z.looseObject({
  user: customerSchema,
  status: maybe(z.string()),
  /** IDs of lessons, some of which may have been deleted since. A server may leave the list out. */
  completedLessons: maybe(z.array(z.string())),
  downloaded: maybe(z.boolean()),
  createdAt: maybe(z.string()),
  updatedAt: maybe(z.string()),
});
export type RosterRow = z.output<typeof rosterRowSchema>;

/** The document shows no shape of a row: one that carries the person's fields itself is read like one with a `user`. */
export const rosterRow = z.pipe(
  z.transform((row: unknown) => {
    if (typeof row !== 'object' || row === null || 'user' in row) return row;
    const { userId, email, name, avatar, ...rest } = row as Record<string, unknown>;
    return { user: { userId, email, name, avatar }, ...rest };
  }),
  rosterRowSchema,
);
