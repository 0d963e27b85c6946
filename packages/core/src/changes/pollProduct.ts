/** One product at one poll: reads what is needed of it, compares, and says how far it got. */
import { compareRead, lessonEventsOf } from './compareRead.ts';
import { emptyColumn, type Column, type Customers } from './customers.ts';
import type { Dictionary } from './dictionary.ts';
import { withNames } from './eventNames.ts';
import { RosterReading } from './facts.ts';
import { dictionaryOf, measureTag, nextLessons, OTHER_LESSONS, unseenLesson } from './lessonList.ts';
import { measureNow, type Measure } from './marks.ts';
import type { ProductMemory } from './memory.ts';
import { knownCheck, listLessons, pageOf, type ProductPoll } from './productPoll.ts';
import { endOfRound, readProgress } from './progressReads.ts';
import { MOST_PASSES, readPasses } from './readPasses.ts';
import { readRosterEnds, type NewRows } from './readRoster.ts';
import { tellRemovals } from './removals.ts';
import type { Settled } from './snapshot.ts';
import { needsOf, type Needs, type Watch } from './watch.ts';

/** New rows are looked for at the ends of a roster, and all of it is read at least so often, in milliseconds. */
const FULL_READ_MS = 60 * 60 * 1000;

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

/** Reads on from where the last read stopped, compares what was read, and keeps the place. */
async function readChunk(
  poll: ProductPoll,
  needs: Needs,
  most: number,
): Promise<{ isOver: boolean; failure?: unknown }> {
  const { memory } = poll;
  const { dictionary, reading } = newReading(memory);
  const begun = memory.round ?? { page: 1, pass: 1 };
  const isWhole = begun.page === 1;
  // Where nobody has been looked at yet, the lessons of before the read are not known either.
  const before =
    needs.marks && isWhole && (memory.settled === null || !memory.listed)
      ? nextLessons([], await listLessons(poll), dictionaryOf([]), false)
      : null;
  const { round, isOver, failure } = await readPasses(poll, reading, begun, most);
  poll.count({ customers: reading.people.count });
  if (needs.progress && reading.people.count > 0) {
    const isRead = await readProgress(poll, reading);
    if (poll.complete && !isRead) return { isOver: false };
  }
  const measure = before ? measureTag(before) : measureBeforehand(memory);
  const earlier = before && measureIn(dictionary, before);
  const isSame = await compareRead(poll, { reading, dictionary, isOver, measure, earlier });
  if (isOver && !isSame && memory.settled === null && needs.marks && round.pass < MOST_PASSES) {
    // The lessons changed during the first look: whoever had reached something by the former ones was not noted.
    memory.round = { page: 1, pass: round.pass + 1 };
    return { isOver: false };
  }
  memory.round = isOver ? undefined : { ...round, measure: isSame ? measure : OTHER_LESSONS };
  if (isOver) {
    memory.newRows = isWhole ? endWithNewRows(reading) : memory.newRows;
    await endRound(poll, needs);
  }
  return { isOver, ...(failure !== undefined && { failure }) };
}

/** Only the lessons are watched. */
async function compareLessons(poll: ProductPoll): Promise<void> {
  const { memory, watch, school } = poll;
  const listed = await listLessons(poll);
  const lessons = nextLessons(memory.lessons, listed, dictionaryOf(memory.lessons), true);
  const named = await withNames(school, memory.productId, lessonEventsOf(poll, lessons));
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
function endWithNewRows({ people: { enrolledAt } }: RosterReading): NewRows | undefined {
  const dated = enrolledAt.filter((one) => !Number.isNaN(one));
  const [first, last] = [dated[0], dated.at(-1)];
  if (first === last) return undefined;
  const newest = dated.reduce((latest, one) => Math.max(latest, one), 0);
  // Only an order that the newest customer confirms is one.
  return last === newest ? 'last' : first === newest ? 'first' : undefined;
}

/** New rows only, where they appear. What they show is remembered; who was not looked at stays as is. */
async function readEnds(poll: ProductPoll): Promise<void> {
  const { memory, count } = poll;
  const { dictionary, reading } = newReading(memory);
  const isKnown = knownCheck(memory);
  const asRemembered = !needsOf(poll.watch).lessonEvents;
  memory.pages = await readRosterEnds(
    {
      page: pageOf(poll),
      take: (rows) => {
        reading.add(rows);
        return { allNew: rows.every((row) => !isKnown(row.user.userId)) };
      },
    },
    memory.pages,
    memory.newRows,
  );
  count({ customers: reading.people.count });
  await compareRead(poll, { reading, dictionary, isOver: false, measure: OTHER_LESSONS, asRemembered });
  forgetSeen(memory);
  memory.lookedAt = poll.school.now();
}

const newReading = ({ lessons, statuses }: ProductMemory) => {
  const dictionary = dictionaryOf(lessons);
  return { dictionary, reading: new RosterReading(dictionary, statuses) };
};

/** A tag of the lessons before the read that is under way. What is not known is none. */
function measureBeforehand({ round, listed, lessons }: ProductMemory): number {
  return round?.measure ?? (listed ? measureTag(lessons) : OTHER_LESSONS);
}

/** The lessons that counted, under the places that they have by now. */
const measureIn = (dictionary: Dictionary, lessons: ProductMemory['lessons']): Measure => {
  const known = new Map(lessons.map((one) => [one.id, one]));
  for (const one of lessons) dictionary.add(one.id);
  return measureNow(dictionary.texts.map((id) => known.get(id) ?? unseenLesson(id)));
};
