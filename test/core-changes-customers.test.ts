/** Customers come, change their status, download and leave: what each event carries, and when it is told. */
import type { EventType } from '../packages/core/src/index.ts';
import { Classroom, MINUTE } from './support/classroom.ts';
import { Watcher } from './support/watcher.ts';

async function watching(...events: EventType[]) {
  const room = new Classroom();
  const course = room.course('course');
  const ann = room.join(course, 'ann');
  const bob = room.join(course, 'bob');
  const watcher = new Watcher(room.school, events);
  await watcher.poll();
  room.now += MINUTE;
  return { room, course, ann, bob, watcher };
}
const product = { productId: 'course', title: 'The course' };
const named = (userId: string, name: string) => ({ userId, email: `${userId}@example.com`, name });

const NOTHING_YET = { completed: 0, total: 0, percent: 0 };

describe('enrolled', () => {
  it('carries who, in what, and since when', async () => {
    const { room, course, watcher } = await watching('customer.enrolled');
    room.join(course, 'cid', { status: 'pending' });
    room.now += MINUTE;
    expect(await watcher.poll()).toEqual([
      {
        id: 'enrolled:course:cid',
        type: 'customer.enrolled',
        occurredAt: '2026-11-21T08:01:00.000Z',
        seenAt: '2026-11-21T08:02:00.000Z',
        product,
        customer: named('cid', 'Cid Lee'),
        status: 'pending',
        progress: NOTHING_YET,
      },
    ]);
  });

  it('is told of a row without times, name and address as well', async () => {
    const { room, course, watcher } = await watching('customer.enrolled');
    const nothing = { email: undefined, name: undefined, createdAt: undefined, updatedAt: undefined };
    room.join(course, 'cid', { status: 'pending', ...nothing });
    expect(await watcher.poll()).toMatchObject([
      { id: 'enrolled:course:cid', occurredAt: null, customer: { userId: 'cid', email: null, name: null } },
    ]);
  });

  it('is told once, however often rows repeat or shift, and by user: a new name or address is nobody new', async () => {
    const { room, course, ann, watcher } = await watching('customer.enrolled', 'customer.statusChanged');
    room.pageSize = 2;
    const cid = room.join(course, 'cid');
    course.roster.push(cid, ann, cid);
    expect(await watcher.ids()).toEqual(['enrolled:course:cid']);
    ann.email = 'new@example.com';
    ann.name = 'Ann Other';
    course.roster = [cid, ...course.roster.slice(0, 3), ann].reverse();
    expect(await watcher.ids()).toEqual([]);
    expect(watcher.report.customers).toBe(3);
  });

  it('is not told again of somebody who leaves and comes back', async () => {
    const { room, course, ann, watcher } = await watching('customer.enrolled');
    room.leave(course, 'ann');
    room.now += 2 * 60 * MINUTE;
    await watcher.poll();
    course.roster.push(ann);
    expect(await watcher.ids()).toEqual([]);
  });

  it('comes in the order of enrolling, not of the list', async () => {
    const { room, course, watcher } = await watching('customer.enrolled');
    const times = [3, 1, 2].map((minutes) => room.now + minutes * MINUTE);
    times.forEach((at, place) => room.join(course, `c${place}`, { createdAt: at, updatedAt: at }));
    expect(await watcher.ids()).toEqual(['enrolled:course:c1', 'enrolled:course:c2', 'enrolled:course:c0']);
  });
});

