/** A school whose roster does not tell the progress: it is read customer by customer, so many requests a poll. */
import type { EventType } from '../packages/core/src/index.ts';
import { answer, Classroom, MINUTE } from './support/classroom.ts';
import { pollStateless, Watcher } from './support/watcher.ts';

const LESSON: EventType[] = ['lesson.completed'];
const BUDGET = 10;

async function watching(customers: number, options: ConstructorParameters<typeof Watcher>[2] = {}) {
  const room = new Classroom();
  room.rowsTellProgress = false;
  const course = room.course('course', { lessons: ['basics/one', 'basics/two'] });
  room.crowd(course, customers);
  room.now += customers * 1000 + MINUTE;
  const watcher = new Watcher(room.school, LESSON, { progressRequests: BUDGET, ...options });
  const read = () => room.asked.filter((one) => one.what === 'progress').map((one) => one.userId);
  /** Polls until everybody's progress was read once. */
  const settle = async () => {
    for (let polls = 0; new Set(read()).size < customers; polls++) {
      if (polls > 100) throw new Error('Not everybody was reached.');
      room.now += MINUTE;
      expect(await watcher.ids()).toEqual([]);
    }
    room.forget();
  };
  return { room, course, watcher, read, settle };
}

it('asks for no more than its budget at a poll', async () => {
  const { room, watcher, read } = await watching(35);
  for (let polls = 0; polls < 8; polls++) {
    room.forget();
    await watcher.poll();
    expect(read()).toHaveLength(BUDGET);
    expect(new Set(read()).size).toBe(BUDGET);
  }
});

it('reads the most recently active first, and tells what they completed at once', async () => {
  const { room, course, watcher, read, settle } = await watching(40);
  await settle();
  const active = course.roster.slice(10, 13);
  for (const one of active) {
    room.now += MINUTE;
    room.complete(one, 'one');
  }
  const events = await watcher.poll();
  expect(events.map((one) => one.id).sort()).toEqual(active.map((one) => `lesson:course:one:${one.userId}`).sort());
  expect(events).toMatchObject(active.map((one) => ({ occurredAt: new Date(one.updatedAt ?? 0).toISOString() })));
  expect(read().slice(0, 3)).toEqual(active.map((one) => one.userId).reverse());
});

it('keeps a part of the budget for those whose turn it is, however many are active', async () => {
  const { room, course, watcher, read, settle } = await watching(40);
  await settle();
  // Somebody of whom the roster does not tell that anything has changed.
  const [silent] = course.roster;
  if (silent) silent.done = ['one'];
  const told: string[] = [];
  for (let polls = 0; polls < 30; polls++) {
    room.now += MINUTE;
    for (const one of course.roster.slice(10)) one.updatedAt = room.now;
    room.forget();
    told.push(...(await watcher.ids()));
    expect(read()).toHaveLength(BUDGET);
  }
  expect(told).toEqual(['lesson:course:one:c0']);
});

it('reaches more active ones than the budget allows in the polls after, without loss', async () => {
  const { room, course, watcher, settle } = await watching(40);
  await settle();
  room.now += MINUTE;
  course.roster.forEach((one) => room.complete(one, 'one'));
  const told: string[] = [];
  for (let polls = 0; polls < 12; polls++) told.push(...(await watcher.ids()));
  expect(told.sort()).toEqual(course.roster.map((one) => `lesson:course:one:${one.userId}`).sort());
});

it.each([
  [30, undefined],
  [30, 1],
  [30, 3],
  // A last part with fewer customers than the budget: all of them are read each time, those of the first part are not.
  [18, 1],
  [18, 100],
])('comes to everybody of %i in turn, with at most %p events a poll', async (customers, maxEvents) => {
  const { room, course, watcher, settle } = await watching(customers, { maxEvents });
  room.pageSize = 4;
  await settle();
  // Nothing in the roster says so.
  for (const one of course.roster) one.done = ['one'];
  const told: string[] = [];
  for (let polls = 0; polls < 150 && told.length < customers; polls++) {
    room.now += MINUTE;
    told.push(...(await watcher.ids()));
  }
  expect(told.sort()).toEqual(course.roster.map((one) => `lesson:course:one:${one.userId}`).sort());
});

