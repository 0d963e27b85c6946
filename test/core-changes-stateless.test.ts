/** A host that keeps ids and no snapshot: every poll gives all that is true, under the same ids, or fails. */
import { EVENT_TYPES, eventRegistry, type WatchOptions } from '../packages/core/src/index.ts';
import { Classroom, DAY, HOUR, MINUTE } from './support/classroom.ts';
import { pollStateless, Watcher } from './support/watcher.ts';

const EVERYTHING: WatchOptions = {
  events: EVENT_TYPES.filter((type) => !eventRegistry[type].needsState),
  thresholds: [50],
  stalledDays: 2,
};
const ids = async (...polled: Parameters<typeof pollStateless>) =>
  (await pollStateless(...polled)).events.map((one) => one.id);

function school(customers = 0) {
  const room = new Classroom();
  const course = room.course('course', { lessons: ['basics/one', 'more/two'] });
  room.crowd(course, customers);
  return { room, course };
}

it('gives every fact, each under its id, and no state to keep them by', async () => {
  const { room, course } = school();
  const ann = room.join(course, 'ann', { downloaded: true });
  room.join(course, 'bob', { status: 'pending', createdAt: undefined, updatedAt: undefined });
  const active = room.now;
  room.complete(ann, 'one');
  room.now += 2 * DAY;
  expect((await ids(room.school, EVERYTHING)).sort()).toEqual([
    'downloaded:course:ann',
    'enrolled:course:ann',
    'enrolled:course:bob',
    'lesson-new:course:one',
    'lesson-new:course:two',
    'lesson-published:course:one',
    'lesson-published:course:two',
    'lesson:course:one:ann',
    'product:course',
    'progress:course:ann:50',
    'published:course',
    'section:course:basics:ann',
    `stalled:course:ann:2:${active}`,
    'status:course:ann:active',
    'status:course:bob:pending',
  ]);
});

it('gives the same ids again, and those of a host with state for what is new', async () => {
  const { room, course } = school(5);
  const watcher = new Watcher(room.school, EVERYTHING);
  await watcher.poll();
  const before = await ids(room.school, EVERYTHING);
  expect(await ids(room.school, EVERYTHING)).toEqual(before);
  const late = room.join(course, 'late');
  room.complete(late, 'one', 'two');
  (course.roster[0] ?? late).status = 'expired';
  const fresh = (await ids(room.school, EVERYTHING)).filter((id) => !before.includes(id));
  // A new customer's first status is a fact, not a change.
  const changes = fresh.filter((id) => id !== 'status:course:late:active').sort();
  const told = await watcher.ids();
  expect(told.sort()).toEqual(changes);
  expect(changes).toContain('completed:course:late');
});

it('tells a cause of nothing where only the present is known to it', async () => {
  const { room, course } = school();
  room.complete(room.join(course, 'ann'), 'one', 'two');
  const { events } = await pollStateless(room.school, { events: ['course.completed'] });
  expect(events).toMatchObject([{ id: 'completed:course:ann', causedBy: null, occurredAt: null }]);
});

describe('never a part of the list', () => {
  it.each([0, 50, 150, 250, 350, 550])('with a deadline after %i ms it fails, and says what to do', async (after) => {
    const { room } = school(10);
    room.pageSize = 2;
    room.latency = 100;
    const polled = ids(room.school, { events: ['customer.enrolled'] }, { deadline: room.now + after });
    await expect(polled).rejects.toMatchObject({
      code: 'timeout',
      hint: expect.stringContaining('Choose a product'),
      message: expect.stringMatching(/\d+ customers/),
      safeToRepeat: true,
    });
  });

  it('in time it is whole', async () => {
    const { room } = school(10);
    room.pageSize = 2;
    room.latency = 100;
    expect(await ids(room.school, { events: ['customer.enrolled'] }, { deadline: room.now + HOUR })).toHaveLength(10);
  });

  it('of several products, too, where the time is up between two of them', async () => {
    const room = new Classroom();
    for (const id of ['one', 'two', 'three']) room.crowd(room.course(id), 3);
    room.latency = 100;
    const outcomes: (number | string)[] = [];
    for (let after = 50; after < 1500; after += 100) {
      const polled = ids(room.school, { events: ['customer.enrolled'] }, { deadline: room.now + after });
      outcomes.push(
        await polled.then(
          (all) => all.length,
          (error: { code: string }) => error.code,
        ),
      );
    }
    expect(new Set(outcomes)).toEqual(new Set(['timeout', 9]));
    expect(outcomes).toEqual([...outcomes].sort((a, b) => Number(a === 9) - Number(b === 9)));
  });
});

