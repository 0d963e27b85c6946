/** One product at one poll: reads what is needed of it, compares, and says how far it got. */
import type { Lesson } from '../api/lessons.ts';
import type { RosterRow } from '../api/rosterRow.ts';
import type { School } from '../school.ts';
import { compareCustomers } from './customerEvents.ts';
import { emptyColumn, indexOf, valueAt, type Column, type Customers } from './customers.ts';
import { keysOf } from './customersCodec.ts';
import type { ConnectorEvent } from './events.ts';
import { RosterReading } from './facts.ts';
import { withNames } from './eventNames.ts';
import { dictionaryOf, lessonEvents, measureTag, nextLessons, unseenLesson } from './lessonList.ts';
import { isSameMeasure, measureBefore, measureNow, type Measure } from './marks.ts';
import type { ProductMemory } from './memory.ts';
import { endOfRound, readProgress } from './progressReads.ts';
import { BY_OTHER_LESSONS } from './reached.ts';
import { readRosterEnds, readRosterPages, type NewRows } from './readRoster.ts';
import { tellRemovals } from './removals.ts';
import type { Settled } from './snapshot.ts';
import { needsOf, type Needs, type Watch } from './watch.ts';

export interface ProductPoll {
  readonly school: School;
  readonly watch: Watch;
  readonly memory: ProductMemory;
  readonly parallel: number;
  /** Nothing is remembered between polls, so all that is true now is to be told, or the poll fails. */
  readonly complete: boolean;
  /** Go through the roster twice: a first look must not miss a row that slipped past it. */
  readonly twice: boolean;
  readonly progressRequests: number;
  readonly mayGoOn: () => boolean;
  /** Stop after about so many events. */
  readonly enough: number;
  /** Where events are limited, as many pages are read at first before it is looked whether they are enough. */
  readonly firstChunk: number;
  /** Takes them as they are found, so that a failure later on loses none. */
  readonly tell: (events: ConnectorEvent[]) => void;
  readonly count: (what: { pages?: number; customers?: number }) => void;
}

/** New rows are looked for at the ends of a roster, and all of it is read at least so often, in milliseconds. */
const FULL_READ_MS = 60 * 60 * 1000;

/**
 * Rows slip from page to page while customers come and go, and whoever is missed by a first look would be taken for new
 * by the next. So a first look goes on until a pass shows exactly whom the one before showed; no more often than this,
 * though.
 */
const MOST_PASSES = 5;

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((userId) => other.has(userId));

/** Gives whether all of it was read. The memory is as of what was read, also when it throws. */
export async function pollProduct(poll: ProductPoll): Promise<boolean> {
  const { memory, watch, school } = poll;
  const needs = needsOf(watch);
  if (!needs.rosters) {
    if (needs.lessonEvents) await compareLessons(poll);
    return true;
  }
  if (!poll.complete && looksForNewRowsOnly(memory, watch, school.now())) {
    await readEnds(poll);
    return true;
  }
  let told = 0;
  const limited: ProductPoll = { ...poll, tell: (events) => ((told += events.length), poll.tell(events)) };
  for (let chunk = poll.enough < Infinity ? poll.firstChunk : Infinity; ; chunk *= 2) {
    const before = told;
    const { isOver, failure } = await readChunk(limited, needs, chunk);
    if (failure !== undefined) throw failure;
    if (isOver) return true;
    if (told >= poll.enough || !poll.mayGoOn()) return false;
    // Most of a chunk gave nothing: larger ones save comparisons.
    if (told - before > poll.enough / 2) chunk = poll.firstChunk / 2;
  }
}

/** The roster was read not long ago, and only new rows matter: they are looked for where they appear. */
export const looksForNewRowsOnly = (memory: ProductMemory, watch: Watch, now: number): boolean =>
  needsOf(watch).newRowsOnly && isSettled(memory) && isRecent(memory, now);

const isSettled = (memory: ProductMemory) =>
  memory.settled !== null && memory.round === undefined && memory.settled.events.includes('customer.enrolled');

/**
 * The whole roster need not be read before the next poll, which is taken to be as far away as the last one was. A
 * clock that was set back does not put it off.
 */
const isRecent = ({ readAt, lookedAt }: ProductMemory, now: number) =>
  now >= lookedAt && lookedAt >= readAt && now - readAt + (now - lookedAt) <= FULL_READ_MS;

const pageOf =
  ({ school, memory, count }: ProductPoll) =>
  async (number: number): Promise<RosterRow[]> => {
    const rows = await school.customers.rosterPage(memory.productId, number);
    count({ pages: 1 });
    return rows;
  };

const newReading = ({ lessons, statuses }: ProductMemory, needs: Needs) => {
  const dictionary = dictionaryOf(lessons);
  return { dictionary, reading: new RosterReading(needs.lessons ? dictionary : null, statuses) };
};

