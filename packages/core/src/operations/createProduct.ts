import { productSchema } from '../api/products.ts';
import { defineAction } from './operation.ts';

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
  sample: {
    productId: 'xSdpd-IChlXX-_XuHyRKO',
    type: 'course',
    title: 'AI Foundations',
    slug: 'ai-foundations',
    published: false,
    privacy: 'unlisted',
    tags: [],
    createdAt: '2026-11-21T00:44:04.113Z',
    updatedAt: '2026-11-21T00:44:04.113Z',
  },
  run: (school, input) => school.products.create(input),
});
