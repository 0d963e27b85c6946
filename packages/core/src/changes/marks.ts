/**
 * Marks: what is reached when several lessons are completed. A threshold, a section, the course. Each is remembered
 * once it was reached, for good: a lesson published later does not have it reached again.
 */
import { popcount } from './bits.ts';
import type { Dictionary } from './dictionary.ts';
import type { EventProgress } from './events.ts';
import type { KnownLesson } from './lessonList.ts';
import type { Watch } from './watch.ts';

export type Mark =
  | { readonly kind: 'progress'; readonly threshold: number }
  | { readonly kind: 'section'; readonly sectionId: string }
  | { readonly kind: 'course' };

const COURSE = 'course';
export const markName = (mark: Mark): string =>
  mark.kind === 'progress'
    ? `progress:${mark.threshold}`
    : mark.kind === 'section'
      ? `section:${mark.sectionId}`
      : COURSE;

/** Lessons that count, as bits under their places. */
export interface Counted {
  readonly total: number;
  readonly bits: Uint32Array;
}

/** Which lessons count, in all and by section. */
export interface Measure {
  readonly course: Counted;
  readonly sections: ReadonlyMap<string, Counted>;
}

/** @param sectionOf the section of a lesson that counts; null for one that does not */
export function measureOf(lessons: readonly KnownLesson[], sectionOf: (lesson: KnownLesson) => string | null): Measure {
  const words = Math.max(1, Math.ceil(lessons.length / 32));
  const empty = () => ({ total: 0, bits: new Uint32Array(words) });
  const course = empty();
  const sections = new Map<string, { total: number; bits: Uint32Array }>();
  lessons.forEach((lesson, place) => {
    const section = sectionOf(lesson);
    if (section === null) return;
    const own = sections.get(section) ?? empty();
    sections.set(section, own);
    for (const counted of [course, own]) {
      counted.total++;
      counted.bits[place >>> 5] = (counted.bits[place >>> 5] as number) | (1 << (place & 31));
    }
  });
  return { course, sections };
}

export const measureNow = (lessons: readonly KnownLesson[]): Measure =>
  measureOf(lessons, (one) => (one.state === 'published' ? (one.section ?? '') : null));

export const measureBefore = (lessons: readonly KnownLesson[]): Measure => measureOf(lessons, (one) => one.counted);

export function isSameMeasure(a: Measure, b: Measure): boolean {
  const same = (x: Counted, y: Counted | undefined) =>
    y !== undefined && x.total === y.total && x.bits.every((word, at) => word === (y.bits[at] ?? 0));
  return (
    same(a.course, b.course) &&
    a.sections.size === b.sections.size &&
    [...a.sections].every(([id, counted]) => same(counted, b.sections.get(id)))
  );
}

/** How many of the lessons that count are done; `done` may be shorter. */
export function completedOf({ bits }: Counted, done: Uint32Array): number {
  let completed = 0;
  for (let word = 0; word < bits.length; word++) completed += popcount((bits[word] as number) & (done[word] ?? 0));
  return completed;
}

/** Whole percent, rounded down: 100 is all of them. 0 where there are none. */
export const percentOf = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.floor((completed / total) * 100);

/** How far somebody is who has completed these lessons. */
export function progressOf({ course }: Measure, done: Uint32Array): EventProgress {
  const completed = completedOf(course, done);
  return { completed, total: course.total, percent: percentOf(completed, course.total) };
}

export function isReached(mark: Mark, { course, sections }: Measure, done: Uint32Array): boolean {
  if (mark.kind === 'section') {
    const section = sections.get(mark.sectionId);
    return section !== undefined && completedOf(section, done) === section.total;
  }
  const completed = completedOf(course, done);
  if (mark.kind === 'course') return course.total > 0 && completed === course.total;
  return percentOf(completed, course.total) >= mark.threshold;
}

/** The marks to look at, each with its place among those that are remembered. New ones are added at the end. */
export function watchedMarks(watch: Watch, names: Dictionary, measure: Measure): { mark: Mark; place: number }[] {
  const marks: Mark[] = watch.thresholds.map((threshold) => ({ kind: 'progress', threshold }));
  if (watch.events.includes('course.completed')) marks.push({ kind: 'course' });
  if (watch.events.includes('section.completed'))
    for (const sectionId of measure.sections.keys()) if (sectionId !== '') marks.push({ kind: 'section', sectionId });
  return marks.map((mark) => ({ mark, place: names.add(markName(mark)) }));
}
