/** The trigger node in n8n's engine, poll by poll, with the state that n8n would keep between them. */
import { located, setUp, type Setup } from './engine/setup.ts';

let n8n: Setup;
let foundations: string;
let workbook: string;

beforeAll(async () => {
  n8n = await setUp();
}, 60_000);
beforeEach(() => {
  n8n.sandbox.reset();
  foundations = n8n.productCalled('AI Foundations');
  workbook = n8n.productCalled('Prompt Workbook');
});
afterAll(() => n8n.stop());

const NEW_CUSTOMER = { events: ['customer.enrolled'] };
const poll = (more: Partial<Parameters<Setup['engine']['poll']>[0]> = {}) =>
  n8n.engine.poll({ credentials: n8n.credentials(), parameters: NEW_CUSTOMER, ...more });
const enrol = (email: string, product = foundations) => n8n.sandbox.school.invite(product, email);
const emails = (events: Record<string, unknown>[] | null | undefined) =>
  events?.map((event) => (event['customer'] as { email: string }).email);

it('begins with what is there, without starting anything', async () => {
  const { events, kept } = await poll();
  expect(events).toBeNull();
  expect(kept).toMatchObject({ courselit: { school: n8n.sandbox.url } });
});

it('starts once for whoever enrols after that', async () => {
  const { kept: first } = await poll();
  enrol('ann@example.com');
  enrol('ann@example.com', workbook);
  const { events, kept: second } = await poll({ kept: first });
  expect(events).toEqual([
    expect.objectContaining({
      type: 'customer.enrolled',
      product: expect.objectContaining({ productId: foundations }),
    }),
    expect.objectContaining({ type: 'customer.enrolled', product: expect.objectContaining({ productId: workbook }) }),
  ]);
  expect((await poll({ kept: second })).events).toBeNull();
});

it('starts for those who are there as well, if it is asked to', async () => {
  const parameters = { ...NEW_CUSTOMER, options: { includeExisting: true } };
  const { events, kept } = await poll({ parameters });
  expect(events?.length).toBeGreaterThan(3);
  expect((await poll({ parameters, kept })).events).toBeNull();
});

it('watches one product', async () => {
  const parameters = { ...NEW_CUSTOMER, watchProduct: 'one', productId: located(workbook) };
  const { kept } = await poll({ parameters });
  enrol('ann@example.com');
  enrol('ben@example.com', workbook);
  expect(emails((await poll({ parameters, kept })).events)).toEqual(['ben@example.com']);
});

it('does not watch all when one is to be watched and none is named', async () => {
  const { error, kept } = await poll({
    parameters: { ...NEW_CUSTOMER, watchProduct: 'one', productId: located('') },
  });
  expect(error).toMatchObject({ name: 'NodeOperationError', message: '"Product" is missing.' });
  expect(kept).toEqual({});
});

it('begins anew when the credential leads to another school', async () => {
  const { kept } = await poll();
  (kept['courselit'] as { school: string }).school = 'https://former.example.com';
  const { events, kept: after } = await poll({ kept });
  expect(events).toBeNull();
  expect(after).toMatchObject({ courselit: { school: n8n.sandbox.url } });
});

it('says so when what it remembers is damaged, and leaves it alone', async () => {
  const kept = { courselit: { school: n8n.sandbox.url, snapshot: { version: 99 } } };
  const { error, kept: after } = await poll({ kept });
  expect(error).toMatchObject({
    message: expect.stringMatching(/damaged/),
    failure: { cause: 'configuration-invalid' },
    description: expect.stringMatching(/^Update the connector/),
  });
  expect(after).toEqual(kept);
});

