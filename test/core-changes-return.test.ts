/** Who leaves and comes back with less than before is told of what is reached anew, and of nothing twice. */
import type { WatchOptions } from '../packages/core/src/index.ts';
import { Classroom, DAY, HOUR, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

const LESSONS = ['basics/one', 'basics/two', 'more/three', 'more/four'];
const MARKS: WatchOptions = {
  events: ['lesson.completed', 'section.completed', 'progress.reached', 'course.completed'],
  thresholds: [50],
};

async function watching(watch: WatchOptions) {
  const room = new Classroom();
  const course = room.course('course', { lessons: LESSONS });
  const ann = room.join(course, 'ann');
  room.join(course, 'bob');
  const watcher = new Watcher(room.school, watch);
  await watcher.poll();
  room.now += MINUTE;
  return { room, course, ann, watcher };
}

it('catches up: the course is told of when it is completed, though each lesson was completed before', async () => {
  const { room, course, ann, watcher } = await watching(MARKS);
  room.complete(ann, 'one', 'two', 'three');
  await watcher.poll();
  room.leave(course, 'ann');
  await watcher.poll();
  const back = room.join(course, 'ann');
  room.complete(back, 'four');
  // One lesson of four: four is new, and whatever was done before is not done now.
  expect(await watcher.ids()).toEqual(['lesson:course:four:ann']);
  room.complete(back, 'one', 'two');
  expect(await watcher.ids()).toEqual([]);
  room.complete(back, 'three');
  expect(await watcher.poll()).toMatchObject([
    { id: 'completed:course:ann', progress: { completed: 4, total: 4 } },
    { id: 'section:course:more:ann' },
  ]);
  expect(await watcher.ids()).toEqual([]);
});

it('reaches nothing twice', async () => {
  const { room, course, ann, watcher } = await watching(MARKS);
  room.complete(ann, 'one', 'two', 'three', 'four');
  await watcher.poll();
  room.leave(course, 'ann');
  await watcher.poll();
  const back = room.join(course, 'ann');
  expect(await watcher.ids()).toEqual([]);
  for (const lesson of ['one', 'two', 'three', 'four']) {
    room.complete(back, lesson);
    expect(await watcher.ids()).toEqual([]);
  }
});

it('is not taken for somebody who had both: two rows of one read that contradict each other decide nothing', async () => {
  const { room, course, ann, watcher } = await watching(MARKS);
  room.complete(ann, 'one');
  await watcher.poll();
  room.pageSize = 1;
  // Left and joined again while the roster is read: the last page shows another enrolment of hers.
  const old = { ...ann, done: ['one'] };
  const fresh = { ...ann, done: ['two'] };
  course.roster = [old, ...course.roster.filter((one) => one.userId !== 'ann'), fresh];
  expect(await watcher.ids()).toEqual(['lesson:course:two:ann']);
  course.roster = course.roster.filter((one) => one !== old);
  expect(await watcher.ids()).toEqual([]);
});

describe('standstill', () => {
  const STALLED: WatchOptions = { events: ['customer.stalled'], stalledDays: 3 };

  it('carries since when, after how many days, and how far the student came', async () => {
    const { room, ann, watcher } = await watching(STALLED);
    room.complete(ann, 'one');
    await watcher.poll();
    room.now += 3 * DAY - 1;
    expect((await watcher.ids()).filter((id) => id.includes(':ann:'))).toEqual([]);
    room.now += 1;
    const told = await watcher.poll();
    expect(told.filter((one) => one.id.includes(':ann:'))).toEqual([
      {
        id: `stalled:course:ann:3:${Date.parse('2026-11-21T08:01:00.000Z')}`,
        type: 'customer.stalled',
        occurredAt: '2026-11-24T08:01:00.000Z',
        seenAt: '2026-11-24T08:01:00.000Z',
        product: { productId: 'course', title: 'The course' },
        customer: { userId: 'ann', email: 'ann@example.com', name: 'Ann Lee' },
        status: 'active',
        progress: { completed: 1, total: 4, percent: 25 },
        days: 3,
        lastActivityAt: '2026-11-21T08:01:00.000Z',
      },
    ]);
  });

  it('is told once, and again only of another one', async () => {
    const { room, ann, watcher } = await watching({ ...STALLED, events: ['customer.stalled', 'file.downloaded'] });
    const told: string[] = [];
    const pass = async (days: number) => {
      for (let hour = 0; hour < days * 24; hour += 6) {
        room.now += 6 * HOUR;
        told.push(...(await watcher.ids()).filter((id) => id.includes(':ann:')));
      }
    };
    await pass(10);
    expect(told).toHaveLength(1);
    // Something else is new of her, and is no progress.
    ann.downloaded = true;
    await pass(2);
    expect(told).toHaveLength(1);
    room.complete(ann, 'one');
    const second = room.now;
    await pass(10);
    expect(told).toHaveLength(2);
    expect(told[1]).toBe(`stalled:course:ann:3:${second}`);
  });

  it.each([
    ['has completed the course', { done: ['one', 'two', 'three', 'four'] }],
    ['is paused', { status: 'paused' }],
    ['never began', { createdAt: undefined, updatedAt: undefined, status: 'pending' }],
  ])('is not told of somebody who %s', async (_, more) => {
    const { room, ann, watcher } = await watching(STALLED);
    Object.assign(ann, more);
    room.now += 5 * DAY;
    expect((await watcher.ids()).filter((id) => id.includes(':ann:'))).toEqual([]);
  });

  it('is not told where there is nothing to complete', async () => {
    const { room, course, watcher } = await watching(STALLED);
    course.lessons = [];
    room.now += 5 * DAY;
    expect(await watcher.ids()).toEqual([]);
  });
});
