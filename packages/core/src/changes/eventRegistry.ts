/** What hosts say of each event: its name, when it happens, what it asks for, and one that is realistic. */
import type { ConnectorEvent, EventType } from './events.ts';
import { eventId } from './events.ts';

export interface EventDescription {
  readonly noun: 'customer' | 'lesson' | 'section' | 'course' | 'file' | 'product' | 'student';
  /** Title Case, as a trigger is called. */
  readonly label: string;
  /** One sentence that begins with "Triggers when". */
  readonly description: string;
  /** What polling cannot see of it. */
  readonly blindSpot: string;
  /** Fields of `WatchOptions` that narrow it down or that it must have. */
  readonly options: readonly ('products' | 'thresholds' | 'stalledDays' | 'statuses' | 'lessons')[];
  /** It takes a host that keeps a snapshot: the school does not tell it of what it shows now. */
  readonly needsState: boolean;
  readonly sample: ConnectorEvent;
}

const PRODUCT = { productId: 'xSdpd-IChlXX-_XuHyRKO', title: 'AI Foundations' };
const USER = 'YdQ8WH-8zguMBigzTtYDt';
const LESSON = { lessonId: 'hg2E2yUD6AhlZY3kfJqcP', title: 'What a Model Is' };
const SECTION = { sectionId: 'V__0asxPaNT0NJ22moCac', name: 'First Section' };
const AT = '2026-11-21T00:44:06.265Z';
const seen = { seenAt: '2026-11-21T00:45:00.000Z', product: PRODUCT };
const customer = { userId: USER, email: 'ann@example.com', name: 'Ann Lee' };
const progress = { completed: 6, total: 12, percent: 50 };
const of = { ...seen, occurredAt: AT, customer, status: 'active', progress };
const all = { completed: 12, total: 12, percent: 100 };
const { productId } = PRODUCT;
const RESET = 'Progress that was reset and made again is not seen again.';
const BRIEF = 'What begins and ends between two polls is not seen.';