/** Reads on from where the last read stopped, compares what was read, and keeps the place. */
async function readChunk(
  poll: ProductPoll,
  needs: Needs,
  most: number,
): Promise<{ isOver: boolean; failure?: unknown }> {
  const { memory, school, parallel, mayGoOn, twice } = poll;
  const { dictionary, reading } = newReading(memory, needs);
  const isFirstLook = memory.settled === null || twice;
  const isKnown = knownCheck(memory);
  let round: NonNullable<ProductMemory['round']> = memory.round ?? { page: 1, pass: 1 };
  const isWhole = round.page === 1;
  // Where nobody has been looked at yet, the lessons of before the read are not known either.
  const before =
    needs.marks && isWhole && (poll.complete || memory.settled === null)
      ? nextLessons([], await listLessons(poll), dictionaryOf([]), false)
      : null;
  let isOver = false;
  let failure: unknown;
  let former: ReadonlySet<string> | undefined;
  for (;;) {
    let newcomers = 0;
    const seen = new Set<string>();
    const isWholePass = round.page === 1;
    const read = await readRosterPages({
      page: pageOf(poll),
      take: (rows, number) => {
        const before = seen.size;
        for (const row of rows) seen.add(row.user.userId);
        newcomers += rows.filter((row) => !reading.has(row.user.userId) && !isKnown(row.user.userId)).length;
        reading.add(rows, number);
        return seen.size > before;
      },
      from: round.page,
      expected: memory.pages,
      parallel,
      mayGoOn,
      most,
    });
    round = { ...round, page: read.next };
    failure = read.failure;
    // A second look that is cut short is better than none, where the first one showed everything.
    if (!read.ended && poll.complete && failure === undefined && round.pass > 1) isOver = true;
    if (!read.ended) break;
    memory.pages = read.next - 1;
    const isSame = former
      ? isSameSet(seen, former)
      : isWholePass && newcomers === 0 && seen.size === memory.customers.count;
    isOver = !isFirstLook || (round.pass > 1 && isSame) || round.pass >= MOST_PASSES;
    if (isOver) break;
    former = isWholePass ? seen : undefined;
    round = { page: 1, pass: round.pass + 1 };
  }
  poll.count({ customers: reading.people.length });
  if (needs.lessons && (isOver || reading.people.length > 0)) {
    const { productId, customers, moved } = memory;
    const { complete, progressRequests } = poll;
    const budget = complete ? Infinity : progressRequests;
    const place = memory.progress;
    memory.progress = await readProgress({
      school,
      productId,
      reading,
      known: customers,
      moved,
      place,
      budget,
      parallel,
      mayGoOn,
    });
  }
  const measure = before ? measureTag(before) : measureBeforehand(memory);
  const earlier = before && measureIn(dictionary, before);
  const isMeasured = await compare(poll, needs, reading, dictionary, isOver ? measure : undefined, earlier);
  if (isOver && !isMeasured && memory.settled === null && needs.marks && round.pass < MOST_PASSES) {
    // The lessons changed during the first look: whoever had reached something by the former ones was not noted.
    memory.round = { page: 1, pass: round.pass + 1 };
    return { isOver: false };
  }
  memory.round = isOver ? undefined : { ...round, measure };
  if (isOver) {
    memory.newRows = isWhole ? endWithNewRows(reading) : memory.newRows;
    await endRound(poll, needs);
  }
  return { isOver, ...(failure !== undefined && { failure }) };
}

/**
 * Compares what was read with what is remembered, tells what is new, and remembers it. `measureAtStart` is given when
 * that ends a read of everybody: a tag of the lessons at its beginning. Gives whether they are still the same.
 */
async function compare(
  poll: ProductPoll,
  needs: Needs,
  reading: RosterReading,
  dictionary: ReturnType<typeof dictionaryOf>,
  measureAtStart?: number,
  earlier: Measure | null = null,
): Promise<boolean> {
  const { memory, school, watch, complete } = poll;
  // After the roster: what is completed then of the lessons that are listed now is so now.
  const listed = needs.lessonList ? await listLessons(poll) : null;
  const again = [...memory.again];
  const facts = reading.sorted(memory.moved, needs.removals);
  const lessons = nextLessons(memory.lessons, listed, dictionary, false);
  const { events, merged } = compareCustomers({
    watch,
    memory,
    lessons,
    facts,
    earlier: earlier ?? (memory.listed ? measureNow(memory.lessons) : null),
    now: school.now(),
    statusFacts: complete,
  });
  const told = needs.lessonEvents ? [...lessonEventsOf(poll, lessons), ...events] : events;
  if (memory.settled !== null) {
    const unread = merged.next.columns.unread.data;
    // Whoever came after the first look had completed nothing before it.
    merged.before.forEach((place, index) => {
      if (place < 0) unread[merged.after[index] as number] = 0;
    });
  }
  const named = await withNames(school, memory.productId, told, needs.lessonList).catch((error: unknown) => {
    // Nothing of it is told, so nothing of it counts.
    memory.again.clear();
    for (const [key, times] of again) memory.again.set(key, times);
    throw error;
  });
  memory.customers = merged.next;
  // Where the lessons changed during the read, not everybody was measured by the same ones: the next read does that.
  const isMeasured = measureAtStart === measureTag(lessons);
  if (isMeasured && needs.marks && !isSameMeasure(measureNow(lessons), measureBefore(memory.lessons)))
    leaveUnmeasured(merged.next);
  memory.lessons = isMeasured ? nextLessons(lessons, listed, dictionary, true) : lessons;
  memory.listed ||= listed !== null;
  poll.tell(named);
  return isMeasured;
}

