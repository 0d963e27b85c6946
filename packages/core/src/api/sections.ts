import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { path } from '../http/path.ts';
import { checked, listOf, maybe, oneOf } from './shapes.ts';

export const sectionSchema = z.looseObject({
  sectionId: z.string(),
  name: z.string(),
  /** Place among the sections: lowest first. */
  rank: maybe(z.number()),
  lessonsOrder: maybe(z.array(z.string())),
});
export type Section = z.output<typeof sectionSchema>;
const section = oneOf(sectionSchema, 'sectionId');

const newSectionSchema = z.strictObject({ name: z.string() });
export type NewSection = z.input<typeof newSectionSchema>;

export function sectionsApi(client: Client) {
  return {
    /** The sections of a product in their order. The list is not paged. */
    async list(productId: string): Promise<Section[]> {
      const sections = await client.call({
        method: 'GET',
        path: path`/api/products/${productId}/sections`,
        answer: listOf(section),
      });
      return sections.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
    },

    /** Adds a section at the end. Throws `conflict` when the product has one of this name. */
    create: async (productId: string, input: NewSection): Promise<Section> =>
      client.call({
        method: 'POST',
        path: path`/api/products/${productId}/sections`,
        body: checked(newSectionSchema, input),
        answer: section,
      }),
  };
}
