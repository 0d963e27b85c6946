/** Products as they are. */
import * as z from 'zod/mini';
import { PRODUCT_TYPES, type Product } from '../api/products.ts';
import { asBoolean, yesOrNo } from './choices.ts';
import { defineList, defineRead } from './operation.ts';
import { productField } from './productField.ts';
import { fold } from './references.ts';
import { PRODUCT_SAMPLE } from './samples.ts';

/** What people work with. The description is a document of the editor, often longer than all the rest. */
function simplify(thing: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const product = thing as Product;
  return {
    productId: product.productId,
    title: product.title,
    type: product.type ?? null,
    slug: product.slug ?? null,
    published: product.published ?? null,
    privacy: product.privacy ?? null,
    tags: product.tags ?? [],
    defaultPaymentPlan: product.defaultPaymentPlan ?? null,
    createdAt: product.createdAt ?? null,
    updatedAt: product.updatedAt ?? null,
  };
}

const text = z.nullable(z.string());
const output = z.looseObject({
  productId: z.string(),
  title: z.string(),
  type: text,
  slug: text,
  published: z.nullable(z.boolean()),
  privacy: text,
  tags: z.array(z.string()),
  defaultPaymentPlan: text,
  createdAt: text,
  updatedAt: text,
});
const { createdAt, updatedAt, ...described } = PRODUCT_SAMPLE;
const sample = { ...described, defaultPaymentPlan: 'JXsyMdLfPtlz6TbOj79oW', createdAt, updatedAt };

export const getProduct = defineRead({
  key: 'product.get',
  noun: 'product',
  label: 'Get Product',
  description: 'Reads one product of the school.',
  input: [productField('The product to read.')],
  output,
  sample,
  simplify,
  run: (school, { productId }) => school.products.get(productId),
});

export const getProducts = defineList({
  key: 'product.getAll',
  noun: 'product',
  label: 'Get Many Products',
  description: 'Reads the products of the school, newest first.',
  input: [
    {
      key: 'type',
      type: 'choice',
      choices: [
        { value: 'course', label: 'Course' },
        { value: 'download', label: 'Download' },
        { value: 'blog', label: 'Blog' },
      ],
      label: 'Type',
      help: 'Only products of this type. Blogs are read only when they are chosen here.',
    },
    {
      key: 'published',
      type: 'choice',
      choices: yesOrNo,
      label: 'Published',
      help: 'Only published products, or only drafts.',
    },
    {
      key: 'search',
      type: 'text',
      label: 'Search',
      help: 'Only products with these words in the title.',
      example: 'prompting',
    },
    {
      key: 'tags',
      type: 'texts',
      label: 'Tags',
      help: 'Only products with at least one of these tags.',
      example: 'ai',
    },
  ],
  output,
  sample,
  simplify,
  async *run(school, { type, published: only, search, tags }) {
    const published = asBoolean(only);
    const words = fold(search ?? '').split(/\s+/);
    // The API document leaves the filters open: a server that pays no heed to one must not answer the wrong products.
    const fits = (one: Product) =>
      (type === undefined || (one.type ?? type) === type) &&
      (published === undefined || (one.published ?? published) === published) &&
      words.every((word) => fold(one.title).includes(word)) &&
      (tags === undefined || (one.tags ?? []).some((tag) => tags.includes(tag)));
    const filter = { type: PRODUCT_TYPES.find((one) => one === type), published, search, tags };
    for await (const product of school.products.list(filter)) if (fits(product)) yield product;
  },
});
