import * as z from 'zod/mini';
import type { Lesson } from './lessons.ts';
import { maybe, moment } from './shapes.ts';

/**
 * Documented: completed lesson ids, total of published lessons, percentage, times of the enrolment and download state,
 * under names that are not shown. Observed: these, with no total and no percentage.
 */
export const serverProgressSchema = z.looseObject({
  completedLessons: maybe(z.array(z.string())),
  downloaded: maybe(z.boolean()),
  createdAt: maybe(moment),
  updatedAt: maybe(moment),
});
type ServerProgress = z.output<typeof serverProgressSchema>;

export interface ProgressLesson {
  readonly lessonId: string;
  readonly title: string;
}

export interface Progress {
  readonly userId: string;
  readonly productId: string;
  /** Published lessons that were completed. Those deleted or unpublished since are not counted. */
  readonly completed: ProgressLesson[];
  readonly remaining: ProgressLesson[];
  readonly completedCount: number;
  /** Published lessons. */
  readonly totalCount: number;
  /** 0 to 100, in whole percent, rounded down: 100 is all of them. 0 for a product without lessons. */
  readonly percent: number;
  /** Of a download product. */
  readonly downloaded: boolean | null;
  /** ISO 8601. When the customer enrolled, and last completed a lesson. */
  readonly enrolledAt: string | null;
  readonly updatedAt: string | null;
}

/** The first number among several names that a server may use. */
function numberOf(source: ServerProgress, names: readonly string[]): number | undefined {
  return names
    .map((name) => source[name])
    .find((value) => typeof value === 'number' && Number.isFinite(value) && value >= 0) as number | undefined;
}

const listOf = (source: ServerProgress, names: readonly string[]): string[] | undefined =>
  names
    .map((name) => source[name])
    .find((value): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string'));

const textOf = (source: ServerProgress, names: readonly string[]): string | null =>
  names.map((name) => source[name]).find((value): value is string => typeof value === 'string') ?? null;

/** The IDs of what was completed, deleted lessons included. */
export const completedLessonIds = (source: ServerProgress): string[] =>
  listOf(source, ['completedLessons', 'completedLessonIds']) ?? [];

/** Joins what was completed with the lessons that are published now. The server's own figures win where it gives them. */
export function joinProgress(
  productId: string,
  userId: string,
  source: ServerProgress,
  lessons: readonly Lesson[],
): Progress {
  const done = new Set(completedLessonIds(source));
  const published = lessons.filter((one) => one.published !== false);
  const brief = (one: Lesson): ProgressLesson => ({ lessonId: one.lessonId, title: one.title });
  const completed = published.filter((one) => done.has(one.lessonId)).map(brief);
  const totalCount =
    numberOf(source, ['totalPublishedLessons', 'totalLessons', 'publishedLessons', 'total']) ?? published.length;
  const worked = totalCount > 0 ? Math.floor((Math.min(completed.length, totalCount) / totalCount) * 100) : 0;
  return {
    userId,
    productId,
    completed,
    remaining: published.filter((one) => !done.has(one.lessonId)).map(brief),
    completedCount: completed.length,
    totalCount,
    percent: numberOf(source, ['percentage', 'progressPercentage', 'percent', 'progress']) ?? worked,
    downloaded: source.downloaded ?? null,
    enrolledAt: textOf(source, ['createdAt', 'enrolledAt', 'enrollmentDate']),
    updatedAt: textOf(source, ['updatedAt', 'lastActivityAt']),
  };
}
