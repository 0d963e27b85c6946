import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { CourseLitError, hasCode } from '../http/errors.ts';
import { path } from '../http/path.ts';
import { toDescription } from './description.ts';
import { doneSchema, type Done } from './done.ts';
import { readPages, type PageOptions } from './paging.ts';
import { planSchema } from './paymentPlans.ts';
import { missingForPublishing } from './publishing.ts';
import type { RichTextInput } from './richText.ts';
import { checked, listOf, maybe, moment, oneOf } from './shapes.ts';

/** Named types; the API document leaves the list open. */
export const PRODUCT_TYPES = ['course', 'download', 'blog'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** Who finds a product: everyone, or whoever has its address (observed). */
export const PRIVACIES = ['public', 'unlisted'] as const;

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
  /** Null once it was taken away (observed). */
  featuredImage: maybe(z.looseObject({ mediaId: maybe(z.string()) })),
  defaultPaymentPlan: maybe(z.string()),
  paymentPlans: maybe(z.array(planSchema)),
  createdAt: maybe(moment),
  updatedAt: maybe(moment),
});
export type Product = z.output<typeof productSchema>;
const product = oneOf(productSchema, 'productId');

/** A draft takes these two and nothing else; the server refuses any other field (documented). */
const newProductSchema = z.strictObject({ title: z.string(), type: z.enum(PRODUCT_TYPES) });
export type NewProduct = z.input<typeof newProductSchema>;

/** What can be changed. Prices are payment plans: the legacy `cost` fields are not taken (documented). */
const productChangeSchema = z.strictObject({
  title: z.optional(z.string()),
  slug: z.optional(z.string()),
  description: z.optional(z.string()),
  privacy: z.optional(z.enum(PRIVACIES)),
  tags: z.optional(z.array(z.string())),
  featuredImage: z.optional(z.nullable(z.strictObject({ mediaId: z.string() }))),
});
export type ProductChange = Omit<z.input<typeof productChangeSchema>, 'description'> & {
  /** A document, or `{ markdown }`, `{ html }`, `{ text }`, `{ json }`. Null clears it. */
  readonly description?: RichTextInput | null | undefined;
};

export interface ProductFilter {
  /** Blogs are listed only when they are asked for (observed). */
  readonly type?: ProductType | undefined;
  readonly published?: boolean | undefined;
  /** Whole words of the title (observed). */
  readonly search?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

const lane = (productId: string) => `product ${productId}`;

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

  async function patch(productId: string, body: object): Promise<Product> {
    return client.call({
      method: 'PATCH',
      path: path`/api/products/${productId}`,
      body,
      answer: product,
      lane: lane(productId),
    });
  }

  return {
    /** Every product, newest first, page by page. */
    list,

    /** One product. Throws `not_found`. */
    get,

    /** Creates a draft. Throws `conflict` when a product of this title exists. */
    async create(input: NewProduct): Promise<Product> {
      const body = checked(newProductSchema, input);
      return client.call({
        method: 'POST',
        path: '/api/products',
        body,
        answer: product,
        lane: `new product ${body.title}`,
        lookup: (bound) => findByTitle(bound, body),
      });
    },

    /** Changes what is given, and nothing else. Throws `not_found`, or `conflict` for a slug that is taken. */
    async update(productId: string, change: ProductChange): Promise<Product> {
      const { description, ...rest } = change;
      // Sent as an object, a description is silently ignored; as text that is no JSON, refused (both observed).
      const text = description === null ? '' : description && toDescription(description);
      return patch(
        productId,
        checked(productChangeSchema, { ...rest, ...(text !== undefined && { description: text }) }),
      );
    },

    /** Makes it visible. Looks first what the platform will ask for, and names everything that is missing at once. */
    async publish(productId: string): Promise<Product> {
      const missing = missingForPublishing(await get(productId));
      if (missing.length > 0) {
        throw new CourseLitError({
          code: 'validation',
          message: `The product cannot be published yet: ${missing.map((one) => one.what).join('; ')}.`,
          hint: missing.map((one) => one.todo).join(' '),
          safeToRepeat: true,
        });
      }
      return patch(productId, { published: true });
    },

    /** Takes it back to a draft (observed). */
    unpublish: (productId: string): Promise<Product> => patch(productId, { published: false }),

    /**
     * Deletes a product with its lessons and customers (observed). A blog cannot be deleted. When the school refuses,
     * memberships and plans may be gone all the same.
     */
    delete: async (productId: string): Promise<Done> =>
      client.call({
        method: 'DELETE',
        path: path`/api/products/${productId}`,
        answer: doneSchema,
        lane: lane(productId),
        whenGone: { ok: true },
      }),
  };
}

/** Titles are unique in a school, so the one of that title is the one that was made. */
async function findByTitle(client: Client, { title, type }: NewProduct): Promise<Product | undefined> {
  // The newest come first, and the one that is looked for is new.
  for await (const one of productsApi(client).list({ type }, { limit: 400 })) {
    if (one.title === title && (one.type ?? type) === type) return one;
  }
  return undefined;
}
