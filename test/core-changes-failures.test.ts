/** A page that cannot be read: nothing that was seen is lost, and nothing that was not seen counts as seen. */
import type { EventType } from '../packages/core/src/index.ts';
import { answer, Classroom, HOUR, MINUTE, type Asked } from './support/classroom.ts';
import { pollStateless, Watcher } from './support/watcher.ts';

const EVENTS: EventType[] = ['customer.enrolled', 'customer.statusChanged', 'lesson.completed'];
const failing = (which: (asked: Asked) => boolean) => (asked: Asked) => (which(asked) ? answer(500, {}) : undefined);
const page = (number: number) => failing((asked) => asked.what === 'roster' && asked.page === number);

/** Six customers on three pages, all of whom are changed after the first look. */
async function changed(keepPartial: boolean) {
  const room = new Classroom();
  room.pageSize = 2;
  const course = room.course('course', { lessons: ['basics/one'] });
  room.crowd(course, 6);
  const watcher = new Watcher(room.school, EVENTS, { keepPartial });
  await watcher.poll();
  room.now += MINUTE;
  course.roster.forEach((one) => room.complete(one, 'one'));
  room.join(course, 'late');
  const all = [
    ...Array.from({ length: 6 }, (_, number) => `lesson:course:one:c${number}`),
    'enrolled:course:late',
  ].sort();
  return { room, course, watcher, all };
}
const users = (ids: readonly string[]) => ids.map((id) => id.split(':').at(-1)).sort();

describe.each([1, 2, 3, 4, 5])('page %i of four and an empty one', (number) => {
  it('fails the poll, which then sees all of it again', async () => {
    const { room, watcher, all } = await changed(false);
    const before = watcher.kept;
    room.onRequest = page(number);
    await expect(watcher.poll()).rejects.toMatchObject({ code: 'unavailable', status: 500 });
    expect(watcher.kept).toBe(before);
    room.onRequest = () => undefined;
    expect((await watcher.ids()).sort()).toEqual(all);
    expect(await watcher.ids()).toEqual([]);
  });

  it('leaves out what was not seen, where what was seen is to be kept; the next polls give the rest', async () => {
    const { room, watcher, all } = await changed(true);
    room.onRequest = page(number);
    const first = await watcher.ids();
    expect(watcher.report).toMatchObject({ complete: false, failure: { code: 'unavailable' } });
    // At least all pages before it; what was asked for ahead and came counts as well.
    const before = Array.from({ length: Math.min(6, (number - 1) * 2) }, (_, place) => `c${place}`);
    expect(users(first)).toEqual(expect.arrayContaining(before));
    const hidden = Array.from({ length: 6 }, (_, place) => place).filter(
      (place) => Math.floor(place / 2) + 1 === number,
    );
    for (const place of hidden) expect(users(first)).not.toContain(`c${place}`);
    room.onRequest = () => undefined;
    const rest = await watcher.ids();
    expect([...first, ...rest].sort()).toEqual(all);
    expect(watcher.report).toMatchObject({ complete: true });
    expect(watcher.report.failure).toBeUndefined();
    expect(await watcher.ids()).toEqual([]);
  });
});

it('goes on failing without loss, whatever page fails each time', async () => {
  const { room, course, watcher, all } = await changed(true);
  const told: string[] = [];
  for (const number of [3, 2, 4, 1, 5, 3, 3]) {
    room.onRequest = page(number);
    told.push(...(await watcher.ids()));
  }
  room.onRequest = () => undefined;
  for (let polls = 0; polls < 2; polls++) told.push(...(await watcher.ids()));
  expect([...told].sort()).toEqual(all);
  room.join(course, 'later');
  expect(await watcher.ids()).toEqual(['enrolled:course:later']);
});