it('begins with the first look at each: what was completed before is no news', async () => {
  const { room, course, watcher, settle } = await watching(25);
  for (const one of course.roster) one.done = ['one'];
  await settle();
  const [first] = course.roster;
  if (first) room.complete(first, 'two');
  expect(await watcher.ids()).toEqual(['lesson:course:two:c0']);
});

it('tells all of somebody new, who had completed nothing before', async () => {
  const { room, course, watcher, settle } = await watching(5);
  await settle();
  room.complete(room.join(course, 'late'), 'one');
  expect(await watcher.ids()).toEqual(['lesson:course:one:late']);
});

it('takes the download from there, too', async () => {
  const { room, course, watcher, settle } = await watching(5);
  watcher.watch = { events: ['lesson.completed', 'file.downloaded'] };
  await settle();
  await watcher.poll();
  const [first] = course.roster;
  if (first) first.downloaded = true;
  if (first) first.updatedAt = room.now;
  expect(await watcher.ids()).toEqual(['downloaded:course:c0']);
});

it('goes on where one of them is gone by then, or the deadline comes', async () => {
  const { room, course, watcher, read, settle } = await watching(8);
  await settle();
  course.roster.forEach((one) => room.complete(one, 'one'));
  room.onRequest = ({ what, userId }) =>
    what === 'progress' && userId === 'c3'
      ? answer(404, { error: { code: 'not_found', message: 'Customer progress not found' } })
      : undefined;
  const told = await watcher.ids();
  expect(told).toHaveLength(7);
  room.onRequest = () => undefined;
  expect(await watcher.ids()).toEqual(['lesson:course:one:c3']);
  room.now += MINUTE;
  course.roster.forEach((one) => room.complete(one, 'two'));
  room.latency = 100;
  room.forget();
  const early = await watcher.ids({ deadline: room.now + 650, parallel: 1 });
  expect(read().length).toBeLessThan(8);
  expect(early).toHaveLength(read().length);
  room.latency = 0;
  expect([...early, ...(await watcher.ids())]).toHaveLength(8);
});

it('fails as a page does: nothing is told twice, nothing is lost', async () => {
  const { room, course, watcher, settle } = await watching(8);
  await settle();
  course.roster.forEach((one) => room.complete(one, 'one'));
  room.onRequest = ({ what, userId }) => (what === 'progress' && userId === 'c3' ? answer(500, {}) : undefined);
  await expect(watcher.poll()).rejects.toMatchObject({ code: 'unavailable' });
  room.onRequest = () => undefined;
  expect(new Set(await watcher.ids()).size).toBe(8);
});

it('reads everybody for a host without state, whatever the budget', async () => {
  const { room, course, read } = await watching(30);
  for (const one of course.roster) one.done = ['one'];
  const { events } = await pollStateless(room.school, { events: LESSON }, { progressRequests: 3 });
  expect(events).toHaveLength(30);
  expect(new Set(read()).size).toBe(30);
  expect(room.mostInFlight).toBeLessThanOrEqual(4);
});

describe('downloads alone, where rosters do not tell them', () => {
  it('are told by the progress', async () => {
    const room = new Classroom();
    room.rowsTellProgress = false;
    const ann = room.join(room.course('course'), 'ann');
    const watcher = new Watcher(room.school, ['file.downloaded']);
    await watcher.poll();
    room.now += MINUTE;
    ann.downloaded = true;
    ann.updatedAt = room.now;
    expect([...(await watcher.ids()), ...(await watcher.ids())]).toEqual(['downloaded:course:ann']);
  });
});
