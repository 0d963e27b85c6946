import * as z from 'zod/mini';

/** A deletion answers `{ok: true}` (observed). The document shows no answer, so an empty one is as good. */
export const doneSchema = z.pipe(
  z.transform((body: unknown) => body ?? { ok: true }),
  z.looseObject({ ok: z.optional(z.boolean()) }),
);
export type Done = z.output<typeof doneSchema>;