it('of a first look goes on with it: what was there is no news, wherever it stopped', async () => {
  const room = new Classroom();
  room.pageSize = 2;
  const course = room.course('course');
  room.crowd(course, 7);
  const watcher = new Watcher(room.school, ['customer.enrolled'], { keepPartial: true });
  for (const number of [3, 2, 4]) {
    room.onRequest = page(number);
    expect(await watcher.ids()).toEqual([]);
  }
  room.onRequest = () => undefined;
  for (let polls = 0; polls < 3; polls++) expect(await watcher.ids()).toEqual([]);
  room.join(course, 'late');
  expect(await watcher.ids()).toEqual(['enrolled:course:late']);
});

describe.each(['lessons', 'sections'] as const)('the list of %s', (what) => {
  it('cannot be read: nothing is told without it, and nothing is lost', async () => {
    for (const keepPartial of [true, false]) {
      const room = new Classroom();
      const course = room.course('course', { lessons: ['basics/one'] });
      const ann = room.join(course, 'ann');
      const events: EventType[] = ['lesson.completed', 'course.completed', 'customer.statusChanged'];
      const watcher = new Watcher(room.school, events, { keepPartial });
      await watcher.poll();
      room.complete(ann, 'one');
      ann.status = 'paused';
      room.onRequest = failing((asked) => asked.what === what);
      for (let polls = 0; polls < 2; polls++) {
        if (keepPartial) expect(await watcher.ids()).toEqual([]);
        else await expect(watcher.poll()).rejects.toMatchObject({ code: 'unavailable' });
      }
      room.onRequest = () => undefined;
      const all = ['completed:course:ann', 'lesson:course:one:ann', 'status:course:ann:paused'];
      expect((await watcher.ids()).sort()).toEqual(all);
      expect(await watcher.ids()).toEqual([]);
    }
  });
});

it('of one product does not hold back what was seen of another', async () => {
  const room = new Classroom();
  const courses = ['one', 'two', 'three'].map((id) => room.course(id));
  const watcher = new Watcher(room.school, ['customer.enrolled', 'customer.statusChanged'], { keepPartial: true });
  await watcher.poll();
  courses.forEach((course) => room.join(course, 'ann'));
  room.onRequest = failing((asked) => asked.what === 'roster' && asked.productId === 'two');
  const told = await watcher.ids();
  // In the order of the list, newest first: the third product was read before the second failed.
  expect(told).toEqual(['enrolled:three:ann']);
  room.onRequest = () => undefined;
  expect((await watcher.ids()).sort()).toEqual(['enrolled:one:ann', 'enrolled:two:ann']);
});

it('of the products fails the poll and keeps what is remembered', async () => {
  const { room, watcher, all } = await changed(true);
  room.onRequest = failing((asked) => asked.what === 'products');
  expect(await watcher.ids()).toEqual([]);
  expect(watcher.report).toMatchObject({ products: 0, complete: false, failure: { code: 'unavailable' } });
  room.onRequest = () => undefined;
  expect((await watcher.ids()).sort()).toEqual(all);
});

it('of the ends of a roster loses nobody', async () => {
  const room = new Classroom();
  room.pageSize = 2;
  const course = room.course('course');
  room.crowd(course, 5);
  for (const keepPartial of [true, false]) {
    const watcher = new Watcher(room.school, ['customer.enrolled'], { keepPartial });
    await watcher.poll();
    room.now += MINUTE;
    const late = room.join(course, `late-${keepPartial}`);
    room.onRequest = page(3);
    if (keepPartial) expect(await watcher.ids()).toEqual([]);
    else await expect(watcher.poll()).rejects.toMatchObject({ code: 'unavailable' });
    room.onRequest = () => undefined;
    expect(await watcher.ids()).toEqual([`enrolled:course:${late.userId}`]);
    room.now += HOUR;
    expect(await watcher.ids()).toEqual([]);
  }
});

it('of a host without state is an error, never a part of the list', async () => {
  const { room } = await changed(false);
  for (const number of [1, 2, 3, 4, 5]) {
    room.onRequest = page(number);
    await expect(pollStateless(room.school, { events: EVENTS })).rejects.toMatchObject({ code: 'unavailable' });
  }
});
