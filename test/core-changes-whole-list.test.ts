/** A host that keeps ids and no state: all, or a failure. */
import { Classroom } from './support/classroom.ts';
import { pollStateless } from './support/watcher.ts';

describe('a host without state is never given a part of the list', () => {
  it('where the deadline comes while progress is read one by one', async () => {
    const room = new Classroom();
    room.rowsTellProgress = false;
    const course = room.course('course', { lessons: ['basics/one'] });
    room.crowd(course, 10);
    course.roster.forEach((one) => room.complete(one, 'one'));
    room.latency = 100;
    for (let after = 50; after < 1400; after += 100) {
      const options = { deadline: room.now + after, parallel: 1 };
      const polled = pollStateless(room.school, { events: ['lesson.completed'] }, options);
      const outcome = await polled.then(
        ({ events }) => events.length,
        (error: { code: string }) => error.code,
      );
      expect(['timeout', 10]).toContain(outcome);
    }
  });
});
