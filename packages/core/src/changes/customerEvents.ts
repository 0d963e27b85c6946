/**
 * From what changed of a product's customers to events: `events(previous, now)`, and with nothing remembered
 * `events(nothing, now)`, which is every fact that is true now. One function for hosts that keep a snapshot and for
 * hosts that keep ids.
 */
import { ones } from './bits.ts';
import { NO_COLUMN, indexOf, valueAt, wordsAt, type Column, type Customers } from './customers.ts';
import type { ConnectorEvent, EventProduct, EventProgress, EventSection, EventType } from './events.ts';
import { eventId } from './events.ts';
import { personOf, type Facts } from './facts.ts';
import type { KnownLesson } from './lessonList.ts';
import { isReached, measureNow, progressOf, type Measure } from './marks.ts';
import type { ProductMemory } from './memory.ts';
import { merge, type Merged } from './merge.ts';
import type { Person } from './people.ts';
import { markReached, type Reached } from './reached.ts';
import { dayOf, stalledAt, stalledColumn } from './stalls.ts';
import { isWanted, needsOf, type Watch } from './watch.ts';

export interface Comparison {
  readonly watch: Watch;
  readonly memory: ProductMemory;
  /** The lessons as they are now, each at its place. */
  readonly lessons: readonly KnownLesson[];
  readonly facts: Facts;
  /** They have been looked at, now or before. */
  readonly isListed: boolean;
  /** The lessons that counted before the roster was read; null where that is not known. */
  readonly earlier: Measure | null;
  readonly now: number;
  /** Nothing is remembered between polls: the present status is a fact as well. */
  readonly statusFacts: boolean;
  /** More events than this are not gathered: `failure` is thrown instead. */
  readonly most?: Most | undefined;
}

/** How many events there may be, and what is thrown where there are more. */
export interface Most {
  readonly events: number;
  readonly failure: Error;
}

export interface Compared {
  readonly events: ConnectorEvent[];
  readonly merged: Merged;
}

/** Compares, and gives what is to be remembered. The memory's dictionaries and counters are added to; nothing else of it. */
export function compareCustomers(comparison: Comparison): Compared {
  const { watch, memory, lessons } = comparison;
  const needs = needsOf(watch);
  const measure = measureNow(lessons);
  const facts = needs.stalls ? withStalled(comparison, measure) : comparison.facts;
  const merged = merge(memory.customers, remembered(facts.now, needs));
  const marks = needs.marks ? markReached(comparison, merged, measure) : new Map<number, Reached[]>();
  const changed = new Set([...merged.changed, ...marks.keys()]);
  const writer = new EventWriter({ ...comparison, facts }, merged, measure);
  for (const index of [...changed].sort((a, b) => a - b)) writer.write(index, marks.get(index) ?? []);
  return { events: writer.events, merged };
}

/** With the day since which each customer stands still. */
function withStalled(comparison: Comparison, measure: Measure): Facts {
  const { watch, facts, now } = comparison;
  const isThrough = (index: number) => {
    const done = doneOf(comparison, index);
    return measure.course.total === 0 || !done || isReached({ kind: 'course' }, measure, done);
  };
  const stalled = stalledColumn(facts, watch.stalledDays, now, isThrough);
  return { ...facts, now: { ...facts.now, columns: { ...facts.now.columns, stalled } } };
}

/** The lessons that a customer has completed, as they were read now or, where they were not, before. */
function doneOf({ facts, memory }: Comparison, index: number): Uint32Array | undefined {
  const { now } = facts;
  if (valueAt(now.columns.unread, index) === 0) return wordsAt(now.columns.done, index);
  const known = indexOf(memory.customers, { high: now.high[index] as number, low: now.low[index] as number });
  if (known < 0 || valueAt(memory.customers.columns.unread, known) === 1) return undefined;
  return wordsAt(memory.customers.columns.done, known);
}

/** What is read, less what is not watched: it is not to be remembered. */
function remembered(now: Customers, needs: ReturnType<typeof needsOf>): Customers {
  const { columns } = now;
  return {
    ...now,
    names: needs.removals ? now.names : null,
    columns: {
      ...columns,
      status: needs.statuses ? columns.status : NO_COLUMN,
      statuses: needs.statuses ? statusBits(columns.status) : NO_COLUMN,
      downloaded: needs.downloads ? columns.downloaded : NO_COLUMN,
      done: needs.lessons ? columns.done : NO_COLUMN,
      unread: needs.progress ? columns.unread : NO_COLUMN,
      activity: needs.progress ? columns.activity : NO_COLUMN,
    },
  };
}

