/**
 * What a Zap may want to know of a thing that an event names, and that takes a call for each: Zapier makes that call
 * when a step uses it, and for the events that start the Zap alone. A poll costs the same with or without it.
 */
import { reads, runRead, type ConnectorEvent, type EventType, type Read } from '@courselit-connector/core';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { withSchool } from '../school.ts';

interface Details {
  /** Under which Zapier finds it again when it is time to read: stored with events that wait, so it never changes. */
  readonly key: string;
  readonly read: Read;
  /** What the read is to be asked. */
  readonly input: (event: ConnectorEvent) => Record<string, unknown>;
}

function readCalled(key: string): Read {
  const read = reads.find((one) => one.key === key);
  if (!read) throw new Error(`The catalogue has no read "${key}".`);
  return read;
}

const PRODUCT: Details = {
  key: 'productDetails',
  read: readCalled('product.get'),
  input: ({ product }) => ({ productId: product.productId }),
};
const LESSON: Details = {
  key: 'lessonDetails',
  read: readCalled('lesson.get'),
  input: (event) => ({
    productId: event.product.productId,
    lessonId: 'lesson' in event ? event.lesson.lessonId : undefined,
  }),
};

const DETAILS: Readonly<Partial<Record<EventType, Details>>> = {
  'product.created': PRODUCT,
  'product.published': PRODUCT,
  'lesson.created': LESSON,
  'lesson.published': LESSON,
};

const performOf =
  ({ read }: Details) =>
  (z: ZObject, bundle: Bundle) =>
    withSchool(z, bundle, (school) => runRead(school, read, bundle.inputData));

const performs = new Map([PRODUCT, LESSON].map((one) => [one.key, performOf(one)]));

/** The functions that read them, under the names that Zapier keeps. */
export const hydrators = Object.fromEntries(performs);

/** The sample of an event, with that of its details where it has some. */
export function withSampleDetails(type: EventType, sample: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const details = DETAILS[type];
  return details ? { ...sample, details: details.read.sample } : { ...sample };
}

/** The event, with a promise of its details where it has some: a text that Zapier replaces by what it then reads. */
export function withDetails(
  z: Pick<ZObject, 'dehydrate'>,
  event: ConnectorEvent,
): ConnectorEvent & { details?: string } {
  const details = DETAILS[event.type];
  const perform = details && performs.get(details.key);
  return details && perform ? { ...event, details: z.dehydrate(perform, details.input(event)) } : event;
}
