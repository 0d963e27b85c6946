/** The lessons of a product as they are remembered and as they are now, and what happened to them in between. */
import type { Lesson } from '../api/lessons.ts';
import { Dictionary } from './dictionary.ts';
import { keyOf } from './hash.ts';
import { eventId, type ConnectorEvent, type EventProduct } from './events.ts';

/** One lesson that was ever seen. Its place in the list is its bit among the completed lessons, and never changes. */
export interface KnownLesson {
  readonly id: string;
  readonly title: string | null;
  readonly section: string | null;
  /** `unseen`: only completions tell of it. */
  readonly state: 'unseen' | 'draft' | 'published' | 'removed';
  /** How often it was published and removed; left out for 0. */
  readonly published?: number | undefined;
  readonly removed?: number | undefined;
  /**
   * The section in which it counted when every customer was last looked at; null where it did not count, as a draft.
   * What was reached is compared with this.
   */
  readonly counted: string | null;
}

export const dictionaryOf = (lessons: readonly KnownLesson[]): Dictionary =>
  new Dictionary(lessons.map((one) => one.id));

export const isPublished = (lesson: Lesson): boolean => lesson.published !== false;

export const unseenLesson = (id: string): KnownLesson => ({
  id,
  title: null,
  section: null,
  state: 'unseen',
  counted: null,
});

/** The list as it is now. Places stay; what is new comes at the end. `complete` says that everybody was looked at. */
export function nextLessons(
  known: readonly KnownLesson[],
  listed: readonly Lesson[] | null,
  completed: Dictionary,
  complete: boolean,
): KnownLesson[] {
  const now = new Map(listed?.map((one) => [one.lessonId, one]));
  const ids = new Dictionary(completed.texts);
  for (const one of listed ?? []) ids.add(one.lessonId);
  return ids.texts.map((id, place): KnownLesson => {
    const before = known[place] ?? unseenLesson(id);
    const lesson = now.get(id);
    const next = listed === null ? before : lesson ? seenLesson(before, lesson) : missedLesson(before);
    return complete && listed !== null
      ? { ...next, counted: next.state === 'published' ? (next.section ?? '') : null }
      : next;
  });
}

/** In place of a tag: the lessons are not those of before, or those of before are not known. */
export const OTHER_LESSONS = 0;

/** A number that changes when other lessons count, or count elsewhere. Their order does not matter. */
export function measureTag(lessons: readonly KnownLesson[]): number {
  const counted = lessons.filter((one) => one.state === 'published').map((one) => `${one.id} ${one.section}`);
  return keyOf(counted.sort().join('\n')).high || 1;
}

function seenLesson(before: KnownLesson, lesson: Lesson): KnownLesson {
  const state = isPublished(lesson) ? 'published' : 'draft';
  const isNew = state === 'published' && before.state !== 'published';
  return {
    ...before,
    title: lesson.title,
    section: lesson.groupId ?? null,
    state,
    ...(isNew && { published: (before.published ?? 0) + 1 }),
  };
}

function missedLesson(before: KnownLesson): KnownLesson {
  if (before.state === 'unseen' || before.state === 'removed') return before;
  return { ...before, state: 'removed', removed: (before.removed ?? 0) + 1 };
}

/** What happened to the lessons between two lists. They say nothing of when. */
export function lessonEvents(
  product: EventProduct,
  known: readonly KnownLesson[],
  next: readonly KnownLesson[],
  seenAt: string,
): ConnectorEvent[] {
  const events: ConnectorEvent[] = [];
  next.forEach((lesson, place) => {
    const before = known[place]?.state ?? 'unseen';
    if (lesson.state === before) return;
    const base = {
      occurredAt: null,
      seenAt,
      product,
      lesson: { lessonId: lesson.id, title: lesson.title },
      section: lesson.section === null ? null : { sectionId: lesson.section, name: null },
    };
    const { productId } = product;
    if (lesson.state === 'removed') {
      const id = eventId.lessonRemoved(productId, lesson.id, lesson.removed);
      events.push({ id, type: 'lesson.removed', ...base });
      return;
    }
    if (before === 'unseen')
      events.push({ id: eventId.lessonNew(productId, lesson.id), type: 'lesson.created', ...base });
    if (lesson.state === 'published') {
      const id = eventId.lessonPublished(productId, lesson.id, lesson.published);
      events.push({ id, type: 'lesson.published', ...base });
    }
  });
  return events;
}
