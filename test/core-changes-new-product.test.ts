/** What is reached in a product at the first look at it, where that counts as new. */
import type { EventType } from '../packages/core/src/index.ts';
import { Classroom, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

const MARKS: EventType[] = ['customer.enrolled', 'course.completed', 'section.completed', 'progress.reached'];

describe('who reaches something in a product that has just been made', () => {
  it('is told of it by the first poll that sees it, and of the right cause', async () => {
    const room = new Classroom();
    const watcher = new Watcher(room.school, { events: MARKS, thresholds: [50] });
    await watcher.poll();
    room.now += MINUTE;
    const course = room.course('late', { lessons: ['part/one'] });
    room.complete(room.join(course, 'ann'), 'one');
    const events = [...(await watcher.poll()), ...(await watcher.poll())];
    expect(events).toHaveLength(4);
    // No lesson was changed: the customer completed one.
    for (const event of events) if ('causedBy' in event) expect(event.causedBy).not.toBe('lessons_changed');
  });

  it('and the same with includeExisting, for a host that keeps a snapshot: an event each, by the first poll', async () => {
    const room = new Classroom();
    const course = room.course('course', { lessons: ['part/one'] });
    room.complete(room.join(course, 'ann'), 'one');
    const watcher = new Watcher(room.school, { events: MARKS, thresholds: [50] }, { includeExisting: true });
    expect(await watcher.ids()).toHaveLength(4);
  });
});
