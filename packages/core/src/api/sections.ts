import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { CourseLitError } from '../http/errors.ts';
import { path } from '../http/path.ts';
import { doneSchema, type Done } from './done.ts';
import { dripSchema, fromServerDrip, serverDripSchema, toServerDrip, type Drip } from './drip.ts';
import { checked, listOf, maybe, oneOf } from './shapes.ts';

const serverSectionSchema = z.looseObject({
  sectionId: z.string(),
  name: z.string(),
  /** Place among the sections: lowest first. */
  rank: maybe(z.number()),
  /** IDs of its lessons in their order. */
  lessonsOrder: maybe(z.array(z.string())),
  drip: maybe(serverDripSchema),
});
const serverSection = oneOf(serverSectionSchema, 'sectionId');

/** A section, with the delay of its drip in days. */
export interface Section {
  readonly sectionId: string;
  readonly name: string;
  readonly rank?: number | null | undefined;
  readonly lessonsOrder?: readonly string[] | null | undefined;
  readonly drip?: Drip;
  /** Whatever else the school says of it. */
  readonly [field: string]: unknown;
}
export const sectionSchema = z.looseObject({ sectionId: z.string(), name: z.string() });

const section = z.pipe(
  serverSection,
  z.transform(({ drip: serverDrip, ...rest }): Section => {
    const drip = fromServerDrip(serverDrip);
    return { ...rest, sectionId: rest.sectionId, name: rest.name, ...(drip && { drip }) };
  }),
);

const newSectionSchema = z.strictObject({ name: z.string() });
export type NewSection = z.input<typeof newSectionSchema>;

const sectionChangeSchema = z.strictObject({ name: z.optional(z.string()), drip: z.optional(dripSchema) });
export type SectionChange = z.input<typeof sectionChangeSchema>;

export function sectionsApi(client: Client) {
  const lane = (productId: string) => `product ${productId}`;

  async function list(productId: string): Promise<Section[]> {
    const sections = await client.call({
      method: 'GET',
      path: path`/api/products/${productId}/sections`,
      answer: listOf(section),
    });
    return sections.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  }

  /** By its ID, or by its name. Throws `not_found`. */
  const find = async (productId: string, idOrName: string): Promise<Section> =>
    pickSection(await list(productId), idOrName);

  return {
    /** The sections of a product in their order. The list is not paged. */
    list,
    find,

    /** Adds a section at the end. Throws `conflict` when the product has one of this name. */
    async create(productId: string, input: NewSection): Promise<Section> {
      const body = checked(newSectionSchema, input);
      const byName = async (bound: Client) =>
        (await sectionsApi(bound).list(productId)).find((one) => one.name === body.name);
      const made = await client.call({
        method: 'POST',
        path: path`/api/products/${productId}/sections`,
        body,
        answer: section,
        lane: lane(productId),
        lookup: byName,
      });
      // Observed under parallel writes: the answer is another section than the one that was made.
      return made.name === body.name ? made : ((await byName(client)) ?? made);
    },

    /** Renames a section, or sets when it opens. Throws `not_found`. */
    async update(productId: string, sectionId: string, change: SectionChange): Promise<Section> {
      const { drip, ...rest } = checked(sectionChangeSchema, change);
      return client.call({
        method: 'PATCH',
        path: path`/api/products/${productId}/sections/${sectionId}`,
        body: { ...rest, ...(drip && { drip: toServerDrip(drip) }) },
        answer: section,
        lane: lane(productId),
      });
    },

    /** Deletes an empty section; one that is not there is no error (observed). Throws `validation` while it has lessons. */
    delete: async (productId: string, sectionId: string): Promise<Done> =>
      client.call({
        method: 'DELETE',
        path: path`/api/products/${productId}/sections/${sectionId}`,
        answer: doneSchema,
        lane: lane(productId),
        whenGone: { ok: true },
      }),

    /** Puts the sections in this order. All of them must be named, each once. Gives them as they are then. */
    async reorder(productId: string, sectionIds: readonly string[]): Promise<Section[]> {
      await client.call({
        method: 'POST',
        path: path`/api/products/${productId}/sections/reorder`,
        body: { sectionIds },
        // Observed: an internal document of the database, with no promise to it.
        answer: z.unknown(),
        idempotent: true,
        lane: lane(productId),
      });
      return list(productId);
    },
  };
}

/**
 * One of the sections, by its ID or by the name that a person knows: names are unique in a product. Throws `not_found`
 * that says which there are.
 */
export function pickSection(sections: readonly Section[], idOrName: string): Section {
  const wanted = idOrName.trim();
  const found =
    sections.find((one) => one.sectionId === wanted) ??
    sections.find((one) => one.name === wanted) ??
    sections.find((one) => one.name.trim().toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const names = sections.slice(0, 20).map((one) => one.name);
  throw new CourseLitError({
    code: 'not_found',
    message: `The product has no section "${wanted}".`,
    hint: names.length > 0 ? `Its sections are: ${names.join(', ')}.` : 'Create a section first.',
    safeToRepeat: true,
  });
}
