/** The form of the trigger node: which events, of which products, and what narrows them down. */
import { EVENT_TYPES, eventRegistry, watchFields, type EventType } from '@courselit-connector/core';
import type { INodeProperties } from 'n8n-workflow';
import { fieldProperty } from './fieldProperty.ts';
import { loadMethod } from './references.ts';
import { description } from './wording.ts';

export const EVENTS = 'events';
/** `all`, `one` or `several`. */
export const WATCH = 'watchProduct';
export const PRODUCT = 'productId';
export const PRODUCTS = 'productIds';

/** By label, as n8n wants its lists. */
const events = () =>
  EVENT_TYPES.map((type) => ({
    name: eventRegistry[type].label,
    value: type,
    description: description(eventRegistry[type].description),
  })).sort((a, b) => (a.name < b.name ? -1 : 1));

export function triggerProperties(): INodeProperties[] {
  return [
    {
      displayName: 'Events',
      name: EVENTS,
      type: 'multiOptions',
      required: true,
      options: events(),
      default: ['customer.enrolled' satisfies EventType],
      description: 'What starts the workflow',
    },
    {
      displayName: 'Watch',
      name: WATCH,
      type: 'options',
      options: [
        { name: 'All Products', value: 'all', description: 'Those to come as well' },
        { name: 'One Product', value: 'one' },
        { name: 'Several Products', value: 'several' },
      ],
      default: 'all',
    },
    {
      ...fieldProperty({
        key: PRODUCT,
        type: 'reference',
        to: 'product',
        label: 'Product',
        help: 'The product to watch.',
        required: true,
      }),
      displayOptions: { show: { [WATCH]: ['one'] } },
    },
    {
      ...fieldProperty({
        key: PRODUCTS,
        type: 'references',
        to: 'product',
        label: 'Products',
        help: 'The products to watch.',
        required: true,
      }),
      typeOptions: { loadOptionsMethod: loadMethod('product') },
      displayOptions: { show: { [WATCH]: ['several'] } },
    },
    ...watchFields.map(({ field, events }): INodeProperties => {
      const isInProduct = 'within' in field && field.within === PRODUCT;
      return {
        ...fieldProperty(field),
        displayOptions: { show: { [EVENTS]: [...events], ...(isInProduct && { [WATCH]: ['one'] }) } },
      };
    }),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        {
          displayName: 'If What Is Remembered Is Damaged',
          name: 'ifDamaged',
          type: 'options',
          options: [
            {
              name: 'Begin Afresh',
              value: 'afresh',
              description: 'What happened in between does not start the workflow',
            },
            { name: 'Fail', value: 'fail' },
          ],
          default: 'fail',
        },
        {
          displayName: 'Include Existing',
          name: 'includeExisting',
          type: 'boolean',
          default: false,
          description:
            'Whether what is there when the workflow is activated starts it as well. Otherwise only what comes after does.',
        },
        {
          displayName: 'Maximum Events per Poll',
          name: 'maxEvents',
          type: 'number',
          typeOptions: { minValue: 1, numberPrecision: 0 },
          default: 100,
          description: 'How many events at most start the workflow at once. The rest is kept for the next poll.',
        },
      ],
    },
  ];
}
