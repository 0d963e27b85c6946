/** What one fault on one call does not show: budgets, doubts that outlive an attempt, clashes, and turns. */
import { createSchool, type School } from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import { connect, document, furnish, type Place } from './faults/course.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

describe('beyond one fault', () => {
  let waits: number[];
  let school: School;
  let place: Place;
  beforeEach(async () => {
    sandbox.reset();
    waits = [];
    school = connect(sandbox, waits);
    place = await furnish(school);
  });
  const invite = (tags?: string[]) =>
    school.customers.invite(place.productId, { email: 'new@example.com', ...(tags && { tags }) });

  it('gives up when the school stays busy, within the time budget', async () => {
    sandbox.faults.add({ fault: { kind: 'status', status: 502 } });
    await expect(school.products.get(place.productId)).rejects.toMatchObject({ code: 'unavailable', status: 502 });
    expect(waits).toEqual([250, 500, 1000, 2000, 4000]);
  });

  it('does not wait longer than the budget has left', async () => {
    sandbox.faults.add({ fault: { kind: 'status', status: 429, retryAfter: 3600 }, times: 1 });
    await expect(school.products.get(place.productId)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 3_600_000,
    });
    expect(waits).toEqual([]);
  });

  it('remembers a doubt when the repeats fail in another way', async () => {
    sandbox.faults.add({ fault: { kind: 'reset', when: 'after' }, method: 'PATCH', times: 1 });
    sandbox.faults.add({ fault: { kind: 'status', status: 429, retryAfter: 3600 }, method: 'PATCH' });
    await expect(school.products.update(place.productId, { tags: ['x'] })).rejects.toMatchObject({
      code: 'rate_limited',
      mayBeDone: true,
    });
  });

  it('does not create again when it cannot look', async () => {
    sandbox.faults.add({ fault: { kind: 'reset', when: 'after' }, method: 'POST', path: /sections$/, times: 1 });
    sandbox.faults.add({ fault: { kind: 'status', status: 500 }, method: 'GET', path: /sections$/ });
    await expect(school.sections.create(place.productId, { name: 'Two' })).rejects.toMatchObject({
      code: 'network',
      mayBeDone: true,
    });
    sandbox.faults.clear();
    expect(await school.sections.list(place.productId)).toHaveLength(3);
  });

  it('takes up a lesson that was made although the school said 422', async () => {
    const clash = {
      error: {
        code: 'unprocessable_entity',
        message: 'No matching document found for id "6b00" version 3 modifiedPaths "lessons"',
      },
    };
    sandbox.faults.add({
      fault: { kind: 'status', status: 422, body: JSON.stringify(clash), after: true },
      method: 'POST',
      path: /lessons$/,
      times: 1,
    });
    await school.lessons.create(place.productId, { type: 'text', title: 'New', content: document });
    // And tries again where nothing was made.
    sandbox.faults.add({
      fault: { kind: 'status', status: 422, body: JSON.stringify(clash) },
      method: 'POST',
      path: /lessons$/,
      times: 1,
    });
    await school.lessons.create(place.productId, { type: 'text', title: 'Newer', content: document });
    expect((await school.lessons.list(place.productId)).map((one) => one.title).sort()).toEqual([
      'First',
      'New',
      'Newer',
    ]);
  });

  it('finds the section that it made when the school answers another one', async () => {
    const other = { sectionId: 'other', name: 'Other', rank: 1, collapsed: true, lessonsOrder: [] };
    sandbox.faults.add({
      fault: { kind: 'status', status: 201, body: JSON.stringify(other), after: true },
      method: 'POST',
      path: /sections$/,
      times: 1,
    });
    const made = await school.sections.create(place.productId, { name: 'Two' });
    expect(made.name).toBe('Two');
    expect(made.sectionId).not.toBe('other');
  });

  it('says so when the tags of someone who was a customer before may be missing', async () => {
    const longAgo = createSchool({
      baseUrl: sandbox.url,
      transport: undiciTransport({ baseUrl: sandbox.url, apiKey: sandbox.key }),
      sleep: async () => undefined,
      now: () => Date.now() + 3_600_000,
    });
    await invite();
    sandbox.faults.add({ fault: { kind: 'reset', when: 'before' }, method: 'POST', path: /invitations/, times: 1 });
    const answer = await longAgo.customers.invite(place.productId, { email: 'new@example.com', tags: ['vip'] });
    expect(answer.warning).toMatch(/tags \(vip\) may not have been added/);
    sandbox.faults.add({ fault: { kind: 'reset', when: 'after' }, method: 'POST', path: /invitations/, times: 1 });
    expect(
      (await school.customers.invite(place.productId, { email: 'fresh@example.com', tags: ['vip'] })).warning,
    ).toBeUndefined();
  });

  it('writes to one product, and invites one person, one at a time', async () => {
    sandbox.faults.add({ fault: { kind: 'latency', ms: 15 } });
    let running = 0;
    let most = 0;
    const transport = undiciTransport({ baseUrl: sandbox.url, apiKey: sandbox.key });
    const watched = createSchool({
      baseUrl: sandbox.url,
      transport: async (request) => {
        most = Math.max(most, ++running);
        return transport(request).finally(() => running--);
      },
    });
    await Promise.all([1, 2, 3, 4].map((one) => watched.sections.create(place.productId, { name: `S${one}` })));
    await Promise.all([1, 2, 3].map(() => watched.customers.invite(place.productId, { email: 'same@example.com' })));
    expect(most).toBe(1);
    await Promise.all(
      ['a', 'b', 'c'].map((one) => watched.customers.invite(place.productId, { email: `${one}@example.com` })),
    );
    expect(most).toBeGreaterThan(1);
  });
});

it('never makes a call again without a way to wait', async () => {
  sandbox.reset();
  const school = createSchool({
    baseUrl: sandbox.url,
    transport: undiciTransport({ baseUrl: sandbox.url, apiKey: sandbox.key }),
  });
  sandbox.faults.add({ fault: { kind: 'status', status: 429 }, times: 1 });
  await expect(school.products.get('x')).rejects.toMatchObject({ code: 'rate_limited' });
});