describe('a sample', () => {
  it.each([1, 3, 10])('of %i reads one page of many, and the lessons', async (limit) => {
    const { room } = school(2000);
    const { events, snapshot } = await pollStateless(
      room.school,
      { events: ['customer.enrolled'], products: ['course'] },
      { limit },
    );
    expect(events).toHaveLength(limit);
    expect(snapshot).toBeNull();
    expect(room.asked.length).toBeLessThanOrEqual(3);
    expect(events[0]).toMatchObject({ id: 'enrolled:course:c0' });
  });

  it('of several products reads none that it does not need', async () => {
    const room = new Classroom();
    for (let number = 0; number < 20; number++) room.crowd(room.course(`p${number}`), 5);
    expect(await ids(room.school, { events: ['customer.enrolled'] }, { limit: 3 })).toHaveLength(3);
    expect(new Set(room.asked.map((one) => one.productId))).toEqual(new Set(['', 'p19']));
  });

  it('where there is less gives what there is', async () => {
    const { room } = school(2);
    expect(await ids(room.school, { events: ['customer.enrolled'] }, { limit: 3 })).toHaveLength(2);
    expect(await ids(room.school, { events: ['course.completed'] }, { limit: 3 })).toEqual([]);
  });

  it('of somebody rare goes on looking', async () => {
    const { room, course } = school(1000);
    const [last] = course.roster.slice(-1);
    if (last) room.complete(last, 'one');
    expect(await ids(room.school, { events: ['lesson.completed'] }, { limit: 1 })).toEqual([
      `lesson:course:one:${last?.userId}`,
    ]);
  });
});

describe('a row that slips from one page to the next', () => {
  /** Somebody leaves while the second page is read: the third begins one row too late. */
  function slipping(times: number) {
    const { room, course } = school(12);
    room.pageSize = 4;
    let left = 0;
    room.onRequest = ({ what, page }) => {
      if (what !== 'roster' || page !== 2 || left >= times) return undefined;
      const gone = course.roster[left];
      left++;
      // After this page was cut out.
      queueMicrotask(() => room.leave(course, gone?.userId ?? ''));
      return undefined;
    };
    return { room, course };
  }
  const watch: WatchOptions = { events: ['customer.enrolled'], products: ['course'] };

  it('is missed by one reading, and found where it is confirmed', async () => {
    const once = slipping(1);
    const seen = await ids(once.room.school, watch, { parallel: 1 });
    expect(once.course.roster.filter((one) => !seen.includes(`enrolled:course:${one.userId}`))).toHaveLength(1);
    for (const times of [1, 2, 3]) {
      const { room, course } = slipping(times);
      const all = await ids(room.school, watch, { parallel: 1, confirm: true });
      expect(all).toEqual(expect.arrayContaining(course.roster.map((one) => `enrolled:course:${one.userId}`)));
    }
  });

  it('costs one reading more where nothing moves, and nothing without it', async () => {
    const { room } = school(12);
    room.pageSize = 4;
    await pollStateless(room.school, watch, { parallel: 1 });
    expect(room.count('roster')).toBe(4);
    room.forget();
    await pollStateless(room.school, watch, { parallel: 1, confirm: true });
    expect(room.count('roster')).toBe(8);
  });

  it('and a second reading that is cut short is no error: the first showed everything', async () => {
    const { room } = school(12);
    room.pageSize = 4;
    room.latency = 100;
    const deadline = room.now + 650;
    expect(await ids(room.school, watch, { parallel: 1, confirm: true, deadline })).toHaveLength(12);
    expect(room.now).toBeLessThan(deadline + MINUTE);
  });
});

describe('more events than there may be', () => {
  const failure = new Error('That is too much.');
  const watch: WatchOptions = { events: ['lesson.completed'] };
  function studious() {
    const { room, course } = school(10);
    for (const learner of course.roster) for (const lesson of ['one', 'two']) room.complete(learner, lesson);
    return room;
  }

  it('end the poll, and as many as there may be do not', async () => {
    const room = studious();
    await expect(ids(room.school, watch, { most: { events: 19, failure } })).rejects.toBe(failure);
    expect(await ids(room.school, watch, { most: { events: 20, failure } })).toHaveLength(20);
  });

  it('are counted over all products, and only if they are wanted', async () => {
    const room = studious();
    const second = room.course('second', { lessons: ['basics/three'] });
    room.crowd(second, 5);
    for (const learner of second.roster) room.complete(learner, 'three');
    await expect(ids(room.school, watch, { most: { events: 24, failure } })).rejects.toBe(failure);
    const one: WatchOptions = { ...watch, lessons: ['one'] };
    expect(await ids(room.school, one, { most: { events: 10, failure } })).toHaveLength(10);
  });
});
