/**
 * The packed package in the engine of the oldest n8n that it is said to work with. It is 1.85: n8n-workflow has the
 * connection types as values (`NodeConnectionTypes`) since then, and an agent may use any community node as a tool.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { OLDEST } from './engine/engine.ts';
import { holdsKey, located, setUp, type Setup } from './engine/setup.ts';

let n8n: Setup;

beforeAll(async () => {
  n8n = await setUp(OLDEST);
}, 60_000);
beforeEach(() => n8n.sandbox.reset());
afterAll(() => n8n.stop());

it('is the version that the README names', () => {
  const readme = readFileSync(resolve(__dirname, '../../packages/n8n-nodes/README.md'), 'utf8');
  expect(readme).toContain('n8n 1.85 or newer');
  // What n8n 1.85 depends on.
  const installed = createRequire(OLDEST.packageJson);
  const versions = ['n8n-core', 'n8n-workflow'].map(
    (name) => (installed(`${name}/package.json`) as { version: string }).version,
  );
  expect(versions).toEqual(['1.84.0', '1.83.0']);
});

it('loads both nodes and the credential', () => {
  expect(n8n.loaded.nodes.map(({ name }) => name).sort()).toEqual(['courseLit', 'courseLitTrigger']);
  expect(n8n.loaded.credentials.map(({ name }) => name)).toEqual(['courseLitApi']);
});

it('tests the credential, and says what is wrong with it', async () => {
  expect(await n8n.engine.testCredential({ credentials: n8n.credentials() })).toMatchObject({ status: 'OK' });
  const wrong = await n8n.engine.testCredential({ credentials: n8n.credentials({ apiKey: 'sk-wrong' }) });
  expect(wrong).toMatchObject({ status: 'Error', message: expect.stringContaining('API key') });
});

it('runs an action: a customer is invited', async () => {
  const productId = n8n.productCalled('AI Foundations');
  const { status, outputs, error } = await n8n.engine.execute({
    credentials: n8n.credentials(),
    parameters: {
      resource: 'customer',
      operation: 'invite',
      productId: located(productId),
      email: '={{ $json.email }}',
      additionalFields: { tags: 'paid' },
    },
    items: [{ json: { email: 'Ann@Example.com' } }],
  });
  expect([status, error]).toEqual(['success', undefined]);
  expect(outputs).toEqual([
    [{ json: expect.objectContaining({ email: 'ann@example.com', productId }), pairedItem: { item: 0 } }],
  ]);
  expect(n8n.sandbox.outbox.map(({ to }) => to)).toEqual(['ann@example.com']);
});

it('runs a search: a product is found', async () => {
  const { status, outputs } = await n8n.engine.execute({
    credentials: n8n.credentials(),
    parameters: { resource: 'product', operation: 'find', query: 'AI Foundations' },
  });
  expect(status).toBe('success');
  expect(outputs[0]?.map(({ json }) => json['title'])).toEqual(['AI Foundations']);
});

it('says over the output what of a text could not be kept', async () => {
  const { status, hints } = await n8n.engine.execute({
    credentials: n8n.credentials(),
    parameters: {
      resource: 'lesson',
      operation: 'create',
      productId: located(n8n.productCalled('AI Foundations')),
      sectionId: located(''),
      title: 'Deep',
      content: '#### Deep',
    },
  });
  expect(status).toBe('success');
  expect(hints).toMatchObject([{ message: expect.stringContaining('Headings have three levels') }]);
});

describe('the trigger', () => {
  const order = () => ({ credentials: n8n.credentials(), parameters: { events: ['customer.enrolled'] } });

  it('takes note when it is activated, and tells once of who enrols after that', async () => {
    expect(await n8n.engine.poll({ ...order(), activation: 'activate' })).toMatchObject({ events: null });
    n8n.sandbox.school.invite(n8n.productCalled('AI Foundations'), 'late@example.com');
    const { events } = await n8n.engine.poll({ ...order(), next: true });
    expect(events).toMatchObject([{ type: 'customer.enrolled', customer: { email: 'late@example.com' } }]);
    expect((await n8n.engine.poll({ ...order(), next: true })).events).toBeNull();
  });

  it('stays active when n8n restarts with a key that has become wrong, and says so at its next poll', async () => {
    const credentials = n8n.credentials({ apiKey: 'sk-wrong' });
    expect(await n8n.engine.poll({ ...order(), credentials, activation: 'init' })).toMatchObject({ events: null });
    const { error } = await n8n.engine.poll({ ...order(), credentials, next: true });
    expect(error?.message).toContain('does not accept the API key');
  });

  it('shows a sample, and remembers nothing of it', async () => {
    const { events, kept } = await n8n.engine.poll({ ...order(), mode: 'manual' });
    expect(events).toMatchObject([{ type: 'customer.enrolled' }]);
    expect(kept).toEqual({});
  });
});

it('fills the list of products', async () => {
  const { result } = await n8n.engine.list({
    credentials: n8n.credentials(),
    method: 'searchProducts',
    filter: 'found',
  });
  expect(result).toMatchObject({ results: [{ name: 'AI Foundations (course)' }] });
});

it('says what went wrong and what to do, without the key', async () => {
  n8n.sandbox.faults.add({ fault: { kind: 'status', status: 401 } });
  const { error, everything } = await n8n.engine.execute({
    credentials: n8n.credentials(),
    parameters: { resource: 'product', operation: 'find', query: 'AI Foundations' },
  });
  expect(error?.message).toContain('does not accept the API key');
  expect(error?.description).toContain('API Keys');
  expect(holdsKey(everything)).toBe(false);
});
