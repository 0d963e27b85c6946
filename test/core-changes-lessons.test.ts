/** The lessons change while students learn: who has reached something by that, who has not, and why it is said. */
import type { WatchOptions } from '../packages/core/src/index.ts';
import { Classroom, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

const MARKS: WatchOptions = {
  events: ['lesson.completed', 'section.completed', 'progress.reached', 'course.completed'],
  thresholds: [50, 75],
};

async function watching() {
  const room = new Classroom();
  const course = room.course('course', { lessons: ['basics/one', 'basics/two', 'more/three', 'more/four'] });
  const ann = room.join(course, 'ann');
  room.join(course, 'bob');
  const watcher = new Watcher(room.school, MARKS);
  await watcher.poll();
  room.now += MINUTE;
  const remove = (lessonId: string) => {
    course.lessons = course.lessons.filter((one) => one.lessonId !== lessonId);
  };
  return { room, course, ann, watcher, remove };
}

it('a lesson published after somebody finished does not have the course completed again', async () => {
  const { room, course, ann, watcher } = await watching();
  room.complete(ann, 'one', 'two', 'three', 'four');
  expect(await watcher.ids()).toContain('completed:course:ann');
  room.lesson(course, 'more/five');
  expect(await watcher.ids()).toEqual([]);
  room.complete(ann, 'five');
  expect(await watcher.ids()).toEqual(['lesson:course:five:ann']);
});

it('a lesson that is deleted undoes nothing, and one made under another id is another', async () => {
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
it('a threshold crossed since a lesson was removed is told once, by the next poll, and says so', async () => {
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

it('a lesson taken back to a draft counts as little as one removed', async () => {
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

it('a lesson that is a draft for a moment, between the reading and the listing, completes nothing', async () => {
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

it('a lesson moved to another section completes the one that it left', async () => {
  const { room, course, ann, watcher } = await watching();
  room.complete(ann, 'one');
  await watcher.poll();
  const two = course.lessons.find((one) => one.lessonId === 'two');
  if (two) two.section = 'more';
  await watcher.poll();
  expect(await watcher.poll()).toMatchObject([{ id: 'section:course:basics:ann', causedBy: 'lessons_changed' }]);
});

it('lessons change and somebody completes the last that is left at the same time, each is told once', async () => {
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
