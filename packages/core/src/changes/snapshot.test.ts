/** What a trigger remembers: any host can keep it, no damage of it is taken for nothing, and former versions are read. */
import { Classroom, type Course } from '../../../../test/support/classroom.ts';
import { Watcher } from '../../../../test/support/watcher.ts';
import { EVENT_TYPES } from './events.ts';
import { poll } from './poll.ts';
import { readSnapshot } from './snapshot.ts';
import { toWatch, type WatchOptions } from './watch.ts';

const EVERYTHING: WatchOptions = { events: EVENT_TYPES, thresholds: [50] };
// As parsed: a test breaks it in ways that no type allows.
type Json = {
  known: Record<string, { customers: Record<string, unknown>; [key: string]: unknown }>;
  [key: string]: unknown;
};

/** What is kept of a small school with something of everything in it. */
async function kept(watch: WatchOptions = EVERYTHING): Promise<{ room: Classroom; course: Course; watcher: Watcher }> {
  const room = new Classroom();
  const course = room.course('course', { lessons: ['basics/one', 'basics/two', 'more/three'] });
  for (const userId of ['ann', 'bob', 'cid', 'dan', 'eve']) room.join(course, userId);
  course.roster.forEach((one, place) => room.complete(one, ...['one', 'two', 'three'].slice(0, place % 4)));
  const watcher = new Watcher(room.school, watch);
  await watcher.poll();
  room.leave(course, 'bob');
  await watcher.poll();
  return { room, course, watcher };
}
const broken = (text: string, change: (json: Json) => void): Json => {
  const json = JSON.parse(text) as Json;
  change(json);
  return json;
};
const refusal = { name: 'CourseLitError', code: 'bad_response', message: expect.stringContaining('damaged') };
function isRefused(value: unknown): void {
  expect(() => readSnapshot(value)).toThrow(
    expect.objectContaining({ ...refusal, hint: expect.stringContaining('remove the trigger') }),
  );
  expect(readSnapshot(value, { beginAfresh: true })).toBeNull();
}

describe('kept', () => {
  it('is a plain JSON value that comes back as it was', async () => {
    const { watcher } = await kept();
    const { snapshot } = watcher.result ?? {};
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
    expect(readSnapshot(JSON.parse(JSON.stringify(snapshot)))).toEqual(snapshot);
    expect(structuredClone(snapshot)).toEqual(snapshot);
  });

  it('is not changed by the poll that it is given to', async () => {
    const { room, course, watcher } = await kept();
    const before = watcher.kept;
    const previous = readSnapshot(JSON.parse(before));
    room.join(course, 'fay');
    const { events } = await poll(room.school, toWatch(EVERYTHING), { previous });
    expect(events.length).toBeGreaterThan(0);
    expect(previous).toEqual(JSON.parse(before));
    // So the same poll again, as after a failure to save, gives the same.
    const again = await poll(room.school, toWatch(EVERYTHING), { previous });
    expect(again.events.map((one) => one.id)).toEqual(events.map((one) => one.id));
  });

  it('is nothing where nothing was kept', () => {
    expect(readSnapshot(undefined)).toBeNull();
    expect(readSnapshot(null)).toBeNull();
  });

  it.each([
    ['with names', EVERYTHING],
    ['without', { events: ['lesson.completed', 'file.downloaded'] }],
  ] as const)('makes a poll of an unchanged school give nothing, %s', async (_, watch) => {
    const { watcher } = await kept(watch);
    await watcher.poll();
    expect(await watcher.ids()).toEqual([]);
  });
});