const statusBits = ({ data }: Column): Column => ({
  words: 1,
  data: data.map((place) => (place === 0 ? 0 : 1 << (place - 1))),
});

/** Writes the events of one customer after the other: those that are wanted. */
class EventWriter {
  readonly events: ConnectorEvent[] = [];
  private readonly comparison: Comparison;
  private readonly merged: Merged;
  private readonly measure: Measure;
  private readonly product: EventProduct;
  private readonly seenAt: string;

  constructor(comparison: Comparison, merged: Merged, measure: Measure) {
    this.comparison = comparison;
    this.merged = merged;
    this.measure = measure;
    this.product = { productId: comparison.memory.productId, title: comparison.memory.title };
    this.seenAt = new Date(comparison.now).toISOString();
  }

  write(index: number, reached: readonly Reached[]): void {
    const { memory, facts } = this.comparison;
    if (memory.settled === null) return;
    const before = this.merged.before[index] as number;
    const person = personOf(facts, index);
    if (before < 0) this.enrolled(index, person);
    this.statusChanged(index, before, person);
    // Progress that is read for the first time was there before.
    const isFirstProgress = before >= 0 && valueAt(memory.customers.columns.unread, before) === 1;
    if (person.downloadedInRow || !isFirstProgress) this.downloaded(index, before, person);
    if (isFirstProgress) return;
    if (before >= 0 && !memory.settled.events.some(isOfLessons)) return;
    this.lessonsCompleted(index, before, person);
    for (const one of reached) this.reached(index, before, person, one);
    this.stalled(index, before, person);
  }

  /** What was not asked for is not kept: there may be many times as much of it. */
  private add(event: ConnectorEvent): void {
    const { watch, most } = this.comparison;
    if (!isWanted(watch, event)) return;
    this.events.push(event);
    if (most && this.events.length > most.events) throw most.failure;
  }

  private fires(type: EventType, before: number): boolean {
    const { watch, memory } = this.comparison;
    return watch.events.includes(type) && (before < 0 || memory.settled?.events.includes(type) === true);
  }

  private base<Type extends EventType>(type: Type, index: number, person: Person, occurredAt: string | null) {
    const { seenAt, product } = this;
    const progress = this.progress(index);
    return { type, occurredAt, seenAt, customer: person.customer, product, status: person.status, progress };
  }

  private enrolled(index: number, person: Person): void {
    if (!this.fires('customer.enrolled', -1)) return;
    const id = eventId.enrolled(this.product.productId, person.customer.userId);
    this.add({ id, ...this.base('customer.enrolled', index, person, person.enrolledAt) });
  }

  private statusChanged(index: number, before: number, person: Person): void {
    const { memory, facts, statusFacts } = this.comparison;
    const place = valueAt(facts.now.columns.status, index);
    if (place === 0 || person.status === null || (before < 0 && !statusFacts)) return;
    const old = before < 0 ? 0 : valueAt(memory.customers.columns.status, before);
    if (old === place || (before >= 0 && old === 0)) return;
    const wasThere = before >= 0 && (valueAt(memory.customers.columns.statuses, before) & (1 << (place - 1))) !== 0;
    const times = wasThere ? this.countAgain(index, person.status) : 1;
    if (!this.fires('customer.statusChanged', before)) return;
    this.add({
      id: eventId.status(this.product.productId, person.customer.userId, person.status, times),
      ...this.base('customer.statusChanged', index, person, null),
      from: old === 0 ? null : (memory.statuses.texts[old - 1] ?? null),
      to: person.status,
    });
  }

  private countAgain(index: number, what: string): number {
    const { facts, memory } = this.comparison;
    return countAgain(memory, facts.now, index, what);
  }

