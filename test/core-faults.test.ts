/**
 * The fault matrix: every fault on every kind of call. For each cell it is said what comes out and how many requests
 * are made; and of every cell it must be true that nothing was done twice, and nothing is lost without being said.
 */
import { createSchool, isCourseLitError, type School } from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Fault, type Sandbox } from '../packages/sandbox/src/index.ts';

let sandbox: Sandbox;
let waits: number[] = [];
const connect = (timeoutMs = 20_000): School =>
  createSchool({
    baseUrl: sandbox.url,
    transport: undiciTransport({ baseUrl: sandbox.url, apiKey: sandbox.key }),
    secrets: [sandbox.key],
    timeoutMs,
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
  });

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

interface Place {
  productId: string;
  sectionId: string;
  lessonId: string;
  planId: string;
  userId: string;
}
const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] } as const;

/** A published course with a section, a lesson, two plans and a customer. */
async function furnish(school: School): Promise<Place> {
  const { productId } = await school.products.create({ title: 'Course', type: 'course' });
  await school.paymentPlans.create(productId, { name: 'Free', type: 'free' });
  const { planId } = await school.paymentPlans.create(productId, { name: 'Once', type: 'onetime', oneTimeAmount: 5 });
  await school.products.publish(productId);
  const { sectionId } = await school.sections.create(productId, { name: 'One' });
  const { lessonId } = await school.lessons.create(productId, {
    type: 'text',
    title: 'First',
    content: document,
    sectionId,
  });
  const { userId } = await school.customers.invite(productId, { email: 'old@example.com' });
  return { productId, sectionId, lessonId, planId, userId: userId ?? '' };
}

type Kind = 'read' | 'repeatable' | 'creating';
interface CallCase {
  kind: Kind;
  /** Where the fault strikes. */
  method: string;
  path: RegExp;
  run(school: School, place: Place): Promise<unknown>;
  /** How often the call has had its effect, by what the school holds. */
  effects(school: School, place: Place): Promise<number>;
}
const count = async (rows: AsyncIterable<unknown>) => {
  let rowCount = 0;
  for await (const _row of rows) rowCount++;
  return rowCount;
};
const bodyOf = (what: unknown) => JSON.stringify(what);