describe('damage', () => {
  /** Each character of a text replaced in turn, and each left out. */
  function* damages(text: string): Generator<string, void> {
    for (let at = 0; at < text.length; at++) {
      for (const other of text[at] === 'A' ? ['B', '!'] : ['A', '!'])
        yield text.slice(0, at) + other + text.slice(at + 1);
      yield text.slice(0, at) + text.slice(at + 1);
    }
  }
  const bytes = (text: unknown) => Buffer.from(String(text), 'base64').toString('hex');

  it.each([
    ['data', { events: ['lesson.completed'] }],
    ['data', EVERYTHING],
    ['names', EVERYTHING],
  ] as const)('of any character of %s is seen', async (field, watch) => {
    const { watcher } = await kept(watch);
    const whole = readSnapshot(JSON.parse(watcher.kept))?.known['course']?.customers[field] ?? '';
    expect(whole.length).toBeGreaterThan(5);
    let refused = 0;
    for (const damaged of damages(whole)) {
      // The last character of base64 holds bits that mean nothing.
      if (field === 'data' && bytes(damaged) === bytes(whole)) continue;
      isRefused(
        broken(watcher.kept, (json) => Object.assign(json.known['course']?.customers ?? {}, { [field]: damaged })),
      );
      refused++;
    }
    expect(refused).toBeGreaterThan(whole.length * 2);
  });

  it('by truncation is seen, wherever it is cut', async () => {
    const { watcher } = await kept();
    const { data = '', names = '' } = readSnapshot(JSON.parse(watcher.kept))?.known['course']?.customers ?? {};
    const cut = (field: string, text: string) =>
      isRefused(
        broken(watcher.kept, (json) => Object.assign(json.known['course']?.customers ?? {}, { [field]: text })),
      );
    for (let length = 0; length < data.length; length++)
      if (bytes(data.slice(0, length)) !== bytes(data)) cut('data', data.slice(0, length));
    for (let length = 0; length < names.length; length++) cut('names', names.slice(0, length));
    for (let length = 1; length < watcher.kept.length; length += 100) isRefused(watcher.kept.slice(0, length));
  });

  it('by a wrong type of any field is seen', async () => {
    const { watcher } = await kept();
    const paths: (string | number)[][] = [];
    const walk = (value: unknown, path: (string | number)[]) => {
      if (path.length > 0) paths.push(path);
      if (typeof value !== 'object' || value === null) return;
      for (const key of Object.keys(value)) walk((value as Record<string, unknown>)[key], [...path, key]);
    };
    walk(JSON.parse(watcher.kept), []);
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      const json = JSON.parse(watcher.kept) as Json;
      const parent = path.slice(0, -1).reduce<Record<string, unknown>>((at, key) => at[key] as typeof at, json);
      // No field may be a function's worth of anything: not even one that is optional or may be null.
      parent[path.at(-1) as string] = Symbol('wrong');
      isRefused(json);
    }
  });

  it('by a field that is missing is seen', async () => {
    const { watcher } = await kept();
    for (const key of ['version', 'products', 'listed', 'newest', 'known', 'pending'])
      isRefused(broken(watcher.kept, (json) => delete json[key]));
    for (const key of ['title', 'settled', 'customers', 'lessons', 'statuses', 'marks', 'pages', 'readAt', 'lookedAt'])
      isRefused(broken(watcher.kept, (json) => delete json.known['course']?.[key]));
  });

  it('by a count of customers that are not there is refused by the poll at the latest, which tells nothing', async () => {
    const { room, watcher } = await kept({ events: ['lesson.completed'] });
    for (const count of [6, 100, 2 ** 40]) {
      const json = broken(watcher.kept, (one) => Object.assign(one.known['course']?.customers ?? {}, { count }));
      const read = async () =>
        poll(room.school, toWatch({ events: ['lesson.completed'] }), { previous: readSnapshot(json) });
      await expect(read()).rejects.toMatchObject(refusal);
    }
  });

  it.each([
    ['count', 3],
    ['count', 0],
    ['step', 27],
    ['fields', {}],
    ['fields', { done: 9 }],
    ['unkeyed', true],
  ])('by another %s of the customers is refused: they would count as new', async (key, value) => {
    const { watcher } = await kept({ events: ['lesson.completed'] });
    isRefused(broken(watcher.kept, (json) => Object.assign(json.known['course']?.customers ?? {}, { [key]: value })));
  });

  it.each([
    ['a later version', { version: 3, known: {} }],
    ['another version of known fields', { version: 1 }],
    ['an empty object', {}],
    ['a list', []],
    ['a text', 'snapshot'],
    ['a number', 7],
    ['true', true],
    ["another program's state", { lastId: 12, seen: ['a', 'b'] }],
  ])('is what %s counts as', (_, value) => isRefused(value));

  it('is what a later version counts as that has all fields of this one', async () => {
    const { watcher } = await kept();
    isRefused(broken(watcher.kept, (json) => Object.assign(json, { version: 3 })));
  });
});
