/** How many requests a poll takes, and that its report says so. */
import type { EventType } from '../packages/core/src/index.ts';
import { Classroom, HOUR, MINUTE } from './support/classroom.ts';
import { pollStateless, Watcher } from './support/watcher.ts';

const SIZES = [0, 1, 199, 200, 201, 1000, 20_000];
/** A read to the end: every page, and the empty one. */
const whole = (customers: number) => Math.ceil(customers / 200) + 1;

function school(customers: number) {
  const room = new Classroom();
  const course = room.course('course', { lessons: ['basics/one'] });
  room.crowd(course, customers);
  room.now += customers * 1000 + HOUR;
  return { room, course };
}

describe.each(SIZES)('a roster of %i', (customers) => {
  it('takes a request a page and one more, once its length is known, the product and its lessons', async () => {
    const { room } = school(customers);
    const watcher = new Watcher(room.school, { events: ['customer.statusChanged'], products: ['course'] });
    await watcher.poll();
    // A first look goes through it twice, and may ask past its end by less than go side by side: nobody tells how long it is.
    expect(room.count('roster')).toBeGreaterThanOrEqual(whole(customers));
    expect(room.count('roster')).toBeLessThan(whole(customers) * 2 + 4);
    room.forget();
    room.now += 5 * MINUTE;
    await watcher.poll();
    expect(room.count('roster')).toBe(whole(customers));
    expect(watcher.report).toMatchObject({
      products: 1,
      pages: whole(customers),
      customers,
      requests: whole(customers) + 2,
      complete: true,
    });
    expect(room.asked).toHaveLength(watcher.report.requests);
    expect(room.mostInFlight).toBe(Math.min(4, whole(customers)));
  });
});

describe.each(SIZES.filter((one) => one < 20_000))('a roster of %i', (customers) => {
  it.each([1, 2, 7])(
    'is read %i pages at a time at most, and as many as that where there are so many',
    async (parallel) => {
      const { room } = school(customers);
      const watcher = new Watcher(
        room.school,
        { events: ['customer.statusChanged'], products: ['course'] },
        { parallel },
      );
      for (let polls = 0; polls < 2; polls++) {
        room.forget();
        await watcher.poll();
        expect(room.mostInFlight).toBeLessThanOrEqual(parallel);
      }
      expect(room.mostInFlight).toBe(Math.min(parallel, whole(customers)));
      expect(room.count('roster')).toBe(whole(customers));
    },
  );

  it('takes at most as many requests more as go side by side, where its length is not known', async () => {
    const { room } = school(customers);
    const { report } = await pollStateless(room.school, { events: ['customer.enrolled'], products: ['course'] });
    expect(room.count('roster')).toBeGreaterThanOrEqual(whole(customers));
    expect(room.count('roster')).toBeLessThan(whole(customers) + 4);
    expect(report.customers).toBe(customers);
  });
});

it('of lessons takes the list of them, and that of sections where something was completed', async () => {
  const { room, course } = school(3);
  const watcher = new Watcher(room.school, { events: ['lesson.completed'], products: ['course'] });
  await watcher.poll();
  room.forget();
  await watcher.poll();
  expect(room.asked.map((one) => one.what)).toEqual(['product', 'roster', 'roster', 'lessons']);
  const [first] = course.roster;
  if (first) room.complete(first, 'one');
  room.forget();
  await watcher.poll();
  expect(room.asked.map((one) => one.what).sort()).toEqual(['lessons', 'product', 'roster', 'roster', 'sections']);
});

it.each([
  ['course.completed', 1],
  ['customer.stalled', 1],
  ['customer.removed', 1],
  ['file.downloaded', 1],
] as [EventType, number][])('of %s takes %i list of lessons a product', async (type, lists) => {
  const { room } = school(3);
  const watcher = new Watcher(room.school, { events: [type], products: ['course'] });
  await watcher.poll();
  room.forget();
  await watcher.poll();
  expect(room.count('lessons')).toBe(lists);
  expect(room.asked).toHaveLength(3 + lists);
});

it('of all products takes the list of them, and then each', async () => {
  const room = new Classroom();
  for (let number = 0; number < 5; number++) room.crowd(room.course(`p${number}`), 10);
  const watcher = new Watcher(room.school, ['customer.statusChanged']);
  await watcher.poll();
  room.forget();
  await watcher.poll();
  expect(room.count('roster')).toBe(10);
  expect(room.asked).toHaveLength(17);
  expect(watcher.report).toMatchObject({ products: 5, pages: 10, customers: 50, requests: 17 });
});

it('is reported with the time it took, by the clock that the school was given', async () => {
  const { room } = school(1000);
  room.latency = 40;
  const watcher = new Watcher(room.school, { events: ['customer.statusChanged'], products: ['course'] });
  await watcher.poll();
  await watcher.poll();
  expect(watcher.report).toMatchObject({ requests: 8, ms: 320 });
});

it('a roster that ignores the page ends, and gives each customer once', async () => {
  const { room, course } = school(3);
  const { rosterPage } = room.school.customers;
  const customers = { ...room.school.customers, rosterPage: (productId: string) => rosterPage(productId, 1) };
  const watcher = new Watcher({ ...room.school, customers }, ['customer.enrolled', 'customer.statusChanged']);
  await watcher.poll();
  room.join(course, 'late');
  room.forget();
  expect(await watcher.ids()).toEqual(['enrolled:course:late']);
  expect(room.count('roster')).toBeLessThanOrEqual(8);
});
