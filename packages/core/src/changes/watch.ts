/** What a trigger watches, and what it has to read and to remember for that. */
import { invalidInput } from '../http/errors.ts';
import { EVENT_TYPES, type ConnectorEvent, type EventType } from './events.ts';

/** How a person says what to watch; everything but the events has a default. */
export interface WatchOptions {
  readonly events: readonly EventType[];
  /** IDs of products; by default every course and download of the school. */
  readonly products?: readonly string[] | undefined;
  /** Whole percents from 1 to 100, for `progress.reached`. */
  readonly thresholds?: readonly number[] | undefined;
  /** Whole days, 1 at least, for `customer.stalled`. */
  readonly stalledDays?: number | undefined;
  /** Only changes to one of these statuses. */
  readonly statuses?: readonly string[] | undefined;
  /** Only completions of these lessons. */
  readonly lessons?: readonly string[] | undefined;
}

export interface Watch {
  readonly events: readonly EventType[];
  /** Null is all of them, those to come included. */
  readonly products: readonly string[] | null;
  readonly thresholds: readonly number[];
  readonly stalledDays: number;
  readonly statuses: readonly string[] | null;
  readonly lessons: readonly string[] | null;
}

const DEFAULT_STALLED_DAYS = 14;

/** Throws `validation` where it cannot be watched: no event, a threshold that is no percentage. */
export function toWatch(options: WatchOptions): Watch {
  const events = EVENT_TYPES.filter((type) => options.events.includes(type));
  if (events.length === 0) throw invalidInput('events', 'No event is chosen.', 'Choose at least one.');
  const thresholds = [...new Set(options.thresholds ?? [])].sort((a, b) => a - b);
  if (thresholds.some((one) => !Number.isInteger(one) || one < 1 || one > 100))
    throw invalidInput('thresholds', 'A threshold must be a whole number of percent from 1 to 100.');
  if (events.includes('progress.reached') && thresholds.length === 0)
    throw invalidInput('thresholds', 'No threshold is given.', 'Say at which percentage to start, for example 50.');
  const stalledDays = options.stalledDays ?? DEFAULT_STALLED_DAYS;
  if (!Number.isInteger(stalledDays) || stalledDays < 1 || stalledDays > 3650)
    throw invalidInput('stalledDays', 'The days without progress must be a whole number from 1 to 3650.');
  return {
    events,
    products: options.products?.length ? [...new Set(options.products)] : null,
    thresholds: events.includes('progress.reached') ? thresholds : [],
    stalledDays,
    statuses: options.statuses?.length ? options.statuses : null,
    lessons: options.lessons?.length ? options.lessons : null,
  };
}

/** What has to be read for a watch, and so remembered. */
export interface Needs {
  /** Any event of customers: the rosters are read. */
  readonly rosters: boolean;
  /** The rosters are looked at for new rows only, so that not all of each has to be read at every poll. */
  readonly newRowsOnly: boolean;
  readonly removals: boolean;
  readonly statuses: boolean;
  readonly downloads: boolean;
  readonly stalls: boolean;
  /** Which lessons each customer has completed. */
  readonly lessons: boolean;
  /** What each customer has done: read customer by customer where the roster does not tell. */
  readonly progress: boolean;
  /** Sections, courses or thresholds: what is reached when several lessons are. */
  readonly marks: boolean;
  /** The lessons themselves, at every whole read: how far somebody is takes how many there are. */
  readonly lessonList: boolean;
  /** The lists of lessons are watched for what appears, is published or goes. */
  readonly lessonEvents: boolean;
  readonly productEvents: boolean;
}

export function needsOf({ events }: Pick<Watch, 'events'>): Needs {
  const any = (...types: EventType[]) => types.some((type) => events.includes(type));
  const marks = any('section.completed', 'progress.reached', 'course.completed');
  const stalls = any('customer.stalled');
  const lessonEvents = any('lesson.created', 'lesson.published', 'lesson.removed');
  const productEvents = any('product.created', 'product.published', 'product.unpublished');
  const lessons = marks || stalls || any('lesson.completed');
  const downloads = any('file.downloaded');
  const ofCustomers = events.filter((type) => !/^product\.|^lesson\.(?!completed)/.test(type));
  return {
    rosters: ofCustomers.length > 0,
    newRowsOnly: ofCustomers.length === 1 && ofCustomers[0] === 'customer.enrolled',
    removals: any('customer.removed'),
    statuses: any('customer.statusChanged'),
    downloads,
    stalls,
    lessons,
    progress: lessons || downloads,
    marks,
    lessonList: ofCustomers.length > 0 || lessonEvents,
    lessonEvents,
    productEvents,
  };
}

/** True for an event that was asked for. What is remembered is the same with every filter, so one can be changed. */
export function isWanted(watch: Watch, event: ConnectorEvent): boolean {
  if (!watch.events.includes(event.type)) return false;
  if (event.type === 'customer.statusChanged') return watch.statuses?.includes(event.to) ?? true;
  if (event.type === 'lesson.completed') return watch.lessons?.includes(event.lesson.lessonId) ?? true;
  return true;
}
