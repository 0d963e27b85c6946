import * as z from 'zod/mini';
import { CourseLitError } from '../http/errors.ts';

/** What is remembered between two polls: a plain JSON value. */
const snapshotSchema = z.object({
  version: z.literal(1),
  /** The product that is watched, or `*` for all: what is known of one says nothing of the other. */
  watching: z.string(),
  /** Everyone who was ever seen on the roster of each product: one who leaves and comes back is not new. */
  enrolled: z.record(z.string(), z.array(z.string())),
});
export type Snapshot = z.output<typeof snapshotSchema>;

/**
 * Reads a snapshot that a host kept. Nothing kept is null. Something else than a snapshot throws: taken for nothing,
 * it would silently lose whatever happened since.
 */
export function readSnapshot(kept: unknown): Snapshot | null {
  if (kept === undefined || kept === null) return null;
  const parsed = snapshotSchema.safeParse(kept);
  if (parsed.success) return parsed.data;
  throw new CourseLitError({
    code: 'bad_response',
    message: 'What this trigger remembered is damaged, or was written by a later version of the connector.',
    hint: 'Update the connector. To begin afresh, remove the trigger from the workflow and add it again: customers of today will then not start it.',
  });
}
