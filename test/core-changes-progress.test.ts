/** Lessons, sections, percentages, the course: what each event carries. */
import type { WatchOptions } from '../packages/core/src/index.ts';
import { Classroom, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

const MARKS: WatchOptions = {
  events: ['lesson.completed', 'section.completed', 'progress.reached', 'course.completed'],
  thresholds: [50, 75],
};
const of = (userId: string) => ({
  seenAt: '2026-11-21T08:01:00.000Z',
  product: { productId: 'course', title: 'The course' },
  customer: { userId, email: `${userId}@example.com`, name: `${userId[0]?.toUpperCase()}${userId.slice(1)} Lee` },
  status: 'active',
});

async function watching(
  watch: WatchOptions = MARKS,
  lessons = ['basics/one', 'basics/two', 'more/three', 'more/four'],
) {
  const room = new Classroom();
  const course = room.course('course', { lessons });
  const ann = room.join(course, 'ann');
  const bob = room.join(course, 'bob');
  const watcher = new Watcher(room.school, watch);
  await watcher.poll();
  room.now += MINUTE;
  return { room, course, ann, bob, watcher };
}

it('of lessons: which, of which section, when, and how far the student is; of several, when the last was', async () => {
  const { room, ann, watcher } = await watching({ events: ['lesson.completed'] });
  room.complete(ann, 'three', 'one');
  const base = { type: 'lesson.completed', ...of('ann'), progress: { completed: 2, total: 4, percent: 50 } };
  expect(await watcher.poll()).toEqual([
    {
      ...base,
      id: 'lesson:course:one:ann',
      occurredAt: '2026-11-21T08:01:00.000Z',
      lesson: { lessonId: 'one', title: 'About one' },
      section: { sectionId: 'basics', name: 'Part basics' },
    },
    {
      ...base,
      id: 'lesson:course:three:ann',
      occurredAt: null,
      lesson: { lessonId: 'three', title: 'About three' },
      section: { sectionId: 'more', name: 'Part more' },
    },
  ]);
});

it('of sections, percentages and the course: completed, total and percent, the threshold, and why', async () => {
  const { room, ann, watcher } = await watching();
  room.complete(ann, 'one', 'two');
  const half = {
    ...of('ann'),
    occurredAt: '2026-11-21T08:01:00.000Z',
    progress: { completed: 2, total: 4, percent: 50 },
    causedBy: 'lesson_completed',
  };
  const told = (await watcher.poll()).filter((one) => one.type !== 'lesson.completed');
  expect(told).toEqual([
    { ...half, id: 'progress:course:ann:50', type: 'progress.reached', threshold: 50 },
    {
      ...half,
      id: 'section:course:basics:ann',
      type: 'section.completed',
      section: { sectionId: 'basics', name: 'Part basics' },
    },
  ]);
  room.complete(ann, 'three', 'four');
  const done = { ...half, progress: { completed: 4, total: 4, percent: 100 } };
  expect((await watcher.poll()).filter((one) => one.type !== 'lesson.completed')).toEqual([
    { ...done, id: 'completed:course:ann', type: 'course.completed' },
    { ...done, id: 'progress:course:ann:75', type: 'progress.reached', threshold: 75 },
    {
      ...done,
      id: 'section:course:more:ann',
      type: 'section.completed',
      section: { sectionId: 'more', name: 'Part more' },
    },
  ]);
  expect(await watcher.ids()).toEqual([]);
});

it('percent is rounded down: two of three are no 67, and drafts do not count', async () => {
  const { room, course, ann, watcher } = await watching({ events: ['progress.reached'], thresholds: [66, 67] }, [
    'part/one',
    'part/two',
    'part/three',
  ]);
  room.lesson(course, 'part/draft', false);
  room.complete(ann, 'one', 'two', 'draft');
  expect(await watcher.poll()).toMatchObject([
    { id: 'progress:course:ann:66', progress: { completed: 2, total: 3, percent: 66 } },
  ]);
});

it('only the lessons that were asked for', async () => {
  const { room, ann, bob, watcher } = await watching({ events: ['lesson.completed'], lessons: ['two'] });
  room.complete(ann, 'one', 'two');
  room.complete(bob, 'three');
  expect(await watcher.ids()).toEqual(['lesson:course:two:ann']);
});

it('somebody new, with all that was done by then', async () => {
  const { room, course, watcher } = await watching();
  room.complete(room.join(course, 'cid'), 'one', 'two', 'three');
  expect(await watcher.poll()).toHaveLength(6);
  expect(await watcher.ids()).toEqual([]);
});

it('a course without lessons is completed by nobody', async () => {
  const { room, course, watcher } = await watching(MARKS, []);
  room.join(course, 'cid');
  expect(await watcher.ids()).toEqual([]);
});

it('every event of a customer tells how far they are, also where no lesson is watched', async () => {
  const { room, ann, watcher } = await watching({ events: ['customer.statusChanged', 'customer.enrolled'] });
  room.complete(ann, 'one', 'three');
  await watcher.poll();
  ann.status = 'expired';
  expect(await watcher.poll()).toMatchObject([{ to: 'expired', progress: { completed: 2, total: 4, percent: 50 } }]);
});