/** A tag of the lessons before the read that is under way. What is not known is none. */
function measureBeforehand({ round, listed, lessons }: ProductMemory): number {
  return round?.measure ?? (listed ? measureTag(lessons) : 0);
}

/** The lessons that counted, under the places that they have by now. */
const measureIn = (dictionary: ReturnType<typeof dictionaryOf>, lessons: ProductMemory['lessons']): Measure => {
  const known = new Map(lessons.map((one) => [one.id, one]));
  for (const one of lessons) dictionary.add(one.id);
  return measureNow(dictionary.texts.map((id) => known.get(id) ?? unseenLesson(id)));
};

function lessonEventsOf({ memory, school }: ProductPoll, lessons: ProductMemory['lessons']): ConnectorEvent[] {
  if (memory.settled === null) return [];
  const isKnown =
    memory.listed || memory.settled.events.some((type) => type.startsWith('lesson.') && type !== 'lesson.completed');
  if (!isKnown) return [];
  const seenAt = new Date(school.now()).toISOString();
  return lessonEvents({ productId: memory.productId, title: memory.title }, memory.lessons, lessons, seenAt);
}

const listLessons = ({ school, memory }: ProductPoll): Promise<Lesson[]> => school.lessons.list(memory.productId);

/** Only the lessons are watched. */
async function compareLessons(poll: ProductPoll): Promise<void> {
  const { memory, watch, school } = poll;
  const listed = await listLessons(poll);
  const lessons = nextLessons(memory.lessons, listed, dictionaryOf(memory.lessons), true);
  const named = await withNames(school, memory.productId, lessonEventsOf(poll, lessons), true);
  memory.lessons = lessons;
  memory.listed = true;
  memory.settled = settledOf(watch);
  poll.tell(named);
}

/** Everybody was looked at: from now on whatever is watched and not known is new. */
async function endRound(poll: ProductPoll, needs: Needs): Promise<void> {
  const { memory, watch, school } = poll;
  if (needs.removals && !poll.complete) {
    const mayTell = memory.settled?.events.includes('customer.removed') === true;
    await tellRemovals(school, memory, mayTell, poll.tell).finally(() => forgetSeen(memory));
  } else forgetSeen(memory);
  memory.progress &&= endOfRound(memory.progress);
  memory.readAt = memory.lookedAt = school.now();
  memory.settled = settledOf(watch);
}

/** A row may have slipped past this read: whoever it belongs to is measured when it is seen again. */
function leaveUnmeasured({ count, columns }: Customers): void {
  const { data } = columns.unmeasured;
  for (let index = 0; index < count; index++)
    if (valueAt(columns.seen, index) === 0) data[index] = (data[index] as number) | BY_OTHER_LESSONS;
}

function forgetSeen(memory: ProductMemory): void {
  const columns = memory.customers.columns as Customers['columns'] & { seen: Column };
  columns.seen = emptyColumn(memory.customers.count);
}

export const settledOf = ({ events, thresholds, stalledDays }: Watch): Settled => ({
  events: [...events],
  thresholds: [...thresholds],
  stalledDays,
});

/** Whether those who enrolled last are at the beginning or at the end, as far as a whole read shows it. */
function endWithNewRows({ people }: RosterReading): NewRows | undefined {
  const dated = people.filter((one) => one.enrolledAt !== null);
  const first = dated[0]?.enrolledAt ?? '';
  const last = dated.at(-1)?.enrolledAt ?? '';
  const newest = dated.reduce((latest, one) => ((one.enrolledAt ?? '') > latest ? (one.enrolledAt ?? '') : latest), '');
  if (first === last) return undefined;
  // Only an order that the newest customer confirms is one.
  return last === newest ? 'last' : first === newest ? 'first' : undefined;
}

/** New rows only, where they appear. What they show is remembered; who was not looked at stays as is. */
async function readEnds(poll: ProductPoll): Promise<void> {
  const { memory, count } = poll;
  const needs = needsOf(poll.watch);
  const { dictionary, reading } = newReading(memory, needs);
  const isKnown = knownCheck(memory);
  memory.pages = await readRosterEnds(
    {
      page: pageOf(poll),
      take: (rows, number) => {
        reading.add(rows, number);
        return { allNew: rows.every((row) => !isKnown(row.user.userId)) };
      },
    },
    memory.pages,
    memory.newRows,
  );
  count({ customers: reading.people.length });
  await compare(poll, needs, reading, dictionary);
  forgetSeen(memory);
  memory.lookedAt = poll.school.now();
}

function knownCheck({ customers, moved }: ProductMemory): (userId: string) => boolean {
  const key = keysOf(moved);
  return (userId) => indexOf(customers, key(userId)) >= 0;
}