export const eventRegistry = {
  'customer.enrolled': {
    noun: 'customer',
    label: 'New Customer',
    description: 'Triggers when a customer enrols in a product, whether by buying, signing up or being invited.',
    blindSpot: `${BRIEF} Somebody who leaves and comes back is not new.`,
    options: ['products'],
    needsState: false,
    sample: {
      id: eventId.enrolled(productId, USER),
      type: 'customer.enrolled',
      ...of,
      progress: { completed: 0, total: 12, percent: 0 },
    },
  },
  'customer.statusChanged': {
    noun: 'customer',
    label: 'Customer Status Changed',
    description: 'Triggers when the status of an enrolment changes, for example from active to expired.',
    blindSpot: BRIEF,
    options: ['products', 'statuses'],
    needsState: false,
    sample: {
      id: eventId.status(productId, USER, 'expired'),
      type: 'customer.statusChanged',
      ...of,
      occurredAt: null,
      status: 'expired',
      from: 'active',
      to: 'expired',
    },
  },
  'customer.removed': {
    noun: 'customer',
    label: 'Customer Removed',
    description: 'Triggers when a customer is no longer enrolled in a product.',
    blindSpot: 'It takes two polls to be sure. Somebody who leaves and comes back before that was not gone.',
    options: ['products'],
    needsState: true,
    sample: {
      id: eventId.removed(productId, USER),
      type: 'customer.removed',
      ...of,
      occurredAt: null,
      customer: { ...customer, name: null },
    },
  },
  'customer.stalled': {
    noun: 'student',
    label: 'Student Stalled',
    description: 'Triggers when a student who has not finished makes no progress for a number of days.',
    blindSpot: 'Only completed lessons and downloads count as progress: the school tells of no other activity.',
    options: ['products', 'stalledDays'],
    needsState: false,
    sample: {
      id: eventId.stalled(productId, USER, 14, Date.parse(AT)),
      type: 'customer.stalled',
      ...of,
      occurredAt: '2026-12-05T00:44:06.265Z',
      seenAt: '2026-12-05T00:45:00.000Z',
      days: 14,
      lastActivityAt: AT,
    },
  },
  'lesson.completed': {
    noun: 'lesson',
    label: 'Lesson Completed',
    description: 'Triggers when a student completes a lesson.',
    blindSpot: RESET,
    options: ['products', 'lessons'],
    needsState: false,
    sample: {
      id: eventId.lesson(productId, LESSON.lessonId, USER),
      type: 'lesson.completed',
      ...of,
      lesson: LESSON,
      section: SECTION,
    },
  },
  'section.completed': {
    noun: 'section',
    label: 'Section Completed',
    description: 'Triggers when a student has completed every published lesson of a section.',
    blindSpot: `${RESET} A section that counts as completed only until a lesson is added may be missed.`,
    options: ['products'],
    needsState: false,
    sample: {
      id: eventId.section(productId, SECTION.sectionId, USER),
      type: 'section.completed',
      ...of,
      section: SECTION,
      causedBy: 'lesson_completed',
    },
  },
  'progress.reached': {
    noun: 'student',
    label: 'Progress Reached',
    description: 'Triggers when a student has completed a certain percentage of the published lessons of a product.',
    blindSpot: `${RESET} A percentage that is reached only until a lesson is added may be missed.`,
    options: ['products', 'thresholds'],
    needsState: false,
    sample: {
      id: eventId.progress(productId, USER, 50),
      type: 'progress.reached',
      ...of,
      threshold: 50,
      causedBy: 'lesson_completed',
    },
  },
  'course.completed': {
    noun: 'course',
    label: 'Course Completed',
    description: 'Triggers when a student has completed every published lesson of a product.',
    blindSpot: `${RESET} A course that counts as completed only until a lesson is added may be missed.`,
    options: ['products'],
    needsState: false,
    sample: {
      id: eventId.completed(productId, USER),
      type: 'course.completed',
      ...of,
      progress: all,
      causedBy: 'lesson_completed',
    },
  },
  'file.downloaded': {
    noun: 'file',
    label: 'File Downloaded',
    description: 'Triggers when a customer downloads the file of a download product for the first time.',
    blindSpot: 'A second download is not seen.',
    options: ['products'],
    needsState: false,
    sample: { id: eventId.downloaded(productId, USER), type: 'file.downloaded', ...of },
  },
  'product.created': {
    noun: 'product',
    label: 'New Product',
    description: 'Triggers when a course or download is created, as a draft or published.',
    blindSpot: BRIEF,
    options: [],
    needsState: false,
    sample: { id: eventId.product(productId), type: 'product.created', occurredAt: AT, ...seen },
  },
  'product.published': {
    noun: 'product',
    label: 'Product Published',
    description: 'Triggers when a course or download is published.',
    blindSpot: BRIEF,
    options: ['products'],
    needsState: false,
    sample: { id: eventId.published(productId), type: 'product.published', occurredAt: null, ...seen },
  },
  'product.unpublished': {
    noun: 'product',
    label: 'Product Unpublished',
    description: 'Triggers when a published course or download is taken back to a draft.',
    blindSpot: BRIEF,
    options: ['products'],
    needsState: true,
    sample: { id: eventId.unpublished(productId), type: 'product.unpublished', occurredAt: null, ...seen },
  },
  'lesson.created': {
    noun: 'lesson',
    label: 'New Lesson',
    description: 'Triggers when a lesson is created in a product, as a draft or published.',
    blindSpot: BRIEF,
    options: ['products'],
    needsState: false,
    sample: {
      id: eventId.lessonNew(productId, LESSON.lessonId),
      type: 'lesson.created',
      occurredAt: null,
      ...seen,
      lesson: LESSON,
      section: SECTION,
    },
  },
  'lesson.published': {
    noun: 'lesson',
    label: 'Lesson Published',
    description: 'Triggers when a lesson of a product is published.',
    blindSpot: BRIEF,
    options: ['products'],
    needsState: false,
    sample: {
      id: eventId.lessonPublished(productId, LESSON.lessonId),
      type: 'lesson.published',
      occurredAt: null,
      ...seen,
      lesson: LESSON,
      section: SECTION,
    },
  },
  'lesson.removed': {
    noun: 'lesson',
    label: 'Lesson Removed',
    description: 'Triggers when a lesson of a product is deleted.',
    blindSpot: BRIEF,
    options: ['products'],
    needsState: true,
    sample: {
      id: eventId.lessonRemoved(productId, LESSON.lessonId),
      type: 'lesson.removed',
      occurredAt: null,
      ...seen,
      lesson: LESSON,
      section: SECTION,
    },
  },
} as const satisfies Record<EventType, EventDescription>;
