/**
 * Where only new customers are watched, not all of a roster has to be read: new rows appear at one end of it. Which one
 * is learned from what is read, and all of it is read once an hour, so that nobody is lost where that was wrong.
 */
import { Classroom, HOUR, MINUTE, type Course } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

/** Customers, and rows a page: the longest has as many pages as a roster of 20,000. */
const SIZES = [
  [0, 200],
  [1, 200],
  [199, 200],
  [200, 200],
  [201, 200],
  [1000, 200],
  [1000, 10],
] as const;

type Order = 'first' | 'last' | 'undated';
/** A roster to which rows are added at its beginning, at its end, or at its end without a time. */
async function school(customers: number, order: Order, pageSize = 200) {
  const room = new Classroom();
  room.pageSize = pageSize;
  const course = room.course('course');
  room.crowd(course, customers);
  room.now += customers * 1000 + MINUTE;
  const undated = { createdAt: undefined, updatedAt: undefined };
  if (order === 'undated') course.roster = course.roster.map((one) => ({ ...one, ...undated }));
  if (order === 'first') course.roster.reverse();
  const join = (userId: string) => {
    const learner = room.join(course, userId, order === 'undated' ? undated : {});
    if (order === 'first') course.roster.unshift(...course.roster.splice(-1));
    return learner;
  };
  const watcher = new Watcher(room.school, { events: ['customer.enrolled'], products: ['course'] });
  await watcher.poll();
  room.forget();
  return { room, course, join, watcher };
}

describe.each(['first', 'last', 'undated'] as const)('new rows come %s', (order) => {
  it.each(SIZES)('and nothing happens: three requests a poll at most, of %i customers, %i a page', async (...size) => {
    const { room, watcher } = await school(size[0], order, size[1]);
    for (let polls = 0; polls < 3; polls++) {
      room.now += 5 * MINUTE;
      room.forget();
      expect(await watcher.ids()).toEqual([]);
      expect(room.asked.length).toBeLessThanOrEqual(3);
      expect(watcher.report.requests).toBe(room.asked.length);
      expect(watcher.report).toMatchObject({ pages: room.asked.length, complete: true });
    }
  });

  it.each(SIZES.slice(0, 5))('and each is told at the next poll, of %i customers, %i a page', async (...size) => {
    const { room, join, watcher } = await school(size[0], order, size[1]);
    for (let polls = 0; polls < 4; polls++) {
      room.now += 5 * MINUTE;
      join(`late${polls}`);
      expect(await watcher.ids()).toEqual([`enrolled:course:late${polls}`]);
    }
  });

  it('many at once, more than a page of them', async () => {
    const { room, join, watcher } = await school(450, order);
    room.now += MINUTE;
    for (let number = 0; number < 500; number++) join(`late${number}`);
    room.forget();
    expect(new Set(await watcher.ids()).size).toBe(500);
    expect(room.count('roster')).toBeLessThanOrEqual(6);
    expect(await watcher.ids()).toEqual([]);
  });

  it('while others leave, until nobody is left', async () => {
    const { room, course, join, watcher } = await school(600, order);
    for (let polls = 0; polls < 8; polls++) {
      room.now += 5 * MINUTE;
      room.leave(course, ...course.roster.slice(0, 90).map((one) => one.userId));
      join(`late${polls}`);
      expect(await watcher.ids()).toEqual([`enrolled:course:late${polls}`]);
    }
    room.leave(course, ...course.roster.map((one) => one.userId));
    for (let polls = 0; polls < 3; polls++) expect(await watcher.ids()).toEqual([]);
  });
});

it('three requests are enough for 20,000', async () => {
  const { room, watcher } = await school(20_000, 'last');
  expect(await watcher.ids()).toEqual([]);
  expect(room.asked.map((one) => one.page)).toEqual([100, 101]);
  expect(watcher.report).toMatchObject({ products: 1, pages: 2, customers: 200, requests: 2, complete: true });
});

it('learns at which end they come, and asks only there', async () => {
  for (const [order, pages] of [
    ['first', [1]],
    ['last', [5, 6]],
    ['undated', [1, 5, 6]],
  ] as const) {
    const { room, watcher } = await school(100, order, 20);
    await watcher.poll();
    expect(room.asked.map((one) => one.page)).toEqual(pages);
  }
});

describe('an order that changes later', () => {
  it.each([
    ['turns round', (course: Course) => course.roster.reverse()],
    ['becomes that of names', (course: Course) => course.roster.sort((a, b) => (a.userId < b.userId ? -1 : 1))],
  ])('%s: whoever is missed is told within the hour', async (_, reorder) => {
    const { room, course, watcher } = await school(250, 'last', 25);
    reorder(course);
    // In the middle of the list.
    const late = room.join(course, 'c50x');
    course.roster.splice(125, 0, ...course.roster.splice(-1));
    const until = room.now + HOUR;
    const told: string[] = [];
    while (told.length === 0 && room.now <= until) {
      room.now += 5 * MINUTE;
      told.push(...(await watcher.ids()));
    }
    expect(told).toEqual([`enrolled:course:${late.userId}`]);
    expect(room.now).toBeLessThanOrEqual(until);
  });

  it('is learned anew by the next whole read', async () => {
    const { room, course, watcher } = await school(250, 'last', 25);
    course.roster.reverse();
    room.now += HOUR;
    await watcher.poll();
    expect(watcher.report.customers).toBe(250);
    room.forget();
    await watcher.poll();
    expect(room.asked.map((one) => one.page)).toEqual([1]);
  });
});

describe('all of it is read', () => {
  /** When whole reads were made, by polls at an interval. */
  async function wholeReads(interval: number, polls: number, clock: (poll: number) => number = () => interval) {
    const { room, watcher } = await school(30, 'last', 10);
    const reads: number[] = [];
    let real = 0;
    for (let number = 0; number < polls; number++) {
      real += interval;
      room.now += clock(number);
      await watcher.poll();
      if (watcher.report.customers === 30) reads.push(real);
    }
    return reads;
  }
  const gaps = (moments: readonly number[]) => moments.map((at, place) => at - (moments[place - 1] ?? 0));

  it.each([1, 5, 20, 59, 60, 240])(
    'at least once an hour, or at every poll, with polls every %i minutes',
    async (minutes) => {
      const reads = await wholeReads(minutes * MINUTE, Math.ceil(300 / minutes) + 3);
      expect(reads.length).toBeGreaterThanOrEqual(3);
      expect(Math.max(...gaps(reads))).toBeLessThanOrEqual(Math.max(HOUR, minutes * MINUTE));
    },
  );

  it.each([1, 5])('and not much oftener, with polls every %i minutes', async (minutes) => {
    const reads = await wholeReads(minutes * MINUTE, 240 / minutes);
    expect(reads.length).toBeLessThanOrEqual(5);
    expect(reads.length).toBeGreaterThanOrEqual(4);
  });

  it('also where the clock is set back', async () => {
    const back = await wholeReads(5 * MINUTE, 40, (poll) => (poll === 10 ? -24 * HOUR : 5 * MINUTE));
    expect(back).toContain(11 * 5 * MINUTE);
    expect(Math.max(...gaps(back))).toBeLessThanOrEqual(HOUR);
  });

  it('and brings the title up to date', async () => {
    const { room, course, watcher, join } = await school(10, 'last');
    course.title = 'Another';
    room.now += HOUR;
    join('late');
    expect(await watcher.poll()).toMatchObject([{ product: { title: 'Another' } }]);
  });
});
