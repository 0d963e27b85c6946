import type { Field } from './fields.ts';

/** The product that an operation works on: the same field in every form. */
export const productField = (help: string) =>
  ({
    key: 'productId',
    type: 'reference',
    to: 'product',
    label: 'Product',
    help,
    required: true,
  }) as const satisfies Field;
