/** A trigger for each event that the connector can see; what each asks for follows from the registry of events. */
import { EVENT_TYPES, type EventType } from '../changes/events.ts';
import { eventRegistry } from '../changes/eventRegistry.ts';
import { poll } from '../changes/poll.ts';
import { toWatch, type Watch } from '../changes/watch.ts';
import { invalidInput } from '../http/errors.ts';
import type { Field } from './fields.ts';
import { readInput } from './input.ts';
import type { Trigger } from './operation.ts';

const PRODUCT: Field = {
  key: 'productId',
  type: 'reference',
  to: 'product',
  label: 'Product',
  help: 'The product to watch. Leave it empty to watch every course and download of the school.',
};

const PRODUCTS: Field = {
  key: 'productIds',
  type: 'references',
  to: 'product',
  label: 'Products',
  help: 'The products to watch. Leave it empty to watch every course and download of the school.',
};

type Option = Exclude<(typeof eventRegistry)[EventType]['options'][number], 'products'>;

/** What narrows an event down, or what it must have. */
const OPTIONS: Readonly<Record<Option, Field>> = {
  lessons: {
    key: 'lessonId',
    type: 'reference',
    to: 'lesson',
    within: 'productId',
    label: 'Lesson',
    help: 'The lesson to watch. Leave it empty to watch every lesson.',
  },
  statuses: {
    key: 'statuses',
    type: 'choices',
    label: 'New Status',
    help: 'Only changes to one of these. Leave it empty for any.',
    // Observed of enrolments; a school that knows others is watched without this filter.
    choices: [
      { value: 'active', label: 'Active' },
      { value: 'pending', label: 'Pending' },
      { value: 'payment_failed', label: 'Payment Failed' },
      { value: 'expired', label: 'Expired' },
      { value: 'rejected', label: 'Rejected' },
      { value: 'paused', label: 'Paused' },
    ],
  },
  thresholds: {
    key: 'thresholds',
    type: 'texts',
    label: 'Percentages',
    help: 'How much of the published lessons must be completed, in whole percent from 1 to 100. Each is told once.',
    example: '50',
    required: true,
  },
  stalledDays: {
    key: 'stalledDays',
    type: 'number',
    whole: true,
    min: 1,
    max: 3650,
    label: 'Days Without Progress',
    help: 'How many days a student completes no lesson; 14 when it is left empty.',
    example: 14,
  },
};

const isOption = (name: string): name is Option => name !== 'products';
const optionsOf = (type: EventType): readonly Field[] =>
  eventRegistry[type].options.filter(isOption).map((name) => OPTIONS[name]);

export const triggers: readonly Trigger[] = EVENT_TYPES.map((event): Trigger => {
  const { noun, label, description, blindSpot, sample, needsState, options } = eventRegistry[event];
  const products = (options as readonly string[]).includes('products') ? [PRODUCT] : [];
  return {
    kind: 'trigger',
    key: event,
    event,
    noun,
    label,
    description,
    notice: blindSpot,
    needsState,
    input: [...products, ...optionsOf(event)],
    sample: { ...sample },
    poll: (school, { productId, ...input }, options) =>
      poll(school, watchOf([event], { ...input, productIds: productId === undefined ? [] : [productId] }), options),
  };
});

/** What narrows the events of a trigger down that watches several at once, and the events that each field is for. */
export const watchFields: readonly { readonly field: Field; readonly events: readonly EventType[] }[] = (
  Object.keys(OPTIONS) as Option[]
).map((option) => ({
  field: OPTIONS[option],
  events: EVENT_TYPES.filter((type) => (eventRegistry[type].options as readonly string[]).includes(option)),
}));

/**
 * Reads what a trigger is to watch that watches several events of several products: `productIds`, and the fields of
 * `watchFields` that its events have. Throws `validation` for what cannot be watched.
 */
export function readWatch(events: readonly EventType[], raw: Readonly<Record<string, unknown>>): Watch {
  const fields = watchFields
    .filter((one) => one.events.some((type) => events.includes(type)))
    .map(({ field }) => field);
  return watchOf(events, readInput([PRODUCTS, ...fields], raw));
}

/** @param input read already */
function watchOf(events: readonly EventType[], input: Readonly<Record<string, unknown>>): Watch {
  const { productIds, lessonId, statuses, thresholds, stalledDays } = input as {
    readonly productIds?: readonly string[];
    readonly lessonId?: string;
    readonly statuses?: readonly string[];
    readonly thresholds?: readonly string[];
    readonly stalledDays?: number;
  };
  return toWatch({
    events,
    products: productIds,
    lessons: lessonId === undefined ? undefined : [lessonId],
    statuses,
    thresholds: thresholds?.map(percent),
    stalledDays,
  });
}

function percent(text: string): number {
  const value = Number(text.replace(/\s*%$/, ''));
  if (Number.isInteger(value) && value >= 1 && value <= 100) return value;
  throw invalidInput(
    'thresholds',
    `"Percentages" takes whole numbers from 1 to 100, and not "${text.slice(0, 50)}".`,
    'Give for example 25, 50, 75.',
  );
}