describe('a poll that fails', () => {
  it.each([
    ['rate-limited', { kind: 'status', status: 429, retryAfter: 30 }, 30_000],
    ['temporarily-unavailable', { kind: 'status', status: 503, retryAfter: 120 }, 120_000],
    ['temporarily-unavailable', { kind: 'reset', when: 'before' }, undefined],
    ['credential-invalid', { kind: 'status', status: 401, body: '{"error":"Unauthorized"}' }, undefined],
  ] as const)('tells n8n why: %s', async (cause, fault, retryAfterMs) => {
    const { kept } = await poll();
    n8n.sandbox.faults.add({ fault });
    const { error, kept: after } = await poll({ kept });
    expect(after).toEqual(kept);
    expect(error?.name).toBe('NodeApiError');
    expect(error?.failure).toEqual({ cause, ...(retryAfterMs && { retryAfterMs }) });
  });

  it('loses nothing: the next one sees the same again', async () => {
    const { kept } = await poll();
    enrol('ann@example.com');
    const fault = n8n.sandbox.faults.add({
      fault: { kind: 'status', status: 500, body: 'html' },
      path: /customers/,
    });
    const failed = await poll({ kept });
    expect(failed.error).toBeDefined();
    expect(failed.kept).toEqual(kept);
    fault.remove();
    expect(emails((await poll({ kept: failed.kept })).events)).toEqual(['ann@example.com']);
  });
});

describe('a school that is down', () => {
  const down = { kind: 'status', status: 503, retryAfter: 120 } as const;
  const wrongKey = () => n8n.credentials({ apiKey: 'wrong-key-0123456789' });

  it.each(['activate', 'update'] as const)(
    'does not keep a workflow from being activated (%s): the first poll that succeeds takes note',
    async (activation) => {
      const fault = n8n.sandbox.faults.add({ fault: down });
      const { events, error, kept } = await poll({ activation });
      expect([events, error, kept]).toEqual([null, undefined, {}]);
      fault.remove();
      expect((await poll({ next: true })).events).toBeNull();
      enrol('ann@example.com');
      expect(emails((await poll({ next: true })).events)).toEqual(['ann@example.com']);
    },
  );

  it('is told of at the next poll, and at every one in the durable mode, which knows what to do with it', async () => {
    n8n.sandbox.faults.add({ fault: down });
    await poll({ activation: 'activate' });
    expect((await poll({ next: true })).error?.failure).toMatchObject({ cause: 'temporarily-unavailable' });
    expect((await poll()).error?.failure).toMatchObject({ cause: 'temporarily-unavailable' });
  });

  it('does not stop an active workflow when n8n restarts: what happened meanwhile is told once it is back', async () => {
    const { kept } = await poll();
    enrol('ann@example.com');
    const fault = n8n.sandbox.faults.add({ fault: down });
    const { events, error, kept: same } = await poll({ kept, activation: 'init' });
    expect([events, error, same]).toEqual([null, undefined, kept]);
    fault.remove();
    expect(emails((await poll({ next: true })).events)).toEqual(['ann@example.com']);
  });

  it('is the same as a wrong key then, which is told of at the next poll', async () => {
    const { kept } = await poll();
    expect((await poll({ kept, activation: 'init', credentials: wrongKey() })).error).toBeUndefined();
    const { error } = await poll({ next: true });
    expect(error?.failure).toMatchObject({ cause: 'credential-invalid' });
  });

  it('is not the same as a wrong key for who activates the workflow: waiting would not help', async () => {
    const { error, kept } = await poll({ activation: 'activate', credentials: wrongKey() });
    expect(error?.failure).toMatchObject({ cause: 'credential-invalid' });
    expect(kept).toEqual({});
  });
});

it('polls once at a time: one that comes while another is under way leaves it to that one', async () => {
  await poll({ activation: 'activate' });
  enrol('ann@example.com');
  const slow = n8n.sandbox.faults.add({ fault: { kind: 'latency', ms: 500 }, path: /customers/ });
  const both = await Promise.all([poll({ next: true }), poll({ next: true })]);
  slow.remove();
  expect(both.map(({ events }) => emails(events))).toEqual([['ann@example.com'], undefined]);
  enrol('ben@example.com');
  expect(emails((await poll({ next: true })).events)).toEqual(['ben@example.com']);
});

