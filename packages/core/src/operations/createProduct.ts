import { productSchema } from '../api/products.ts';
import { defineAction } from './operation.ts';
import { PRODUCT_SAMPLE } from './samples.ts';

export const createProduct = defineAction({
  key: 'product.create',
  noun: 'product',
  label: 'Create Product',
  description: 'Creates a product as a draft, which nobody sees until it has a payment plan and is published.',
  input: [
    {
      key: 'title',
      type: 'text',
      label: 'Title',
      help: 'The title of the product. The school has one product at most with a title.',
      example: 'AI Foundations',
      required: true,
    },
    {
      key: 'type',
      type: 'choice',
      choices: [
        { value: 'course', label: 'Course', description: 'Lessons in sections' },
        { value: 'download', label: 'Download', description: 'Files to download' },
        { value: 'blog', label: 'Blog', description: 'A blog post' },
      ],
      default: 'course',
      label: 'Type',
      help: 'What kind of product it is. This cannot be changed later.',
    },
  ],
  output: productSchema,
  sample: { ...PRODUCT_SAMPLE, published: false, privacy: 'unlisted', tags: [] },
  run: (school, input) => school.products.create(input),
});
