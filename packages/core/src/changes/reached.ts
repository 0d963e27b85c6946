/** Which marks customers have reached since they were last looked at, and why. */
import { valueAt, wordsAt, type Column } from './customers.ts';
import type { Cause } from './events.ts';
import type { Facts } from './facts.ts';
import { isReached, isSameMeasure, measureBefore, watchedMarks, type Mark, type Measure } from './marks.ts';
import type { ProductMemory } from './memory.ts';
import type { Merged } from './merge.ts';
import type { Settled } from './snapshot.ts';
import type { Watch } from './watch.ts';

interface Looked {
  readonly watch: Watch;
  readonly memory: ProductMemory;
  readonly facts: Facts;
  /** The lessons that counted before the roster was read; null where that is not known. */
  readonly earlier: Measure | null;
}

export interface Reached {
  readonly mark: Mark;
  readonly causedBy: Cause;
  /** The mark was not watched when this customer was last looked at. */
  readonly isBaseline: boolean;
}

/** Why somebody has yet to be measured, as bits of the field `unmeasured`. */
export const BY_OTHER_LESSONS = 1;
/** Fewer lessons were completed than once before: completed again, they do not show as new. */
const BEHIND = 2;

/** Sets the marks that are reached now in what is to be remembered; gives those that are new, by customer of the read. */
export function markReached(
  { watch, memory, facts, earlier }: Looked,
  merged: Merged,
  measure: Measure,
): Map<number, Reached[]> {
  const { settled } = memory;
  // In a first read, what nobody was measured by yet has not changed since.
  const before = memory.readAt === 0 ? measure : measureBefore(memory.lessons);
  const marks = watchedMarks(watch, memory.marks, measure);
  const columns = merged.next.columns as { marks: Column };
  columns.marks = widened(columns.marks, merged.next.count, Math.ceil(memory.marks.texts.length / 32));
  // Where the lessons and the marks are what they were, only who completed something can have reached one.
  const isSame = isSameMeasure(measure, before);
  const everybody = !isSame || marks.some(({ mark }) => !isSettledFor(mark, settled));
  const found = new Map<number, Reached[]>();
  const { unmeasured } = memory.customers.columns;
  const due = merged.next.columns.unmeasured.data;
  const look = (index: number) => {
    const after = merged.after[index] as number;
    if (facts.people.isMixed(facts.order[index] as number)) {
      due[after] = BY_OTHER_LESSONS | BEHIND;
      return;
    }
    const isUnread = valueAt(facts.now.columns.unread, index) === 1;
    // What was completed once may not be so now: by that it is only known where marks begin. The next read tells.
    const done = isUnread ? wordsAt(merged.next.columns.done, after) : wordsAt(facts.now.columns.done, index);
    if (isUnread && !isSame) due[after] = (due[after] as number) | BY_OTHER_LESSONS;
    const reached = wordsAt(columns.marks, after);
    for (const { mark, place } of marks) {
      const bit = 1 << (place & 31);
      if (((reached[place >>> 5] as number) & bit) !== 0) continue;
      const isBaseline = !isSettledFor(mark, settled);
      if (isUnread && !isBaseline) continue;
      const is = isReached(mark, measure, done);
      // The customer was looked at between the two lists of lessons. By both, it was so at that moment; by one only, the
      // next look will tell.
      const was = earlier !== null && isReached(mark, earlier, done);
      if (!isBaseline && is !== was) due[after] = (due[after] as number) | BY_OTHER_LESSONS;
      if (!is || (!isBaseline && !was)) continue;
      reached[place >>> 5] = (reached[place >>> 5] as number) | bit;
      const one = { mark, causedBy: causeOf(index, mark, done), isBaseline };
      found.set(index, [...(found.get(index) ?? []), one]);
    }
  };
  const causeOf = (index: number, mark: Mark, done: Uint32Array): Cause => {
    const place = merged.before[index] as number;
    if (!memory.listed) return null;
    if (place < 0) return isReached(mark, before, done) ? 'lesson_completed' : 'lessons_changed';
    const old = wordsAt(memory.customers.columns.done, place);
    const completedMore = done.some((word, at) => (word & ~(old[at] ?? 0)) !== 0);
    if (completedMore && isReached(mark, before, done)) return 'lesson_completed';
    const why = valueAt(unmeasured, place);
    if ((why & BEHIND) === 0) return 'lessons_changed';
    return isSame && why === BEHIND ? 'lesson_completed' : null;
  };
  const changed = new Set(merged.changed);
  for (let index = 0; index < facts.now.count; index++) {
    const known = merged.before[index] as number;
    const isRead = valueAt(facts.now.columns.unread, index) === 0;
    const isBehind = isRead && hasLess(facts.now.columns.done, merged, index);
    const isDue = known >= 0 && valueAt(unmeasured, known) !== 0;
    if (everybody || changed.has(index) || isBehind || isDue) look(index);
    const after = merged.after[index] as number;
    if (isBehind) due[after] = (due[after] as number) | BEHIND;
  }
  return found;
}

/** Fewer lessons are completed than ever were: what is completed again does not show as new. */
function hasLess(done: Column, { next, after }: Merged, index: number): boolean {
  const place = after[index] as number;
  const ever = next.columns.done;
  for (let word = 0; word < ever.words; word++)
    if (
      (ever.data[place * ever.words + word] ?? 0) !==
      (word < done.words ? (done.data[index * done.words + word] ?? 0) : 0)
    )
      return true;
  return false;
}

function isSettledFor(mark: Mark, settled: Settled | null): boolean {
  if (settled === null) return false;
  if (mark.kind === 'progress') return settled.thresholds.includes(mark.threshold);
  return settled.events.includes(mark.kind === 'course' ? 'course.completed' : 'section.completed');
}

function widened(column: Column, count: number, words: number): Column {
  if (column.words >= words && column.data.length > 0) return column;
  const data = new Uint32Array(count * words);
  if (column.data.length > 0)
    for (let index = 0; index < count; index++) data.set(wordsAt(column, index), index * words);
  return { words, data };
}
