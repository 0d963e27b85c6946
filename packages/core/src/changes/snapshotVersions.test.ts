/** What an earlier version kept is read by this one, and every customer that it knew is still known. */
import { Classroom } from '../../../../test/support/classroom.ts';
import { Watcher } from '../../../../test/support/watcher.ts';
import { EVENT_TYPES } from './events.ts';
import { readSnapshot } from './snapshot.ts';

function school() {
  const room = new Classroom();
  const other = room.course('other');
  const course = room.course('course', { lessons: ['basics/one', 'basics/two', 'more/three'] });
  for (const userId of ['ann', 'bob', 'cid', 'dan', 'eve']) room.join(course, userId);
  room.join(other, 'ann');
  return { room, course, other };
}
const after = (room: Classroom, events: ConstructorParameters<typeof Watcher>[1], kept: unknown) => {
  const watcher = new Watcher(room.school, events);
  watcher.kept = JSON.stringify(kept);
  return watcher;
};

describe('the first version', () => {
  const everybody = ['eve', 'dan', 'cid', 'bob', 'ann'];

  it.each([
    ['one product', 'course', { course: everybody }, ['course']],
    ['all products', '*', { course: everybody, other: ['ann'] }, undefined],
  ])('watching %s: whom it knew gives no event, whom it did not gives one', async (_, watching, enrolled, products) => {
    const { room, course } = school();
    room.join(course, 'fay');
    const watch = { events: ['customer.enrolled'] as const, products };
    const watcher = after(room, watch, { version: 1, watching, enrolled });
    expect(await watcher.ids()).toEqual(['enrolled:course:fay']);
    room.join(course, 'gil');
    expect(await watcher.ids()).toEqual(['enrolled:course:gil']);
    expect(watcher.snapshot).toMatchObject({ version: 2, products: products ?? null });
  });

  it('knew of everyone who was ever seen: who left and comes back is not new', async () => {
    const { room, course } = school();
    const watcher = after(room, ['customer.enrolled'], {
      version: 1,
      watching: '*',
      enrolled: { course: [...everybody, 'gone'], other: ['ann'] },
    });
    expect(await watcher.ids()).toEqual([]);
    room.join(course, 'gone');
    expect(await watcher.ids()).toEqual([]);
  });

  it('knew a product that is new to nobody, and another that was made since gives its customers', async () => {
    const { room } = school();
    const watcher = after(room, ['customer.enrolled'], {
      version: 1,
      watching: '*',
      enrolled: { course: everybody },
    });
    expect(await watcher.ids()).toEqual(['enrolled:other:ann']);
  });

  it('that knew nobody gives everybody who came since', async () => {
    const { room } = school();
    const watcher = after(room, ['customer.enrolled'], {
      version: 1,
      watching: '*',
      enrolled: { course: [], other: [] },
    });
    expect(await watcher.ids()).toHaveLength(6);
  });

  it('with an id twice, or damaged, is read or refused as it should be', () => {
    const twice = readSnapshot({ version: 1, watching: '*', enrolled: { course: ['ann', 'ann', 'bob'] } });
    expect(twice?.known['course']?.customers.count).toBe(2);
    for (const enrolled of [{ course: 'ann' }, { course: [1] }, [], null])
      expect(() => readSnapshot({ version: 1, watching: '*', enrolled })).toThrow('damaged');
  });
});

describe('this version, as it was kept once', () => {
  // Written by hand from no code: copied from what a poll gave. It must be read for ever.
  const KEPT = JSON.parse(
    '{"version":2,"products":["course"],"listed":false,"newest":null,"known":{"course":{"title":"The course","settled":{"events":["customer.enrolled","customer.statusChanged","customer.removed","customer.stalled","lesson.completed","section.completed","progress.reached","course.completed","file.downloaded","product.created","product.published","product.unpublished","lesson.created","lesson.published","lesson.removed"],"thresholds":[50],"stalledDays":14},"customers":{"count":5,"fields":{"missing":1,"status":1,"statuses":1,"done":3,"marks":4},"step":29,"data":"BnhlgP8PAA==","sum":1244716557,"names":"ann ann@example.com cid cid@example.com eve eve@example.com dan dan@example.com bob bob@example.com","unkeyed":true},"lessons":[{"id":"one","title":"About one","section":"basics","state":"published","published":1,"counted":"basics"},{"id":"two","title":"About two","section":"basics","state":"published","published":1,"counted":"basics"},{"id":"three","title":"About three","section":"more","state":"published","published":1,"counted":"more"}],"statuses":["active"],"marks":["progress:50","course","section:basics","section:more"],"pages":1,"readAt":1795248000000,"lookedAt":1795248000000,"published":true,"times":[1,0],"listed":true}},"pending":[]}',
  ) as unknown;
  const EVERYTHING = { events: EVENT_TYPES, thresholds: [50] };

  it('is read, and knows everybody and all that they had completed', async () => {
    const { room, course } = school();
    course.roster.forEach((one, place) => room.complete(one, ...['one', 'two', 'three'].slice(0, place % 4)));
    room.leave(course, 'bob');
    const watcher = after(room, { ...EVERYTHING, products: ['course'] }, KEPT);
    // Missing for the second time; all else is as it was.
    expect(await watcher.ids()).toEqual(['removed:course:bob']);
    const ann = course.roster[0];
    if (ann) room.complete(ann, 'one', 'two');
    expect((await watcher.ids()).sort()).toEqual([
      'lesson:course:one:ann',
      'lesson:course:two:ann',
      'progress:course:ann:50',
      'section:course:basics:ann',
    ]);
  });
});
