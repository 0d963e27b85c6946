/** What is there when a trigger is turned on is not news, and what comes later is; of one product, several, or all. */
import { EVENT_TYPES, poll, toWatch, type EventType, type WatchOptions } from '../packages/core/src/index.ts';
import { Classroom, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

const EVERYTHING: WatchOptions = { events: EVENT_TYPES, thresholds: [50], stalledDays: 1 };

/** A course in which something of everything is true. */
function school() {
  const room = new Classroom();
  const course = room.course('course', { lessons: ['basics/one', 'basics/two', 'more/three'] });
  const ann = room.join(course, 'ann', { downloaded: true });
  const bob = room.join(course, 'bob');
  room.complete(ann, 'one', 'two', 'three');
  room.now += 25 * 60 * MINUTE;
  return { room, course, ann, bob };
}

describe('the first look', () => {
  it('only remembers what is there', async () => {
    const { room } = school();
    const watcher = new Watcher(room.school, EVERYTHING);
    expect(await watcher.ids()).toEqual([]);
    expect(watcher.report).toMatchObject({ products: 1, customers: 2, complete: true });
    expect(await watcher.ids()).toEqual([]);
  });

  it('gives all that is there, to whom asks for it, and then no more', async () => {
    const { room } = school();
    const watcher = new Watcher(room.school, EVERYTHING);
    const ids = await watcher.ids({ includeExisting: true, complete: true });
    expect(ids.sort()).toEqual(
      [
        'completed:course:ann',
        'downloaded:course:ann',
        'enrolled:course:ann',
        'enrolled:course:bob',
        'lesson-new:course:one',
        'lesson-new:course:three',
        'lesson-new:course:two',
        'lesson-published:course:one',
        'lesson-published:course:three',
        'lesson-published:course:two',
        'lesson:course:one:ann',
        'lesson:course:three:ann',
        'lesson:course:two:ann',
        'product:course',
        'progress:course:ann:50',
        'published:course',
        'section:course:basics:ann',
        'section:course:more:ann',
        `stalled:course:bob:1:${room.now - 25 * 60 * MINUTE}`,
        'status:course:ann:active',
        'status:course:bob:active',
      ].sort(),
    );
    expect(await watcher.ids()).toEqual([]);
  });

  it('of an empty school makes its first customer news', async () => {
    const room = new Classroom();
    const watcher = new Watcher(room.school, ['customer.enrolled']);
    expect(await watcher.ids()).toEqual([]);
    const course = room.course('course');
    room.join(course, 'ann');
    expect(await watcher.ids()).toEqual(['enrolled:course:ann']);
  });

  it.each(EVENT_TYPES)('of %s, watched by itself, gives nothing', async (type) => {
    const { room } = school();
    const watcher = new Watcher(room.school, { ...EVERYTHING, events: [type] });
    expect(await watcher.ids()).toEqual([]);
    expect(await watcher.ids()).toEqual([]);
  });
});

describe('products', () => {
  const events: EventType[] = ['customer.enrolled', 'lesson.completed'];
  function three() {
    const room = new Classroom();
    const [one, two, three] = ['one', 'two', 'three'].map((id) => room.course(id, { lessons: ['part/a'] }));
    if (!one || !two || !three) throw new Error('There are three.');
    const joinAll = (userId: string) => [one, two, three].map((course) => room.join(course, userId));
    return { room, one, two, three, joinAll };
  }

  it.each([
    [['two'], ['enrolled:two:ann']],
    [
      ['three', 'one'],
      ['enrolled:one:ann', 'enrolled:three:ann'],
    ],
    [undefined, ['enrolled:one:ann', 'enrolled:three:ann', 'enrolled:two:ann']],
  ])('chosen as %j', async (products, expected) => {
    const { room, joinAll } = three();
    const watcher = new Watcher(room.school, { events, products });
    await watcher.poll();
    joinAll('ann');
    expect(await watcher.ids()).toEqual(expected);
    expect(watcher.report.products).toBe(expected.length);
  });

  it('that come later are watched from their first customer on, where all are watched', async () => {
    const { room, joinAll } = three();
    const watcher = new Watcher(room.school, { events });
    await watcher.poll();
    joinAll('ann');
    await watcher.poll();
    room.now += MINUTE;
    const late = room.course('late', { lessons: ['part/a'] });
    const learner = room.join(late, 'bob');
    room.complete(learner, 'a');
    expect(await watcher.ids()).toEqual(['enrolled:late:bob', 'lesson:late:a:bob']);
    expect(await watcher.ids()).toEqual([]);
  });

  it('that were only missed when they were first listed are not new', async () => {
    const { room, one } = three();
    room.join(one, 'ann');
    const watcher = new Watcher(room.school, { events: [...events, 'product.created'] });
    // The list shifted: the oldest is on no page.
    const hidden = room.courses.pop();
    room.now += MINUTE;
    await watcher.poll();
    if (hidden) room.courses.push(hidden);
    expect(await watcher.ids()).toEqual([]);
    expect(watcher.report.products).toBe(3);
  });

  it('added to those that are watched begin with a first look of their own', async () => {
    const { room, one, joinAll } = three();
    const [, there] = joinAll('ann');
    if (there) room.complete(there, 'a');
    const watcher = new Watcher(room.school, { events, products: ['one'] });
    await watcher.poll();
    watcher.watch = { events, products: ['one', 'two'] };
    room.join(one, 'bob');
    expect(await watcher.ids()).toEqual(['enrolled:one:bob']);
    joinAll('cid');
    expect(await watcher.ids()).toEqual(['enrolled:one:cid', 'enrolled:two:cid']);
  });

  it('that are gone are named, and the others go on; with none left it is an error', async () => {
    const { room, one, joinAll } = three();
    const watcher = new Watcher(room.school, { events, products: ['one', 'two'] });
    await watcher.poll();
    room.courses.splice(room.courses.indexOf(one), 1);
    joinAll('ann');
    expect(await watcher.ids()).toEqual(['enrolled:two:ann']);
    expect(watcher.report.gone).toEqual(['one']);
    room.courses.length = 0;
    room.now += 60 * MINUTE;
    await expect(watcher.poll()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('deleted are no removal of their customers, where all are watched', async () => {
    const { room, two, joinAll } = three();
    const watcher = new Watcher(room.school, { events: ['customer.removed'] });
    joinAll('ann');
    await watcher.poll();
    room.courses.splice(room.courses.indexOf(two), 1);
    for (let polls = 0; polls < 3; polls++) expect(await watcher.ids()).toEqual([]);
    expect(watcher.report).toMatchObject({ products: 2, complete: true });
  });
});

describe('events added to those that are watched', () => {
  it.each(EVENT_TYPES)('%s: begins with what is there', async (type) => {
    const { room, bob } = school();
    const watcher = new Watcher(room.school, ['customer.enrolled']);
    await watcher.poll();
    room.complete(bob, 'one');
    watcher.watch = { ...EVERYTHING, events: ['customer.enrolled', type] };
    expect(await watcher.ids()).toEqual([]);
    expect(await watcher.ids()).toEqual([]);
  });

  it('a threshold: only who crosses it from now on', async () => {
    const { room, ann, bob } = school();
    const watcher = new Watcher(room.school, { events: ['progress.reached'], thresholds: [90] });
    ann.done = ['one', 'two'];
    await watcher.poll();
    watcher.watch = { events: ['progress.reached'], thresholds: [30, 90] };
    expect(await watcher.ids()).toEqual([]);
    room.complete(bob, 'one');
    expect(await watcher.ids()).toEqual(['progress:course:bob:30']);
  });

  it('other days of standstill: only who stands still for so long from now on', async () => {
    const { room } = school();
    const watcher = new Watcher(room.school, { events: ['customer.stalled'], stalledDays: 5 });
    await watcher.poll();
    watcher.watch = { events: ['customer.stalled'], stalledDays: 1 };
    expect(await watcher.ids()).toEqual([]);
  });
});

it('reads no roster where no customer is watched', async () => {
  const { room } = school();
  const { snapshot } = await poll(room.school, toWatch({ events: ['product.created'] }), { previous: null });
  expect(room.count('roster')).toBe(0);
  expect(snapshot?.known['course']?.customers.count).toBe(0);
});
