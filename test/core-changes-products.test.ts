/** Products and lessons are made, published, taken back and deleted: what each event carries, and with which count. */
import type { EventType } from '../packages/core/src/index.ts';
import { Classroom, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

async function watching(...events: EventType[]) {
  const room = new Classroom();
  const course = room.course('course', { lessons: ['basics/one'] });
  const watcher = new Watcher(room.school, events);
  await watcher.poll();
  room.now += MINUTE;
  return { room, course, watcher };
}
const seenAt = '2026-11-21T08:01:00.000Z';
const product = { productId: 'course', title: 'The course' };

describe('products', () => {
  const EVENTS: EventType[] = ['product.created', 'product.published', 'product.unpublished'];

  it('made as a draft, then published', async () => {
    const { room, watcher } = await watching(...EVENTS);
    const made = room.course('fresh', { published: false });
    const fresh = { seenAt, product: { productId: 'fresh', title: 'The fresh' } };
    expect(await watcher.poll()).toEqual([
      { id: 'product:fresh', type: 'product.created', occurredAt: seenAt, ...fresh },
    ]);
    made.published = true;
    made.title = 'The fresher';
    expect(await watcher.poll()).toEqual([
      {
        id: 'published:fresh',
        type: 'product.published',
        occurredAt: null,
        seenAt,
        product: { productId: 'fresh', title: 'The fresher' },
      },
    ]);
    expect(await watcher.ids()).toEqual([]);
  });

  it('made and published between two polls are both', async () => {
    const { room, watcher } = await watching(...EVENTS);
    room.course('fresh');
    expect(await watcher.ids()).toEqual(['product:fresh', 'published:fresh']);
  });

  it('taken back and published again are counted, the first look being the first time', async () => {
    const { course, watcher } = await watching(...EVENTS);
    const told: string[] = [];
    for (const published of [false, true, false, true]) {
      course.published = published;
      told.push(...(await watcher.ids()));
    }
    expect(told).toEqual(['unpublished:course', 'published:course:2', 'unpublished:course:2', 'published:course:3']);
  });

  it('chosen by name are watched for being published, and cost a request each', async () => {
    const { room, course } = await watching(...EVENTS);
    const watcher = new Watcher(room.school, { events: EVENTS, products: ['course'] });
    await watcher.poll();
    room.course('other');
    course.published = false;
    room.forget();
    expect(await watcher.ids()).toEqual(['unpublished:course']);
    expect(room.asked.map((one) => one.what)).toEqual(['product']);
  });

  it('deleted give nothing', async () => {
    const { room, watcher } = await watching(...EVENTS);
    room.courses.length = 0;
    expect(await watcher.ids()).toEqual([]);
  });
});

describe('lessons', () => {
  const EVENTS: EventType[] = ['lesson.created', 'lesson.published', 'lesson.removed'];
  const base = { occurredAt: null, seenAt, product, section: { sectionId: 'basics', name: 'Part basics' } };

  it('made as a draft, published, and deleted', async () => {
    const { room, course, watcher } = await watching(...EVENTS);
    const two = room.lesson(course, 'basics/two', false);
    const lesson = { lessonId: 'two', title: 'About two' };
    expect(await watcher.poll()).toEqual([{ id: 'lesson-new:course:two', type: 'lesson.created', ...base, lesson }]);
    two.published = true;
    expect(await watcher.poll()).toEqual([
      { id: 'lesson-published:course:two', type: 'lesson.published', ...base, lesson },
    ]);
    course.lessons = course.lessons.filter((one) => one !== two);
    // It was listed before: its title is remembered.
    expect(await watcher.poll()).toEqual([
      { id: 'lesson-removed:course:two', type: 'lesson.removed', ...base, lesson },
    ]);
    expect(await watcher.ids()).toEqual([]);
    expect(room.count('roster')).toBe(0);
  });

  it('made and published between two polls are both', async () => {
    const { room, course, watcher } = await watching(...EVENTS);
    room.lesson(course, 'basics/two');
    expect(await watcher.ids()).toEqual(['lesson-new:course:two', 'lesson-published:course:two']);
  });

  it('that come back are counted, and taken back to a draft are no removal', async () => {
    const { course, watcher } = await watching(...EVENTS);
    const [one] = course.lessons;
    if (!one) throw new Error('There is one.');
    const told: string[] = [];
    const step = async (change: () => void) => {
      change();
      told.push(...(await watcher.ids()));
    };
    await step(() => (one.published = false));
    await step(() => (one.published = true));
    for (let times = 0; times < 2; times++) {
      await step(() => (course.lessons = []));
      await step(() => (course.lessons = [one]));
    }
    expect(told).toEqual([
      'lesson-published:course:one:2',
      'lesson-removed:course:one',
      'lesson-published:course:one:3',
      'lesson-removed:course:one:2',
      'lesson-published:course:one:4',
    ]);
  });

  it('of a product that comes later are told from the first on', async () => {
    const { room, watcher } = await watching(...EVENTS);
    room.course('late', { lessons: ['part/a'] });
    expect(await watcher.ids()).toEqual(['lesson-new:late:a', 'lesson-published:late:a']);
  });

  it('are told beside what customers do, and only where they are watched', async () => {
    const { room, course, watcher } = await watching(...EVENTS, 'lesson.completed', 'course.completed');
    const ann = room.join(course, 'ann');
    await watcher.poll();
    room.lesson(course, 'basics/two');
    room.complete(ann, 'one');
    expect(await watcher.ids()).toEqual([
      'lesson:course:one:ann',
      'lesson-new:course:two',
      'lesson-published:course:two',
    ]);
    const other = new Watcher(room.school, ['course.completed']);
    await other.poll();
    room.lesson(course, 'basics/three');
    expect(await other.ids()).toEqual([]);
  });
});