describe('status changed', () => {
  it('carries from what to what', async () => {
    const { ann, watcher } = await watching('customer.statusChanged');
    ann.status = 'expired';
    expect(await watcher.poll()).toEqual([
      {
        id: 'status:course:ann:expired',
        type: 'customer.statusChanged',
        occurredAt: null,
        seenAt: '2026-11-21T08:01:00.000Z',
        product,
        customer: named('ann', 'Ann Lee'),
        status: 'expired',
        progress: NOTHING_YET,
        from: 'active',
        to: 'expired',
      },
    ]);
    expect(await watcher.ids()).toEqual([]);
  });

  it('counts a status that recurs', async () => {
    const { ann, bob, watcher } = await watching('customer.statusChanged');
    const told: string[] = [];
    for (const status of ['paused', 'active', 'paused', 'expired', 'active']) {
      ann.status = status;
      told.push(...(await watcher.ids()));
    }
    expect(told).toEqual([
      'status:course:ann:paused',
      'status:course:ann:active:2',
      'status:course:ann:paused:2',
      'status:course:ann:expired',
      'status:course:ann:active:3',
    ]);
    // Each customer has counts of their own.
    bob.status = 'paused';
    expect(await watcher.ids()).toEqual(['status:course:bob:paused']);
  });

  it('is told only of the statuses that were asked for; the others are remembered all the same', async () => {
    const { ann, watcher } = await watching('customer.statusChanged');
    watcher.watch = { events: ['customer.statusChanged'], statuses: ['expired'] };
    ann.status = 'paused';
    expect(await watcher.ids()).toEqual([]);
    ann.status = 'expired';
    expect(await watcher.poll()).toMatchObject([{ from: 'paused', to: 'expired' }]);
  });

  it('is not told where the school did not say the status before', async () => {
    const { ann, bob, watcher } = await watching('customer.statusChanged');
    ann.status = '';
    expect(await watcher.ids()).toEqual([]);
    ann.status = 'active';
    expect(await watcher.ids()).toEqual([]);
    // Nor where it was not watched then.
    watcher.watch = { events: ['file.downloaded'] };
    bob.status = 'paused';
    await watcher.poll();
    watcher.watch = { events: ['file.downloaded', 'customer.statusChanged'] };
    expect(await watcher.ids()).toEqual([]);
    bob.status = 'expired';
    expect(await watcher.poll()).toMatchObject([{ from: 'paused', to: 'expired' }]);
  });

  it('is not told of somebody new who had none', async () => {
    const { room, course, watcher } = await watching('customer.statusChanged');
    const cid = room.join(course, 'cid', { status: '' });
    expect(await watcher.ids()).toEqual([]);
    cid.status = 'active';
    expect(await watcher.ids()).toEqual([]);
  });

  it('is not told of somebody new, whose status is the first', async () => {
    const { room, course, watcher } = await watching('customer.statusChanged');
    room.join(course, 'cid', { status: 'pending' });
    expect(await watcher.ids()).toEqual([]);
    (course.roster.at(-1) ?? { status: '' }).status = 'active';
    expect(await watcher.ids()).toEqual(['status:course:cid:active']);
  });
});

describe('downloaded', () => {
  it('carries when, and is told once, whatever the row says later', async () => {
    const { room, ann, watcher } = await watching('file.downloaded');
    ann.downloaded = true;
    ann.updatedAt = room.now;
    const events = await watcher.poll();
    expect(events).toEqual([
      {
        id: 'downloaded:course:ann',
        type: 'file.downloaded',
        occurredAt: '2026-11-21T08:01:00.000Z',
        seenAt: '2026-11-21T08:01:00.000Z',
        product,
        customer: named('ann', 'Ann Lee'),
        status: 'active',
        progress: NOTHING_YET,
      },
    ]);
    watcher.watch = { events: ['file.downloaded', 'customer.statusChanged'] };
    await watcher.poll();
    for (const downloaded of [true, false, true]) {
      ann.downloaded = downloaded;
      ann.status = `with ${downloaded}`;
      expect((await watcher.ids()).filter((id) => id.startsWith('downloaded'))).toEqual([]);
    }
  });

  it('is told of somebody new together with the enrolment', async () => {
    const { room, course, watcher } = await watching('customer.enrolled', 'file.downloaded');
    room.join(course, 'cid', { downloaded: true });
    expect((await watcher.ids()).sort()).toEqual(['downloaded:course:cid', 'enrolled:course:cid']);
  });
});