const CALLS: Record<string, CallCase> = {
  'list products': {
    kind: 'read',
    method: 'GET',
    path: /products\?/,
    run: (school) => count(school.products.list()),
    effects: async () => 0,
  },
  'get a product': {
    kind: 'read',
    method: 'GET',
    path: /products\/[^/]+$/,
    run: (school, place) => school.products.get(place.productId),
    effects: async () => 0,
  },
  'read the roster': {
    kind: 'read',
    method: 'GET',
    path: /customers\?/,
    run: (school, place) => count(school.customers.roster(place.productId)),
    effects: async () => 0,
  },
  'update a product': {
    kind: 'repeatable',
    method: 'PATCH',
    path: /products/,
    run: (school, place) => school.products.update(place.productId, { tags: ['new'] }),
    effects: async (school, place) => Number(bodyOf((await school.products.get(place.productId)).tags) === '["new"]'),
  },
  'delete a lesson': {
    kind: 'repeatable',
    method: 'DELETE',
    path: /lessons/,
    run: (school, place) => school.lessons.delete(place.productId, place.lessonId),
    effects: async (school, place) => 1 - (await school.lessons.list(place.productId)).length,
  },
  'archive a plan': {
    kind: 'repeatable',
    method: 'DELETE',
    path: /payment-plans/,
    run: (school, place) => school.paymentPlans.archive(place.productId, place.planId),
    effects: async (school, place) => 2 - (await school.paymentPlans.list(place.productId)).length,
  },
  'set the default plan': {
    kind: 'repeatable',
    method: 'POST',
    path: /default/,
    run: (school, place) => school.paymentPlans.setDefault(place.productId, place.planId),
    effects: async (school, place) => Number((await school.paymentPlans.get(place.productId, place.planId)).isDefault),
  },
  'invite a customer': {
    kind: 'repeatable',
    method: 'POST',
    path: /invitations/,
    run: (school, place) => school.customers.invite(place.productId, { email: 'new@example.com', tags: ['t'] }),
    effects: async (school, place) => {
      const rows = await count(school.customers.roster(place.productId, { search: 'new@example.com' }));
      const mails = sandbox.outbox.filter((mail) => mail.to === 'new@example.com').length;
      expect(mails).toBe(rows);
      return rows;
    },
  },
  'create a product': {
    kind: 'creating',
    method: 'POST',
    path: /products$/,
    run: (school) => school.products.create({ title: 'Second', type: 'course' }),
    effects: async (school) => (await count(school.products.list())) - 1,
  },
  'create a plan': {
    kind: 'creating',
    method: 'POST',
    path: /payment-plans$/,
    run: (school, place) =>
      school.paymentPlans.create(place.productId, { name: 'M', type: 'subscription', subscriptionMonthlyAmount: 9 }),
    effects: async (school, place) => (await school.paymentPlans.list(place.productId)).length - 2,
  },
  'create a section': {
    kind: 'creating',
    method: 'POST',
    path: /sections$/,
    run: (school, place) => school.sections.create(place.productId, { name: 'Two' }),
    effects: async (school, place) => (await school.sections.list(place.productId)).length - 2,
  },
  'create a lesson': {
    // Of the same title and content as one that is there: it must not be taken for the new one.
    kind: 'creating',
    method: 'POST',
    path: /lessons$/,
    run: (school, place) =>
      school.lessons.create(place.productId, {
        type: 'text',
        title: 'First',
        content: document,
        sectionId: place.sectionId,
      }),
    effects: async (school, place) => (await school.lessons.list(place.productId)).length - 1,
  },
  'create a user': {
    kind: 'creating',
    method: 'POST',
    path: /user$/,
    run: (school) => school.users.create({ email: 'user@example.com' }),
    effects: async (school) => Number(await school.users.exists('user@example.com')),
  },
};

