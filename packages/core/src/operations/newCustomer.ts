import { eventRegistry } from '../changes/eventRegistry.ts';
import { poll } from '../changes/poll.ts';
import { toWatch } from '../changes/watch.ts';
import { defineTrigger } from './operation.ts';

const { noun, label, description, sample } = eventRegistry['customer.enrolled'];

export const newCustomer = defineTrigger({
  key: 'customer.enrolled',
  noun,
  label,
  description,
  input: [
    {
      key: 'productId',
      type: 'reference',
      to: 'product',
      label: 'Product',
      help: 'The product to watch. Leave it empty to watch every course and download of the school.',
    },
  ],
  sample: { ...sample },
  poll: (school, { productId }, options) =>
    poll(school, toWatch({ events: ['customer.enrolled'], products: productId ? [productId] : [] }), options),
});
