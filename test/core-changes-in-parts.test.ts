/** A poll that stops early, for the time or for the number of events: it keeps its place, and the next ones go on. */
import type { EventType } from '../packages/core/src/index.ts';
import { Classroom, HOUR, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

const EVENTS: EventType[] = ['customer.enrolled', 'customer.statusChanged', 'lesson.completed'];

/** Customers on pages of two, and a trigger that knows them. */
async function watching(customers: number, events = EVENTS, options: ConstructorParameters<typeof Watcher>[2] = {}) {
  const room = new Classroom();
  room.pageSize = 2;
  const course = room.course('course', { lessons: ['basics/one', 'basics/two'] });
  room.crowd(course, customers);
  room.now += HOUR;
  const watcher = new Watcher(room.school, { events, thresholds: [50] }, options);
  await watcher.poll();
  room.now += MINUTE;
  return { room, course, watcher };
}
const roster = (room: Classroom) => room.asked.filter((one) => one.what === 'roster').map((one) => one.page);

describe('a deadline', () => {
  it('stops between pages, gives what was seen by then, and goes on from there until it is complete', async () => {
    const { room, course, watcher } = await watching(12);
    room.now += MINUTE;
    course.roster.forEach((one) => room.complete(one, 'one'));
    room.latency = 100;
    const told: string[] = [];
    const pages: number[][] = [];
    for (let polls = 0; polls < 10 && (polls === 0 || !watcher.report.complete); polls++) {
      room.forget();
      const began = room.now;
      // The list of products and its empty page, and then two pages.
      const ids = await watcher.ids({ deadline: began + 350, parallel: 1 });
      expect(ids).toHaveLength(Math.min(4, 12 - told.length));
      told.push(...ids);
      pages.push(roster(room));
      expect(watcher.report.requests).toBe(room.asked.length);
      expect(watcher.report.ms).toBe(room.now - began);
    }
    // Each poll goes on with the page on which the last one stopped; six pages, and the empty one.
    expect(pages).toEqual([[1, 2], [3, 4], [5, 6], [7]]);
    expect(told.sort()).toEqual(course.roster.map((one) => `lesson:course:one:${one.userId}`).sort());
    expect(await watcher.ids()).toEqual([]);
  });

  it('of pages side by side stops no later than those that are under way', async () => {
    const { room, watcher } = await watching(40);
    room.latency = 100;
    room.forget();
    const began = room.now;
    await watcher.poll({ deadline: began + 500 });
    expect(watcher.report).toMatchObject({ complete: false });
    expect(room.now - began).toBeLessThanOrEqual(500 + 4 * 100);
    expect(watcher.report.pages).toBe(roster(room).length);
  });

  it('does not make a first look news, in however many parts it is taken', async () => {
    const room = new Classroom();
    room.pageSize = 2;
    room.latency = 100;
    const course = room.course('course', { lessons: ['basics/one'] });
    room.crowd(course, 9);
    course.roster.forEach((one) => room.complete(one, 'one'));
    const events: EventType[] = [...EVENTS, 'course.completed', 'section.completed', 'file.downloaded'];
    const watcher = new Watcher(room.school, events);
    let polls = 0;
    do {
      expect(await watcher.ids({ deadline: room.now + 450, parallel: 1 })).toEqual([]);
    } while (!watcher.report.complete && ++polls < 30);
    expect(polls).toBeGreaterThan(1);
    expect(polls).toBeLessThan(30);
    room.join(course, 'late');
    expect(await watcher.ids()).toEqual(['enrolled:course:late']);
  });

  it('in the middle of several products: the next poll begins with the one that was cut short, then the others', async () => {
    const room = new Classroom();
    room.pageSize = 2;
    const ids = ['one', 'two', 'three'];
    const courses = ids.map((id) => room.course(id));
    courses.forEach((course) => room.crowd(course, 6));
    const watcher = new Watcher(room.school, EVENTS);
    await watcher.poll();
    room.now += MINUTE;
    courses.forEach((course) => course.roster.forEach((one) => (one.status = 'paused')));
    room.latency = 100;
    const told: string[] = [];
    const order: string[] = [];
    for (let polls = 0; polls < 12 && (polls === 0 || !watcher.report.complete); polls++) {
      room.forget();
      told.push(...(await watcher.ids({ deadline: room.now + 450, parallel: 1 })));
      order.push(...room.asked.filter((one) => one.what === 'roster').map((one) => one.productId));
    }
    expect(told).toHaveLength(18);
    expect(new Set(told).size).toBe(18);
    // Four requests each, and nobody's turn before it is over.
    expect(order.slice(0, 12)).toEqual(['three', 'two', 'one'].flatMap((id) => [id, id, id, id]));
  });

  it('and a product that appears meanwhile waits until the one that was cut short is over', async () => {
    const { room, course, watcher } = await watching(6);
    course.roster.forEach((one) => (one.status = 'paused'));
    room.latency = 100;
    const told = await watcher.ids({ deadline: room.now + 350, parallel: 1 });
    room.join(room.course('fresh'), 'ann');
    room.latency = 0;
    room.forget();
    told.push(...(await watcher.ids()));
    expect(new Set(told).size).toBe(7);
    const order = room.asked.filter((one) => one.what === 'roster').map((one) => `${one.productId} ${one.page}`);
    expect(order.slice(0, 2)).toEqual(['course 3', 'course 4']);
    expect(order[2]).toBe('fresh 1');
  });

  it('that has passed already reads no roster, and loses nothing', async () => {
    const { room, course, watcher } = await watching(4);
    course.roster.forEach((one) => (one.status = 'paused'));
    room.forget();
    expect(await watcher.ids({ deadline: room.now - 1 })).toEqual([]);
    expect(watcher.report).toMatchObject({ complete: false, pages: 0 });
    expect(await watcher.ids()).toHaveLength(4);
  });
});

describe('at most so many events', () => {
  it.each([1, 2, 3, 5, 7, 100])('%i a poll: in order, and all of them in the end', async (maxEvents) => {
    const { room, course, watcher } = await watching(15, EVENTS, { maxEvents });
    // What is shown at once is told in its order: who completed it first comes first.
    course.roster.forEach((one, place) => {
      room.now += MINUTE;
      room.complete(one, 'one');
      if (place % 5 === 0) one.status = 'paused';
    });
    const told: string[][] = [];
    for (let polls = 0; polls < 60 && told.flat().length < 18; polls++) told.push(await watcher.ids());
    expect(told.every((ids) => ids.length <= maxEvents)).toBe(true);
    expect(new Set(told.flat()).size).toBe(18);
    const lessons = told.flat().filter((id) => id.startsWith('lesson:'));
    expect(lessons).toHaveLength(15);
    if (maxEvents === 100) expect(lessons).toEqual(course.roster.map((one) => `lesson:course:one:${one.userId}`));
    for (let polls = 0; polls < 3; polls++) expect(await watcher.ids()).toEqual([]);
    expect(watcher.report.complete).toBe(true);
  });

  it('what waits is given without a request, until there is less than is wanted', async () => {
    const { room, course, watcher } = await watching(8, EVENTS, { maxEvents: 3 });
    room.pageSize = 200;
    course.roster.forEach((one) => {
      room.now += MINUTE;
      room.complete(one, 'one');
    });
    const told = await watcher.ids();
    expect(watcher.snapshot?.pending).toHaveLength(5);
    room.forget();
    told.push(...(await watcher.ids()));
    expect(room.asked).toEqual([]);
    expect(watcher.report).toMatchObject({ requests: 0, pages: 0, complete: false });
    told.push(...(await watcher.ids()));
    expect(told).toEqual(course.roster.map((one) => `lesson:course:one:${one.userId}`));
    expect(room.asked.length).toBeGreaterThan(0);
  });

  it('new ones come after those that wait', async () => {
    const { room, course, watcher } = await watching(4, EVENTS, { maxEvents: 3 });
    room.pageSize = 200;
    room.now += MINUTE;
    course.roster.forEach((one) => room.complete(one, 'one'));
    await watcher.poll();
    // It happened before them, as it turns out, and was seen after them.
    const early = room.now - HOUR;
    room.join(course, 'late', { createdAt: early, updatedAt: early });
    expect(await watcher.ids()).toEqual(['lesson:course:one:c3', 'enrolled:course:late']);
  });

  it('does not remember more than that and what was read with it', async () => {
    const { course, watcher } = await watching(200, EVENTS, { maxEvents: 5 });
    course.roster.forEach((one) => (one.status = 'paused'));
    const told: string[] = [];
    for (let polls = 0; polls < 80 && told.length < 200; polls++) {
      told.push(...(await watcher.ids()));
      // Four pages are read before it is looked whether they are enough.
      expect(watcher.snapshot?.pending.length).toBeLessThanOrEqual(2 * 4 + 5);
    }
    expect(new Set(told).size).toBe(200);
    expect(told).toHaveLength(200);
  });

  it('tells each mark once, and removals as well', async () => {
    const { room, course, watcher } = await watching(
      12,
      ['customer.removed', 'progress.reached', 'course.completed', 'section.completed'],
      { maxEvents: 2 },
    );
    room.now += MINUTE;
    course.roster.forEach((one) => room.complete(one, 'one', 'two'));
    const told: string[] = [];
    for (let polls = 0; polls < 40; polls++) told.push(...(await watcher.ids()));
    expect(told).toHaveLength(36);
    expect(new Set(told).size).toBe(36);
    room.leave(course, 'c0', 'c5', 'c11');
    const gone: string[] = [];
    for (let polls = 0; polls < 10; polls++) gone.push(...(await watcher.ids()));
    expect(gone.sort()).toEqual(['removed:course:c0', 'removed:course:c11', 'removed:course:c5']);
  });
});