/** What must come out: done, or an error of this code. For each kind of call, and how many requests of the call itself. */
type Outcome = 'done' | string;
interface FaultCase {
  fault: Fault;
  read: [Outcome, number];
  repeatable: [Outcome, number];
  creating: [Outcome, number];
  /** The least wait before the repeat, in milliseconds. */
  wait?: number;
}
const soon = () => new Date(Date.now() + 9000);
const FAULTS: Record<string, () => FaultCase> = {
  '429 with seconds': () => ({
    fault: { kind: 'status', status: 429, retryAfter: 7 },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 2],
    wait: 7000,
  }),
  '429 with a date': () => ({
    fault: { kind: 'status', status: 429, retryAfter: soon() },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 2],
    wait: 6000,
  }),
  '429 alone': () => ({
    fault: { kind: 'status', status: 429 },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 2],
  }),
  '503 with Retry-After': () => ({
    fault: { kind: 'status', status: 503, retryAfter: 3 },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 2],
    wait: 3000,
  }),
  '503 alone': () => ({
    fault: { kind: 'status', status: 503 },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['unavailable', 1],
  }),
  '502 page': () => ({
    fault: { kind: 'status', status: 502, body: 'html' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['unavailable', 1],
  }),
  '502 page after the effect': () => ({
    fault: { kind: 'status', status: 502, body: 'html', after: true },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  '504 after the effect': () => ({
    fault: { kind: 'status', status: 504, after: true },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  '500 empty': () => ({
    fault: { kind: 'status', status: 500 },
    read: ['unavailable', 1],
    repeatable: ['unavailable', 1],
    creating: ['unavailable', 1],
  }),
  'reset before the effect': () => ({
    fault: { kind: 'reset', when: 'before' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['network', 1],
  }),
  'reset after the effect': () => ({
    fault: { kind: 'reset', when: 'after' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  'hang before the effect': () => ({
    fault: { kind: 'hang' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['timeout', 1],
  }),
  'hang after the effect': () => ({
    fault: { kind: 'hang', after: true },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  'JSON cut off': () => ({
    fault: { kind: 'truncate' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  'connection cut in the answer': () => ({
    fault: { kind: 'truncate', broken: true },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  'slow answer': () => ({
    fault: { kind: 'drip', bytes: 200, ms: 1 },
    read: ['done', 1],
    repeatable: ['done', 1],
    creating: ['done', 1],
  }),
  'wrong content type': () => ({
    fault: { kind: 'content-type', value: 'text/html' },
    read: ['done', 1],
    repeatable: ['done', 1],
    creating: ['done', 1],
  }),
  'redirect to another host': () => ({
    fault: { kind: 'redirect', to: 'https://evil.example/api' },
    read: ['redirected', 1],
    repeatable: ['redirected', 1],
    creating: ['redirected', 1],
  }),
  'login page': () => ({
    fault: { kind: 'html' },
    read: ['not_a_school', 1],
    repeatable: ['not_a_school', 1],
    creating: ['not_a_school', 1],
  }),
  'endless answer': () => ({
    fault: { kind: 'huge', bytes: 40 * 2 ** 20 },
    read: ['bad_response', 1],
    repeatable: ['bad_response', 1],
    creating: ['done', 1],
  }),
};

/** Cells where the school itself makes the difference, with the reason. */
const EXCEPTIONS: Record<string, [Outcome, number]> = {
  // The roster tells that the invitation was carried out: no second one is sent.
  'invite a customer, 502 page after the effect': ['done', 1],
  'invite a customer, 504 after the effect': ['done', 1],
  'invite a customer, reset after the effect': ['done', 1],
  'invite a customer, hang after the effect': ['done', 1],
  'invite a customer, JSON cut off': ['done', 1],
  'invite a customer, connection cut in the answer': ['done', 1],
  'invite a customer, endless answer': ['done', 1],
  // A school without this call answers a page as well, and the list of products holds what is asked for.
  'get a product, login page': ['done', 1],
};

describe.each(Object.entries(FAULTS))('%s', (faultName, makeFault) => {
  it.each(Object.entries(CALLS))('%s', async (callName, call) => {
    sandbox.reset();
    waits = [];
    const expected = makeFault();
    // Only where the time-out is what is tried: long enough for a loaded machine, short enough to be waited for.
    const school = expected.fault.kind === 'hang' ? connect(400) : connect();
    const place = await furnish(school);
    const { method, path } = call;
    const handle = sandbox.faults.add({ fault: expected.fault, method, path, times: 1 });
    const before = sandbox.requestCount;

    const outcome = await call.run(school, place).then(
      () => ({ result: 'done', mayBeDone: false }),
      (error: unknown) => {
        if (!isCourseLitError(error)) throw error;
        return { result: error.code as string, mayBeDone: error.mayBeDone, said: error.message };
      },
    );
    expect(handle.hits).toBe(1);
    handle.remove();
    const made = sandbox.requests
      .slice(before - sandbox.requestCount)
      .filter((one) => one.method === method && path.test(one.path));

    const [result, requests] = EXCEPTIONS[`${callName}, ${faultName}`] ?? expected[call.kind];
    const pages = callName === 'list products' || callName === 'read the roster' ? 1 : 0;
    expect([outcome.result, made.length]).toEqual([result, result === 'done' ? requests + pages : requests]);
    if (expected.wait !== undefined && result === 'done')
      expect(Math.max(...waits)).toBeGreaterThanOrEqual(expected.wait);

    // Nothing is done twice, and what may have been done is said.
    if (call.kind !== 'read') {
      const effects = await call.effects(school, place);
      expect(effects).toBeLessThanOrEqual(1);
      if (outcome.result === 'done') expect(effects).toBe(1);
      if (effects === 1 && outcome.result !== 'done') expect(outcome.mayBeDone).toBe(true);
      if (outcome.mayBeDone && call.kind === 'creating')
        expect(outcome).toMatchObject({ said: expect.stringContaining('may have been carried out') });
    }
  });
});

describe('beyond one fault', () => {
  let school: School;
  let place: Place;
  beforeEach(async () => {
    sandbox.reset();
    waits = [];
    school = connect();
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
