/** What is done to a product that is there. */
import * as z from 'zod/mini';
import { invalidInput } from '../http/errors.ts';
import { productSchema } from '../api/products.ts';
import { defined, mustChange } from './defined.ts';
import { defineAction } from './operation.ts';
import { productField } from './productField.ts';
import { contentFormatField, readRichText, warningsSchema, WARNINGS_SAMPLE } from './richText.ts';
import { PRODUCT_SAMPLE } from './samples.ts';

/** What a product can be without. */
const CLEARABLE = [
  { value: 'description', label: 'Description' },
  { value: 'tags', label: 'Tags' },
  { value: 'featuredImage', label: 'Featured Image' },
] as const;

export const updateProduct = defineAction({
  key: 'product.update',
  noun: 'product',
  label: 'Update Product',
  description: 'Changes the title, description, address, tags or visibility of a product.',
  input: [
    productField('The product to change. What is left empty below stays as it is.'),
    { key: 'title', type: 'text', label: 'Title', help: 'The new title.', example: 'AI Foundations' },
    {
      key: 'description',
      type: 'richText',
      label: 'Description',
      help: 'The new description, in the chosen format.',
    },
    contentFormatField,
    {
      key: 'slug',
      type: 'text',
      label: 'Slug',
      help: 'The last part of the address of its page.',
      example: 'ai-foundations',
    },
    {
      key: 'privacy',
      type: 'choice',
      choices: [
        { value: 'public', label: 'Public', description: 'Everyone finds it in the school' },
        { value: 'unlisted', label: 'Unlisted', description: 'Only those who have its address' },
      ],
      label: 'Visibility',
      help: 'Who finds the product once it is published.',
    },
    {
      key: 'tags',
      type: 'texts',
      label: 'Tags',
      help: 'The tags of the product, in place of those that it has.',
      example: 'ai',
    },
    {
      key: 'featuredImage',
      type: 'text',
      label: 'Featured Image',
      help: 'The media ID of an uploaded picture, to show with the product. It must be public.',
      example: 'sAqXjVJzqpYlXVOyzNMRA',
    },
    {
      key: 'clear',
      type: 'choices',
      choices: CLEARABLE,
      label: 'Fields to Clear',
      help: 'What the product is to lose. A field above that is empty stays as it is, so that an empty cell clears nothing.',
    },
  ],
  output: z.extend(productSchema, { warnings: warningsSchema }),
  sample: { ...PRODUCT_SAMPLE, warnings: WARNINGS_SAMPLE },
  async run(school, { productId, tags, description, contentFormat, featuredImage, clear = [], ...change }) {
    const given = { tags, description, featuredImage };
    const both = CLEARABLE.find(({ value }) => clear.includes(value) && given[value] !== undefined);
    if (both)
      throw invalidInput(
        'clear',
        `"${both.label}" is filled in, and to be cleared.`,
        'Leave the field empty, or take it out of "Fields to Clear".',
      );
    mustChange({ ...change, ...given, clear: clear.length > 0 ? clear : undefined });
    const text = description === undefined ? undefined : readRichText(description, contentFormat, 'description');
    const product = await school.products.update(productId, {
      ...defined(change),
      ...(tags && { tags: [...tags] }),
      ...(text && { description: text.document }),
      ...(featuredImage !== undefined && { featuredImage: { mediaId: featuredImage } }),
      ...(clear.includes('tags') && { tags: [] }),
      ...(clear.includes('description') && { description: null }),
      ...(clear.includes('featuredImage') && { featuredImage: null }),
    });
    return { ...product, warnings: text?.warnings ?? [] };
  },
});

export const publishProduct = defineAction({
  key: 'product.publish',
  noun: 'product',
  label: 'Publish Product',
  description: 'Makes a product visible, so that customers can be invited to it.',
  input: [productField('The product to publish. A course or download must have a payment plan, a blog a description.')],
  output: productSchema,
  sample: PRODUCT_SAMPLE,
  notice: 'Everyone can see a published product, unless it is unlisted.',
  run: (school, { productId }) => school.products.publish(productId),
});

export const unpublishProduct = defineAction({
  key: 'product.unpublish',
  noun: 'product',
  label: 'Unpublish Product',
  description: 'Takes a product back to a draft, which nobody can be invited to.',
  input: [productField('The product to take back.')],
  output: productSchema,
  sample: { ...PRODUCT_SAMPLE, published: false },
  run: (school, { productId }) => school.products.unpublish(productId),
});

export const deleteProduct = defineAction({
  key: 'product.delete',
  noun: 'product',
  label: 'Delete Product',
  description: 'Deletes a course or download for good, with its lessons, files and enrolments.',
  input: [productField('The product to delete. A blog can only be deleted in the dashboard.')],
  output: z.looseObject({ productId: z.string(), deleted: z.boolean() }),
  sample: { productId: 'xSdpd-IChlXX-_XuHyRKO', deleted: true },
  notice:
    'A deleted product cannot be brought back: its lessons, files and payment plans go with it, and its customers lose it.',
  async run(school, { productId }) {
    await school.products.delete(productId);
    return { productId, deleted: true };
  },
});
