/**
 * Something that happened in a school. Its id is worked out from what happened, so that the same event has the same
 * id whenever and wherever it is seen. Types, ids and fields are a public contract: never change one (a test compares
 * the ids with a file).
 */
export const EVENT_TYPES = [
  'customer.enrolled',
  'customer.statusChanged',
  'customer.removed',
  'customer.stalled',
  'lesson.completed',
  'section.completed',
  'progress.reached',
  'course.completed',
  'file.downloaded',
  'product.created',
  'product.published',
  'product.unpublished',
  'lesson.created',
  'lesson.published',
  'lesson.removed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface EventCustomer {
  readonly userId: string;
  readonly email: string | null;
  readonly name: string | null;
}
export interface EventProduct {
  readonly productId: string;
  readonly title: string | null;
}
export interface EventLesson {
  readonly lessonId: string;
  /** Null for a lesson that the school no longer lists. */
  readonly title: string | null;
}
export interface EventSection {
  readonly sectionId: string;
  readonly name: string | null;
}
/** How far a customer was when it was seen: published lessons only, percent rounded down. */
export interface EventProgress {
  readonly completed: number;
  readonly total: number;
  readonly percent: number;
}
/**
 * What made a course, section or threshold count as reached: a lesson that the customer completed, or a change of the
 * lessons (one was removed, unpublished or moved) under a customer who had completed the others. Null where only the
 * present state is known.
 */
export type Cause = 'lesson_completed' | 'lessons_changed' | null;

interface Seen<Type extends EventType> {
  readonly id: string;
  readonly type: Type;
  /** ISO 8601, UTC; null where the school does not say. */
  readonly occurredAt: string | null;
  /** ISO 8601, UTC: when the connector saw it. */
  readonly seenAt: string;
  readonly product: EventProduct;
}
interface OfCustomer<Type extends EventType> extends Seen<Type> {
  readonly customer: EventCustomer;
  /** The enrolment's state as it was seen: active, pending, … */
  readonly status: string | null;
  /** Null where it is not known. */
  readonly progress: EventProgress | null;
}
interface OfLesson<Type extends EventType> extends Seen<Type> {
  readonly lesson: EventLesson;
  readonly section: EventSection | null;
}

export type ConnectorEvent =
  | OfCustomer<'customer.enrolled'>
  | (OfCustomer<'customer.statusChanged'> & { readonly from: string | null; readonly to: string })
  | OfCustomer<'customer.removed'>
  | (OfCustomer<'customer.stalled'> & { readonly days: number; readonly lastActivityAt: string })
  | (OfCustomer<'lesson.completed'> & { readonly lesson: EventLesson; readonly section: EventSection | null })
  | (OfCustomer<'section.completed'> & { readonly section: EventSection; readonly causedBy: Cause })
  | (OfCustomer<'progress.reached'> & { readonly threshold: number; readonly causedBy: Cause })
  | (OfCustomer<'course.completed'> & { readonly causedBy: Cause })
  | OfCustomer<'file.downloaded'>
  | Seen<'product.created'>
  | Seen<'product.published'>
  | Seen<'product.unpublished'>
  | OfLesson<'lesson.created'>
  | OfLesson<'lesson.published'>
  | OfLesson<'lesson.removed'>;

/** An event of one type. */
export type EventOf<Type extends EventType> = Extract<ConnectorEvent, { readonly type: Type }>;

/** What can happen again carries, from the second time on, how many times it has been seen. */
const again = (times: number) => (times > 1 ? `:${times}` : '');

/** The ids. IDs of the service hold no colon (observed: `A-Za-z0-9_-`), so no two events share one. */
export const eventId = {
  enrolled: (product: string, user: string) => `enrolled:${product}:${user}`,
  status: (product: string, user: string, status: string, times = 1) =>
    `status:${product}:${user}:${status}${again(times)}`,
  removed: (product: string, user: string, times = 1) => `removed:${product}:${user}${again(times)}`,
  /** @param activity when the customer last did something, in milliseconds since 1970 */
  stalled: (product: string, user: string, days: number, activity: number) =>
    `stalled:${product}:${user}:${days}:${activity}`,
  lesson: (product: string, lesson: string, user: string) => `lesson:${product}:${lesson}:${user}`,
  section: (product: string, section: string, user: string) => `section:${product}:${section}:${user}`,
  progress: (product: string, user: string, percent: number) => `progress:${product}:${user}:${percent}`,
  completed: (product: string, user: string) => `completed:${product}:${user}`,
  downloaded: (product: string, user: string) => `downloaded:${product}:${user}`,
  product: (product: string) => `product:${product}`,
  published: (product: string, times = 1) => `published:${product}${again(times)}`,
  unpublished: (product: string, times = 1) => `unpublished:${product}${again(times)}`,
  lessonNew: (product: string, lesson: string) => `lesson-new:${product}:${lesson}`,
  lessonPublished: (product: string, lesson: string, times = 1) =>
    `lesson-published:${product}:${lesson}${again(times)}`,
  lessonRemoved: (product: string, lesson: string, times = 1) => `lesson-removed:${product}:${lesson}${again(times)}`,
} as const;

/** Oldest first; what has no time comes last, and ids decide between equals, so that the order is always the same. */
export function inOrder(events: ConnectorEvent[]): ConnectorEvent[] {
  const time = (event: ConnectorEvent) => event.occurredAt ?? '\uffff';
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return events.sort((a, b) => compare(time(a), time(b)) || compare(a.id, b.id));
}
