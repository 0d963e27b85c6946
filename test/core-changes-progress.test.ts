/** Lessons, sections, percentages, the course: what each event carries, and who reached what by which lessons. */
import type { WatchOptions } from '../packages/core/src/index.ts';
import { Classroom, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

const MARKS: WatchOptions = {
  events: ['lesson.completed', 'section.completed', 'progress.reached', 'course.completed'],
  thresholds: [50, 75],
};
const of = (userId: string) => ({
  seenAt: '2026-11-21T08:01:00.000Z',
  product: { productId: 'course', title: 'The course' },
  customer: { userId, email: `${userId}@example.com`, name: `${userId[0]?.toUpperCase()}${userId.slice(1)} Lee` },
  status: 'active',
});

async function watching(
  watch: WatchOptions = MARKS,
  lessons = ['basics/one', 'basics/two', 'more/three', 'more/four'],
) {
  const room = new Classroom();
  const course = room.course('course', { lessons });
  const ann = room.join(course, 'ann');
  const bob = room.join(course, 'bob');
  const watcher = new Watcher(room.school, watch);
  await watcher.poll();
  room.now += MINUTE;
  const remove = (lessonId: string) => {
    course.lessons = course.lessons.filter((one) => one.lessonId !== lessonId);
  };
  return { room, course, ann, bob, watcher, remove };
}

describe('what they carry', () => {
  it('lessons: which, of which section, when, and how far the student is; of several, when the last was', async () => {
    const { room, ann, watcher } = await watching({ events: ['lesson.completed'] });
    room.complete(ann, 'three', 'one');
    const base = { type: 'lesson.completed', ...of('ann'), progress: null };
    expect(await watcher.poll()).toEqual([
      {
        ...base,
        id: 'lesson:course:one:ann',
        occurredAt: '2026-11-21T08:01:00.000Z',
        lesson: { lessonId: 'one', title: 'About one' },
        section: { sectionId: 'basics', name: 'Part basics' },
      },
      {
        ...base,
        id: 'lesson:course:three:ann',
        occurredAt: null,
        lesson: { lessonId: 'three', title: 'About three' },
        section: { sectionId: 'more', name: 'Part more' },
      },
    ]);
  });

  it('sections, percentages and the course: completed, total and percent, the threshold, and why', async () => {
    const { room, ann, watcher } = await watching();
    room.complete(ann, 'one', 'two');
    const half = {
      ...of('ann'),
      occurredAt: '2026-11-21T08:01:00.000Z',
      progress: { completed: 2, total: 4, percent: 50 },
      causedBy: 'lesson_completed',
    };
    const told = (await watcher.poll()).filter((one) => one.type !== 'lesson.completed');
    expect(told).toEqual([
      { ...half, id: 'progress:course:ann:50', type: 'progress.reached', threshold: 50 },
      {
        ...half,
        id: 'section:course:basics:ann',
        type: 'section.completed',
        section: { sectionId: 'basics', name: 'Part basics' },
      },
    ]);
    room.complete(ann, 'three', 'four');
    const done = { ...half, progress: { completed: 4, total: 4, percent: 100 } };
    expect((await watcher.poll()).filter((one) => one.type !== 'lesson.completed')).toEqual([
      { ...done, id: 'completed:course:ann', type: 'course.completed' },
      { ...done, id: 'progress:course:ann:75', type: 'progress.reached', threshold: 75 },
      {
        ...done,
        id: 'section:course:more:ann',
        type: 'section.completed',
        section: { sectionId: 'more', name: 'Part more' },
      },
    ]);
    expect(await watcher.ids()).toEqual([]);
  });

  it('percent is rounded down: two of three are no 67, and drafts do not count', async () => {
    const { room, course, ann, watcher } = await watching({ events: ['progress.reached'], thresholds: [66, 67] }, [
      'part/one',
      'part/two',
      'part/three',
    ]);
    room.lesson(course, 'part/draft', false);
    room.complete(ann, 'one', 'two', 'draft');
    expect(await watcher.poll()).toMatchObject([
      { id: 'progress:course:ann:66', progress: { completed: 2, total: 3, percent: 66 } },
    ]);
  });

  it('only the lessons that were asked for', async () => {
    const { room, ann, bob, watcher } = await watching({ events: ['lesson.completed'], lessons: ['two'] });
    room.complete(ann, 'one', 'two');
    room.complete(bob, 'three');
    expect(await watcher.ids()).toEqual(['lesson:course:two:ann']);
  });

  it('somebody new, with all that was done by then', async () => {
    const { room, course, watcher } = await watching();
    room.complete(room.join(course, 'cid'), 'one', 'two', 'three');
    expect(await watcher.poll()).toHaveLength(6);
    expect(await watcher.ids()).toEqual([]);
  });

  it('a course without lessons is completed by nobody', async () => {
    const { room, course, watcher } = await watching(MARKS, []);
    room.join(course, 'cid');
    expect(await watcher.ids()).toEqual([]);
  });
});

describe('when the lessons change', () => {
  it('one published after somebody finished does not have the course completed again', async () => {
    const { room, course, ann, watcher } = await watching();
    room.complete(ann, 'one', 'two', 'three', 'four');
    expect(await watcher.ids()).toContain('completed:course:ann');
    room.lesson(course, 'more/five');
    expect(await watcher.ids()).toEqual([]);
    room.complete(ann, 'five');
    expect(await watcher.ids()).toEqual(['lesson:course:five:ann']);
  });

  it('one that is deleted undoes nothing, and one made under another id is another', async () => {
    const { room, course, ann, watcher, remove } = await watching();
    room.complete(ann, 'one', 'two', 'three');
    await watcher.poll();
    remove('one');
    expect(await watcher.ids()).toEqual([]);
    room.lesson(course, 'basics/one');
    expect(await watcher.ids()).toEqual([]);
    room.lesson(course, 'basics/again');
    room.complete(ann, 'again');
    expect(await watcher.ids()).toEqual(['lesson:course:again:ann']);
  });

  // A roster is read between two lists of lessons: only what is reached by both is surely so. The next poll knows.
  it('a threshold crossed since one was removed is told once, by the next poll, and says so', async () => {
    const { room, ann, watcher, remove } = await watching();
    room.complete(ann, 'one', 'three');
    await watcher.poll();
    remove('four');
    expect(await watcher.ids()).toEqual([]);
    expect(await watcher.poll()).toMatchObject([
      { id: 'section:course:more:ann', causedBy: 'lessons_changed', occurredAt: null },
    ]);
    remove('two');
    await watcher.poll();
    expect(await watcher.poll()).toMatchObject([
      { id: 'completed:course:ann', causedBy: 'lessons_changed', occurredAt: null },
      { id: 'progress:course:ann:75', causedBy: 'lessons_changed', progress: { completed: 2, total: 2, percent: 100 } },
      { id: 'section:course:basics:ann', causedBy: 'lessons_changed' },
    ]);
    expect(await watcher.ids()).toEqual([]);
  });

  it('one taken back to a draft counts as little as one removed', async () => {
    const { room, course, ann, watcher } = await watching();
    room.complete(ann, 'one', 'two', 'three');
    await watcher.poll();
    const four = course.lessons.find((one) => one.lessonId === 'four');
    if (four) four.published = false;
    await watcher.poll();
    expect(await watcher.poll()).toMatchObject([
      { id: 'completed:course:ann', causedBy: 'lessons_changed' },
      { id: 'section:course:more:ann', causedBy: 'lessons_changed' },
    ]);
    if (four) four.published = true;
    expect(await watcher.ids()).toEqual([]);
    expect(await watcher.ids()).toEqual([]);
  });

  it('one that is a draft for a moment, between the reading and the listing, completes nothing', async () => {
    const { room, course, ann, watcher } = await watching();
    room.complete(ann, 'one', 'two', 'three');
    await watcher.poll();
    const four = course.lessons.find((one) => one.lessonId === 'four');
    if (four) four.published = false;
    expect(await watcher.ids()).toEqual([]);
    if (four) four.published = true;
    for (let polls = 0; polls < 3; polls++) expect(await watcher.ids()).toEqual([]);
    room.complete(ann, 'four');
    expect(await watcher.ids()).toContain('completed:course:ann');
  });

  it('one moved to another section completes the one that it left', async () => {
    const { room, course, ann, watcher } = await watching();
    room.complete(ann, 'one');
    await watcher.poll();
    const two = course.lessons.find((one) => one.lessonId === 'two');
    if (two) two.section = 'more';
    await watcher.poll();
    expect(await watcher.poll()).toMatchObject([{ id: 'section:course:basics:ann', causedBy: 'lessons_changed' }]);
  });

  it('and somebody completes the last that is left at the same time, each is told once', async () => {
    const { room, ann, watcher, remove } = await watching();
    room.complete(ann, 'one', 'two');
    await watcher.poll();
    remove('four');
    room.complete(ann, 'three');
    // Three of four were 75 % before, too.
    expect(await watcher.ids()).toEqual(['lesson:course:three:ann', 'progress:course:ann:75']);
    expect(await watcher.ids()).toEqual(['completed:course:ann', 'section:course:more:ann']);
    expect(await watcher.ids()).toEqual([]);
  });
});