describe('several events', () => {
  it('start the workflow together, each with what it is about', async () => {
    const parameters = {
      events: ['customer.enrolled', 'lesson.created', 'product.created'],
      watchProduct: 'several',
      productIds: [foundations, workbook],
    };
    const { kept } = await poll({ parameters });
    enrol('ann@example.com');
    const section = n8n.sandbox.school.addSection(foundations, 'Extra').sectionId;
    n8n.sandbox.school.addLesson(foundations, {
      title: 'One More',
      type: 'text',
      content: { type: 'doc', content: [] },
      groupId: section,
    });
    const { events } = await poll({ parameters, kept });
    expect(events?.map(({ type }) => type).sort()).toEqual(['customer.enrolled', 'lesson.created']);
    expect(events?.find(({ type }) => type === 'lesson.created')).toMatchObject({
      lesson: { title: 'One More' },
      section: { sectionId: section, name: 'Extra' },
    });
  });

  it('are given a few at a time, and none is lost', async () => {
    const parameters = { ...NEW_CUSTOMER, options: { maxEvents: 2 } };
    const { kept } = await poll({ parameters });
    for (const name of ['ann', 'ben', 'cleo']) enrol(`${name}@example.com`);
    const first = await poll({ parameters, kept });
    const second = await poll({ parameters, kept: first.kept });
    expect([first.events?.length, second.events?.length]).toEqual([2, 1]);
    expect([...(emails(first.events) ?? []), ...(emails(second.events) ?? [])].sort()).toEqual([
      'ann@example.com',
      'ben@example.com',
      'cleo@example.com',
    ]);
    expect((await poll({ parameters, kept: second.kept })).events).toBeNull();
  });

  it('are refused where none is chosen, or one that there is not', async () => {
    expect((await poll({ parameters: { events: [] } })).error?.message).toBe('No event is chosen.');
    expect((await poll({ parameters: { events: ['customer.flew'] } })).error?.message).toBe(
      'There is no event "customer.flew".',
    );
    const percent = await poll({ parameters: { events: ['progress.reached'], thresholds: '50, 120' } });
    expect(percent.error?.message).toBe('"Percentages" takes whole numbers from 1 to 100, and not "120".');
  });
});

describe('what the trigger remembered before', () => {
  it('is read in the form of the first version', async () => {
    const former = { version: 1, watching: '*', enrolled: { [foundations]: [], [workbook]: [] } };
    const kept = { courselit: { school: n8n.sandbox.url, snapshot: former } };
    const { events, error } = await poll({ kept });
    expect(error).toBeUndefined();
    expect(events?.length).toBeGreaterThan(0);
  });

  it('is begun afresh when it is damaged and that was chosen', async () => {
    const kept = { courselit: { school: n8n.sandbox.url, snapshot: { version: 99 } } };
    const {
      events,
      error,
      kept: after,
    } = await poll({
      kept,
      parameters: { ...NEW_CUSTOMER, options: { ifDamaged: 'afresh' } },
    });
    expect([events, error]).toEqual([null, undefined]);
    expect(after).toMatchObject({ courselit: { snapshot: { version: 2 } } });
  });
});

describe('"Fetch test event"', () => {
  it('shows one real customer and remembers nothing', async () => {
    const { events, kept } = await poll({ mode: 'manual' });
    expect(events).toEqual([
      expect.objectContaining({
        type: 'customer.enrolled',
        customer: expect.objectContaining({ email: expect.any(String) }),
      }),
    ]);
    expect(kept).toEqual({});
  });

  it('shows one of each event, and what would be gone by what is there', async () => {
    const parameters = { events: ['customer.enrolled', 'customer.removed', 'product.unpublished'] };
    const { events, kept } = await poll({ mode: 'manual', parameters });
    expect(events?.map(({ type }) => type)).toEqual(['customer.enrolled', 'customer.removed', 'product.unpublished']);
    expect(events?.[1]).toMatchObject({ customer: { email: expect.stringContaining('@') } });
    expect(kept).toEqual({});
  });

  it('leaves what the active workflow remembers as it is', async () => {
    const { kept } = await poll();
    enrol('ann@example.com');
    expect((await poll({ mode: 'manual', kept })).kept).toEqual(kept);
  });

  it('says so where there is nobody to show', async () => {
    const empty = n8n.sandbox.school.createProduct('Nobody Yet', 'course').productId;
    const { error } = await poll({
      mode: 'manual',
      parameters: { ...NEW_CUSTOMER, watchProduct: 'one', productId: located(empty) },
    });
    expect(error).toMatchObject({
      name: 'NodeOperationError',
      message: 'There is nothing yet to show as a sample of "New Customer".',
      description: expect.stringMatching(/^An active workflow will start all the same/),
    });
  });
});
