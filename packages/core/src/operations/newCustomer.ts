import { pollEnrolments } from '../changes/pollEnrolments.ts';
import { defineTrigger } from './operation.ts';

export const newCustomer = defineTrigger({
  key: 'customer.enrolled',
  noun: 'customer',
  label: 'New Customer',
  description: 'Triggers when a customer enrols in a product, whether by buying, signing up or being invited.',
  input: [
    {
      key: 'productId',
      type: 'reference',
      to: 'product',
      label: 'Product',
      help: 'The product to watch. Leave it empty to watch every course and download of the school.',
    },
  ],
  sample: {
    id: 'enrolled:xSdpd-IChlXX-_XuHyRKO:YdQ8WH-8zguMBigzTtYDt',
    type: 'customer.enrolled',
    occurredAt: '2026-11-21T00:44:06.265Z',
    seenAt: '2026-11-21T00:45:00.000Z',
    customer: { userId: 'YdQ8WH-8zguMBigzTtYDt', email: 'ann@example.com', name: 'Ann Lee' },
    product: { productId: 'xSdpd-IChlXX-_XuHyRKO', title: 'AI Foundations' },
    status: 'active',
  },
  poll: (school, { productId }, options) => pollEnrolments(school, productId, options),
});
