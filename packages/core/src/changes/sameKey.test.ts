/**
 * A snapshot knows a customer by 64 bits of hash. Two with the same are told apart from the moment on which both are
 * seen in one read. This pair was searched for: one lane of the hash can be turned round, the other takes 120,000 tries.
 */
import { Classroom } from '../../../../test/support/classroom.ts';
import { pollStateless, Watcher } from '../../../../test/support/watcher.ts';
import { keyOf, tagOf } from './hash.ts';

const [FIRST, SECOND] = ['gBgE顭汴', 'JDSq信酑'];
const lesson = (lessonId: string, userId: string) => `lesson:course:${lessonId}:${userId}`;

function pair() {
  const room = new Classroom();
  const course = room.course('course', { lessons: ['basics/one', 'basics/two'] });
  const first = room.join(course, FIRST);
  return { room, course, first };
}

it('is what these two have', () => {
  expect(keyOf(FIRST)).toEqual(keyOf(SECOND));
  expect(keyOf(FIRST, 1)).not.toEqual(keyOf(SECOND));
});

it.each(['joins last', 'is listed first'])('tells everything of each where the second %s', async (where) => {
  const { room, course, first } = pair();
  const watcher = new Watcher(room.school, { events: ['customer.enrolled', 'customer.removed', 'lesson.completed'] });
  await watcher.poll();
  room.now += 1000;
  const second = room.join(course, SECOND);
  if (where === 'is listed first') course.roster.reverse();
  expect(await watcher.ids()).toEqual([`enrolled:course:${SECOND}`]);
  expect(watcher.snapshot?.known['course']?.moved).toEqual([SECOND]);
  room.complete(second, 'one');
  expect(await watcher.ids()).toEqual([lesson('one', SECOND)]);
  room.complete(first, 'two');
  expect(await watcher.ids()).toEqual([lesson('two', FIRST)]);
  room.leave(course, FIRST);
  await watcher.poll();
  expect(await watcher.ids()).toEqual([`removed:course:${FIRST}`]);
  room.complete(second, 'two');
  expect(await watcher.ids()).toEqual([lesson('two', SECOND)]);
});

it('is no matter to a host without state', async () => {
  const { room, course } = pair();
  room.now += 1000;
  room.join(course, SECOND);
  const { events } = await pollStateless(room.school, { events: ['customer.enrolled'] });
  expect(events.map((one) => one.id)).toEqual([`enrolled:course:${FIRST}`, `enrolled:course:${SECOND}`]);
});

it('does not come of ids as the service makes them, among 20,000', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
  let state = 1;
  const letter = () => letters[(state = Math.imul(state, 1664525) + 1013904223) >>> 26];
  const ids = new Set(Array.from({ length: 20_000 }, () => Array.from({ length: 21 }, letter).join('')));
  const keys = new Set([...ids].map((id) => keyOf(id)).map(({ high, low }) => high * 2 ** 21 + (low >>> 11)));
  expect(keys.size).toBe(ids.size);
  expect(ids.size).toBe(20_000);
});

it('is worked out the same for ever: whatever is kept depends on it', () => {
  expect(keyOf('')).toEqual({ high: 3954623016, low: 1020716019 });
  expect(keyOf('YdQ8WH-8zguMBigzTtYDt')).toEqual({ high: 1804148811, low: 1863714627 });
  expect(keyOf('YdQ8WH-8zguMBigzTtYDt', 1)).toEqual({ high: 803261051, low: 224292165 });
  expect(tagOf('2026-11-21T00:44:06.265Z')).toBe(53597);
});
