import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { CourseLitError, hasCode } from '../http/errors.ts';
import { path } from '../http/path.ts';
import { checked, listOf, maybe, oneOf } from './shapes.ts';
import { readPages, type PageOptions } from './paging.ts';

export const PRODUCT_TYPES = ['course', 'download', 'blog'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export const productSchema = z.looseObject({
  productId: z.string(),
  title: z.string(),
  type: maybe(z.string()),
  slug: maybe(z.string()),
  published: maybe(z.boolean()),
  privacy: maybe(z.string()),
  tags: maybe(z.array(z.string())),
  /** A rich-text document as a JSON string. */
  description: maybe(z.string()),
  createdAt: maybe(z.string()),
  updatedAt: maybe(z.string()),
});
export type Product = z.output<typeof productSchema>;
const product = oneOf(productSchema, 'productId');

/** A draft takes these two and nothing else; the server refuses any other field (documented). */
const newProductSchema = z.strictObject({ title: z.string(), type: z.enum(PRODUCT_TYPES) });
export type NewProduct = z.input<typeof newProductSchema>;

export interface ProductFilter {
  /** Blogs are listed only when they are asked for (observed). */
  readonly type?: ProductType | undefined;
  readonly published?: boolean | undefined;
  /** Whole words of the title (observed). */
  readonly search?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export function productsApi(client: Client) {
  function list(filter: ProductFilter = {}, options: PageOptions = {}): AsyncGenerator<Product, void> {
    const page = (number: number, limit: number) =>
      client.call({
        method: 'GET',
        path: '/api/products',
        query: { ...filter, page: number, limit },
        answer: listOf(product),
      });
    return readPages(page, (one) => one.productId, options);
  }

  async function get(productId: string): Promise<Product> {
    try {
      return await client.call({ method: 'GET', path: path`/api/products/${productId}`, answer: product });
    } catch (error) {
      // Observed, but not in the API document: a school without this call still lists its products.
      if (!hasCode(error, 'not_a_school', 'unsupported')) throw error;
      for await (const one of list()) if (one.productId === productId) return one;
      throw new CourseLitError({
        code: 'not_found',
        message: `The school has no product with the ID ${productId}.`,
        safeToRepeat: true,
      });
    }
  }

  return {
    /** Every product, newest first, page by page. */
    list,

    /** One product. Throws `not_found`. */
    get,

    /** Creates a draft. Throws `conflict` when a product of this title exists. */
    create: async (input: NewProduct): Promise<Product> =>
      client.call({ method: 'POST', path: '/api/products', body: checked(newProductSchema, input), answer: product }),
  };
}
