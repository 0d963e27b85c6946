/** What can be watched, and what of the school has to be read for it. */
import { EVENT_TYPES, type EventType } from './events.ts';
import { needsOf, toWatch } from './watch.ts';

const refused = (field: string) => expect.objectContaining({ code: 'validation', field });

it('takes events in any order, each once, and fills in the rest', () => {
  expect(toWatch({ events: ['customer.removed', 'customer.enrolled', 'customer.removed'] })).toEqual({
    events: ['customer.enrolled', 'customer.removed'],
    products: null,
    thresholds: [],
    stalledDays: 14,
    statuses: null,
    lessons: null,
  });
});

it('takes empty lists for all, and products once', () => {
  const events: EventType[] = ['lesson.completed'];
  expect(toWatch({ events, products: [], statuses: [], lessons: [] })).toMatchObject({
    products: null,
    statuses: null,
    lessons: null,
  });
  expect(toWatch({ events, products: ['b', 'a', 'b'] }).products).toEqual(['b', 'a']);
});

it('sorts thresholds, and forgets them where no progress is watched', () => {
  expect(toWatch({ events: ['progress.reached'], thresholds: [75, 100, 1, 75] }).thresholds).toEqual([1, 75, 100]);
  expect(toWatch({ events: ['course.completed'], thresholds: [75] }).thresholds).toEqual([]);
});

it.each([[0], [101], [-5], [50.5], [NaN], [50, 0]])('refuses the thresholds %p %p', (...thresholds) => {
  expect(() => toWatch({ events: ['progress.reached'], thresholds })).toThrow(refused('thresholds'));
});

it.each([0, -1, 1.5, 3651, NaN])('refuses %p days without progress', (stalledDays) => {
  expect(() => toWatch({ events: ['customer.stalled'], stalledDays })).toThrow(refused('stalledDays'));
});

it('refuses no event, and progress without a threshold, and says what to do', () => {
  expect(() => toWatch({ events: [] })).toThrow(refused('events'));
  expect(() => toWatch({ events: ['no.such' as EventType] })).toThrow(refused('events'));
  expect(() => toWatch({ events: ['progress.reached'] })).toThrow(
    expect.objectContaining({ field: 'thresholds', hint: expect.stringContaining('50') }),
  );
});

describe('what is read', () => {
  /** The needs that are true. */
  const needs = (...events: EventType[]) =>
    Object.entries(needsOf({ events }))
      .filter(([, is]) => is)
      .map(([name]) => name)
      .sort();
  const EXPECTED: Record<EventType, string[]> = {
    'customer.enrolled': ['lessonList', 'newRowsOnly', 'rosters'],
    'customer.statusChanged': ['lessonList', 'rosters', 'statuses'],
    'customer.removed': ['lessonList', 'removals', 'rosters'],
    'customer.stalled': ['lessonList', 'lessons', 'progress', 'rosters', 'stalls'],
    'lesson.completed': ['lessonList', 'lessons', 'progress', 'rosters'],
    'section.completed': ['lessonList', 'lessons', 'marks', 'progress', 'rosters'],
    'progress.reached': ['lessonList', 'lessons', 'marks', 'progress', 'rosters'],
    'course.completed': ['lessonList', 'lessons', 'marks', 'progress', 'rosters'],
    'file.downloaded': ['downloads', 'lessonList', 'progress', 'rosters'],
    'product.created': ['productEvents'],
    'product.published': ['productEvents'],
    'product.unpublished': ['productEvents'],
    'lesson.created': ['lessonEvents', 'lessonList'],
    'lesson.published': ['lessonEvents', 'lessonList'],
    'lesson.removed': ['lessonEvents', 'lessonList'],
  };

  it.each(EVENT_TYPES)('for %s alone', (type) => expect(needs(type)).toEqual(EXPECTED[type]));

  it('for several is what each of them needs; new rows only where nothing else of customers is watched', () => {
    for (const one of EVENT_TYPES)
      for (const other of EVENT_TYPES) {
        if (one === other) continue;
        const both = new Set([...EXPECTED[one], ...EXPECTED[other]]);
        if ([one, other].filter((type) => EXPECTED[type].includes('rosters')).length > 1) both.delete('newRowsOnly');
        expect(needs(one, other)).toEqual([...both].sort());
      }
  });
});
