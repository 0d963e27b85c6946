/** Somebody is gone who was missing from two complete reads in a row and whom the school does not find by address. */
import { answer, Classroom, HOUR, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

async function watching(options: ConstructorParameters<typeof Watcher>[2] = {}) {
  const room = new Classroom();
  const course = room.course('course');
  for (const userId of ['ann', 'bob', 'cid', 'dan']) room.join(course, userId);
  const watcher = new Watcher(room.school, ['customer.removed'], options);
  await watcher.poll();
  room.now += MINUTE;
  return { room, course, watcher };
}

it('tells it at the second read, by id and address', async () => {
  const { room, course, watcher } = await watching();
  const bob = course.roster[1];
  room.leave(course, 'bob');
  expect(await watcher.ids()).toEqual([]);
  expect(await watcher.poll()).toEqual([
    {
      id: 'removed:course:bob',
      type: 'customer.removed',
      occurredAt: null,
      seenAt: '2026-11-21T08:01:00.000Z',
      product: { productId: 'course', title: 'The course' },
      customer: { userId: 'bob', email: bob?.email, name: null },
      status: null,
      progress: null,
    },
  ]);
  for (let polls = 0; polls < 3; polls++) expect(await watcher.ids()).toEqual([]);
});

it('carries the last status where that is watched', async () => {
  const { room, course, watcher } = await watching();
  watcher.watch = { events: ['customer.removed', 'customer.statusChanged'] };
  await watcher.poll();
  room.leave(course, 'ann');
  await watcher.poll();
  expect(await watcher.poll()).toMatchObject([{ id: 'removed:course:ann', status: 'active' }]);
});

it('tells nothing of a single miss, nor of misses with a sight between them', async () => {
  const { room, course, watcher } = await watching();
  const everybody = course.roster;
  for (let times = 0; times < 3; times++) {
    room.leave(course, 'bob', 'cid');
    expect(await watcher.ids()).toEqual([]);
    course.roster = everybody;
    expect(await watcher.ids()).toEqual([]);
  }
});

it('asks by address before it says so: a row may be missed twice', async () => {
  const { room, course, watcher } = await watching();
  const everybody = course.roster;
  const hide = () => {
    room.onRequest = ({ what, search }) => {
      course.roster = what === 'roster' && search === '' ? everybody.filter((one) => one.userId !== 'bob') : everybody;
      return undefined;
    };
  };
  hide();
  for (let polls = 0; polls < 4; polls++) expect(await watcher.ids()).toEqual([]);
  expect(room.asked.filter((one) => one.search !== '').map((one) => one.search)).toContain('bob@example.com');
  // Another customer with such an address is not the one.
  room.onRequest = () => undefined;
  course.roster = everybody.filter((one) => one.userId !== 'bob');
  room.join(course, 'other', { email: 'bob@example.com' });
  expect(await watcher.ids()).toEqual([]);
  expect(await watcher.ids()).toEqual(['removed:course:bob']);
});

it('counts complete reads only', async () => {
  const { room, course, watcher } = await watching({ keepPartial: true });
  room.pageSize = 1;
  room.leave(course, 'ann');
  expect(await watcher.ids()).toEqual([]);
  // Two that fail on the last page are no read at all.
  room.onRequest = ({ what, page }) => (what === 'roster' && page === 3 ? answer(500, {}) : undefined);
  for (let polls = 0; polls < 2; polls++) {
    expect(await watcher.ids()).toEqual([]);
    expect(watcher.report.complete).toBe(false);
  }
  room.onRequest = () => undefined;
  expect(await watcher.ids()).toEqual(['removed:course:ann']);
});

it('is told again, with a count, of somebody who came back and left again', async () => {
  const { room, course, watcher } = await watching();
  const everybody = course.roster;
  const told: string[] = [];
  for (let times = 0; times < 3; times++) {
    room.leave(course, 'bob');
    for (let polls = 0; polls < 2; polls++) told.push(...(await watcher.ids()));
    course.roster = everybody;
    told.push(...(await watcher.ids()));
  }
  expect(told).toEqual(['removed:course:bob', 'removed:course:bob:2', 'removed:course:bob:3']);
});

it('is told of everybody who left at once, though only twenty are asked for at a poll', async () => {
  const { room, course, watcher } = await watching();
  room.crowd(course, 50);
  await watcher.poll();
  room.leave(course, ...Array.from({ length: 45 }, (_, number) => `c${number}`));
  await watcher.poll();
  room.forget();
  const told = await watcher.ids();
  expect(told).toHaveLength(20);
  expect(room.asked.filter((one) => one.search !== '')).toHaveLength(20);
  const more = await watcher.ids();
  expect(new Set([...told, ...more]).size).toBe(45);
  expect(told.length + more.length).toBe(45);
  expect(await watcher.ids()).toEqual([]);
});

it('is not told of somebody who left before removals were watched', async () => {
  const { room, course, watcher } = await watching();
  watcher.watch = { events: ['lesson.completed'] };
  await watcher.poll();
  room.leave(course, 'cid');
  await watcher.poll();
  watcher.watch = { events: ['customer.removed'] };
  room.now += HOUR;
  for (let polls = 0; polls < 3; polls++) expect(await watcher.ids()).toEqual([]);
});

it('loses nothing where the school cannot be asked for the one who is missing', async () => {
  const { room, course, watcher } = await watching();
  room.leave(course, 'bob', 'dan');
  await watcher.poll();
  room.onRequest = ({ search }) => (search !== '' ? answer(500, {}) : undefined);
  await expect(watcher.poll()).rejects.toMatchObject({ code: 'unavailable' });
  room.onRequest = () => undefined;
  expect((await watcher.ids()).sort()).toEqual(['removed:course:bob', 'removed:course:dan']);
  expect(await watcher.ids()).toEqual([]);
});
