/** Compares what a read showed with what is remembered of a product, tells what is new, and remembers it. */
import { compareCustomers } from './customerEvents.ts';
import { valueAt, type Customers } from './customers.ts';
import type { Dictionary } from './dictionary.ts';
import { withNames } from './eventNames.ts';
import type { ConnectorEvent } from './events.ts';
import type { RosterReading } from './facts.ts';
import { lessonEvents, measureTag, nextLessons } from './lessonList.ts';
import { isSameMeasure, measureBefore, measureNow, type Measure } from './marks.ts';
import type { ProductMemory } from './memory.ts';
import { listLessons, type ProductPoll } from './productPoll.ts';
import { BY_OTHER_LESSONS } from './reached.ts';
import { needsOf } from './watch.ts';

/** What was read, and by which lessons it is to be measured. */
export interface Read {
  readonly reading: RosterReading;
  /** The lessons by their places, those that the reading told of included. */
  readonly dictionary: Dictionary;
  /** It ends a read of everybody. */
  readonly isOver: boolean;
  /** A tag of the lessons at the beginning of that; `OTHER_LESSONS` where they have changed since. */
  readonly measure: number;
  /** The lessons are taken as they are remembered: to list them would be one request too many. */
  readonly asRemembered?: boolean;
  /** The lessons that counted before the read, where they are not those that are remembered. */
  readonly earlier?: Measure | null;
}

/** Gives whether everybody who was seen since the beginning of the read has been measured by the same lessons. */
export async function compareRead(
  poll: ProductPoll,
  { reading, dictionary, isOver, measure, asRemembered = false, earlier = null }: Read,
): Promise<boolean> {
  const { memory, school, watch, complete } = poll;
  const needs = needsOf(watch);
  // After the roster: what is completed then of the lessons that are listed now is so now.
  const listed = needs.lessonList && !asRemembered ? await listLessons(poll) : null;
  const again = [...memory.again];
  const facts = reading.sorted(memory.moved, needs.removals);
  const lessons = nextLessons(memory.lessons, listed, dictionary, false);
  const { events, merged } = compareCustomers({
    watch,
    memory,
    lessons,
    facts,
    isListed: memory.listed || listed !== null,
    earlier: earlier ?? (memory.listed ? measureNow(memory.lessons) : null),
    now: school.now(),
    statusFacts: complete,
    most: poll.most,
  });
  const told = needs.lessonEvents ? [...lessonEventsOf(poll, lessons), ...events] : events;
  if (memory.settled !== null) {
    const unread = merged.next.columns.unread.data;
    // Whoever came after the first look had completed nothing before it.
    merged.before.forEach((place, index) => {
      if (place < 0) unread[merged.after[index] as number] = 0;
    });
  }
  const named = await withNames(school, memory.productId, told).catch((error: unknown) => {
    // Nothing of it is told, so nothing of it counts.
    memory.again.clear();
    for (const [key, times] of again) memory.again.set(key, times);
    throw error;
  });
  memory.customers = merged.next;
  // Where the lessons changed during the read, not everybody was measured by the same ones: the next read does that.
  const isSame = measure === measureTag(lessons);
  const isMeasured = isOver && isSame;
  if (isMeasured && needs.marks && !isSameMeasure(measureNow(lessons), measureBefore(memory.lessons)))
    leaveUnmeasured(merged.next);
  memory.lessons = isMeasured ? nextLessons(lessons, listed, dictionary, true) : lessons;
  memory.listed ||= listed !== null;
  poll.tell(named);
  return isSame;
}

/** A row may have slipped past this read: whoever it belongs to is measured when it is seen again. */
function leaveUnmeasured({ count, columns }: Customers): void {
  const { data } = columns.unmeasured;
  for (let index = 0; index < count; index++)
    if (valueAt(columns.seen, index) === 0) data[index] = (data[index] as number) | BY_OTHER_LESSONS;
}

/** What happened to the lessons since they were last listed; nothing where they never were. */
export function lessonEventsOf({ memory, school }: ProductPoll, lessons: ProductMemory['lessons']): ConnectorEvent[] {
  if (memory.settled === null) return [];
  // What happened before they were watched is no news.
  if (!needsOf(memory.settled).lessonEvents) return [];
  const seenAt = new Date(school.now()).toISOString();
  return lessonEvents({ productId: memory.productId, title: memory.title }, memory.lessons, lessons, seenAt);
}