  private downloaded(index: number, before: number, person: Person): void {
    const { memory, facts } = this.comparison;
    if (valueAt(facts.now.columns.downloaded, index) === 0 || !this.fires('file.downloaded', before)) return;
    if (before >= 0 && valueAt(memory.customers.columns.downloaded, before) === 1) return;
    const id = eventId.downloaded(this.product.productId, person.customer.userId);
    this.add({ id, ...this.base('file.downloaded', index, person, person.activeAt) });
  }

  private lessonsCompleted(index: number, before: number, person: Person): void {
    if (!this.fires('lesson.completed', before)) return;
    const { memory, facts } = this.comparison;
    const now = wordsAt(facts.now.columns.done, index);
    const old = before < 0 ? new Uint32Array() : wordsAt(memory.customers.columns.done, before);
    now.forEach((word, at) => {
      for (const bit of ones(word & ~(old[at] ?? 0))) {
        const place = at * 32 + bit;
        const lesson = this.lesson(place);
        this.add({
          id: eventId.lesson(this.product.productId, lesson.lessonId, person.customer.userId),
          // The school tells the time of the last one only.
          ...this.base('lesson.completed', index, person, place === person.lastLesson ? person.activeAt : null),
          lesson,
          section: this.sectionOf(place),
        });
      }
    });
  }

  private reached(index: number, before: number, person: Person, { mark, causedBy, isBaseline }: Reached): void {
    if (isBaseline && before >= 0) return;
    const { productId } = this.product;
    const { userId } = person.customer;
    const at = causedBy === 'lesson_completed' ? person.activeAt : null;
    if (mark.kind === 'progress' && this.fires('progress.reached', before)) {
      const { threshold } = mark;
      const id = eventId.progress(productId, userId, threshold);
      this.add({ id, ...this.base('progress.reached', index, person, at), threshold, causedBy });
    }
    if (mark.kind === 'course' && this.fires('course.completed', before)) {
      const id = eventId.completed(productId, userId);
      this.add({ id, ...this.base('course.completed', index, person, at), causedBy });
    }
    if (mark.kind === 'section' && this.fires('section.completed', before)) {
      const id = eventId.section(productId, mark.sectionId, userId);
      const section = { sectionId: mark.sectionId, name: null };
      this.add({ id, ...this.base('section.completed', index, person, at), section, causedBy });
    }
  }

  private stalled(index: number, before: number, person: Person): void {
    const { memory, facts, watch } = this.comparison;
    const day = valueAt(facts.now.columns.stalled, index);
    if (day === 0 || person.activeAt === null || !this.fires('customer.stalled', before)) return;
    if (before >= 0 && memory.settled?.stalledDays !== watch.stalledDays) return;
    if (before >= 0 && valueAt(memory.customers.columns.stalled, before) === day) return;
    const activity = Date.parse(person.activeAt);
    const days = watch.stalledDays;
    if (dayOf(activity) !== day) return;
    this.add({
      id: eventId.stalled(this.product.productId, person.customer.userId, days, activity),
      ...this.base('customer.stalled', index, person, stalledAt(activity, days)),
      days,
      lastActivityAt: person.activeAt,
    });
  }

  private progress(index: number): EventProgress | null {
    const { facts, isListed } = this.comparison;
    if (!isListed || valueAt(facts.now.columns.unread, index) === 1) return null;
    return progressOf(this.measure, wordsAt(facts.now.columns.done, index));
  }

  private lesson(place: number): { lessonId: string; title: string | null } {
    const { id, title } = this.comparison.lessons[place] as KnownLesson;
    return { lessonId: id, title };
  }

  private sectionOf(place: number): EventSection | null {
    const section = this.comparison.lessons[place]?.section ?? null;
    return section === null ? null : { sectionId: section, name: null };
  }
}

const LESSON_EVENTS: readonly EventType[] = [
  'lesson.completed',
  'section.completed',
  'progress.reached',
  'course.completed',
  'customer.stalled',
];
const isOfLessons = (type: EventType) => LESSON_EVENTS.includes(type);

/** How often a customer has done something that was done before: 2 the second time. */
export function countAgain(memory: ProductMemory, customers: Customers, index: number, what: string): number {
  const key = `${(customers.high[index] as number).toString(36)}.${(customers.low[index] as number).toString(36)} ${what}`;
  const times = (memory.again.get(key) ?? 1) + 1;
  memory.again.set(key, times);
  return times;
}
