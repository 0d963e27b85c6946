/** What people get wrong, through the core and undici over real sockets: each says what happened and what to do. */
import {
  actions,
  createSchool,
  isCourseLitError,
  runAction,
  testConnection,
  type CourseLitError,
} from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import { closedAddress, startSite, type Answer, type Site } from './support/site.ts';

let sandbox: Sandbox;
const sites: Site[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' });
});
afterAll(async () => {
  await Promise.all(sites.map((one) => one.stop()));
  await sandbox.stop();
});
beforeEach(() => sandbox.reset());

async function site(answer: Answer): Promise<Site> {
  const started = await startSite(() => answer);
  sites.push(started);
  return started;
}

function connect({ baseUrl = sandbox.url, apiKey = sandbox.key }) {
  return createSchool({ baseUrl, transport: undiciTransport({ baseUrl, apiKey }), secrets: [apiKey] });
}

/** What connecting fails with. The key is in no part of it. */
async function failureOf(task: () => Promise<unknown>, key = sandbox.key): Promise<CourseLitError> {
  const error = await task().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isCourseLitError(error)) throw new Error(`Not the connector's own error: ${String(error)}`);
  const all = JSON.stringify([error, error.message, error.hint, error.stack, error.cause]);
  if (key) expect(all).not.toContain(key);
  expect(error.hint).toMatch(/^[A-Z].*\.$/s);
  return error;
}
const connecting = (to: { baseUrl?: string; apiKey?: string }) =>
  failureOf(async () => testConnection(connect(to)), to.apiKey);
const invite = (input: object) => {
  const action = actions.find((one) => one.key === 'customer.invite');
  if (!action) throw new Error('no such action');
  return failureOf(() => runAction(connect({}), action, { email: 'ann@example.com', ...input }));
};
const productOf = (title: string) =>
  [...sandbox.school.products.values()].find((one) => one.title === title)?.productId ?? '';

it.each([
  ['missing', ''],
  ['wrong', 'sk-wrong-1234567890'],
])('a %s key', async (_what, apiKey) => {
  expect(await connecting({ apiKey })).toMatchObject({
    code: 'auth',
    hint: expect.stringContaining('Check the API key'),
  });
});

it('a key that a proxy takes away', async () => {
  const school = createSchool({
    baseUrl: sandbox.url,
    transport: async (request) =>
      undiciTransport({ baseUrl: sandbox.url, apiKey: 'x' })({ ...request, toSchool: false }),
  });
  expect(await failureOf(() => testConnection(school))).toMatchObject({ code: 'auth', status: 400 });
});

it.each<[string, Answer]>([
  ['a site without such a page', { status: 404, body: '<h1>Not here</h1>' }],
  ['a site with a page for everything', { body: '<!doctype html><title>Cakes</title>' }],
  ['a school server that does not know the host', { status: 404, body: { success: false, error: '' } }],
  ['another API', { status: 404, body: { message: 'Cannot GET /api/products' } }],
])('an address of %s', async (_what, answer) => {
  const { url } = await site(answer);
  expect(await connecting({ baseUrl: url })).toMatchObject({
    code: 'not_a_school',
    hint: expect.stringContaining('Check the base URL'),
  });
});

it.each([301, 302, 303, 307, 308])('an address that redirects (%i), without the key going along', async (status) => {
  const elsewhere = await site({ body: {} });
  const redirecting = await site({ status, headers: { location: `${elsewhere.url}/api/products?page=1` } });
  expect(await connecting({ baseUrl: redirecting.url })).toMatchObject({
    code: 'redirected',
    hint: expect.stringContaining(`${elsewhere.url} is your school`),
  });
  expect([redirecting.received.length, elsewhere.received.length]).toEqual([1, 0]);
});

it('plain http in public, before any call', async () => {
  expect(await connecting({ baseUrl: 'http://school.example.com' })).toMatchObject({
    code: 'validation',
    hint: expect.stringContaining('https://school.example.com'),
  });
});

it('a school that cannot be reached', async () => {
  const gone = await closedAddress();
  expect(await connecting({ baseUrl: gone })).toMatchObject({
    code: 'network',
    message: expect.stringContaining('refuses connections'),
  });
});

it('a school whose server is down', async () => {
  sandbox.faults.add({ fault: { kind: 'status', status: 502, body: 'html' } });
  expect(await connecting({})).toMatchObject({
    code: 'unavailable',
    status: 502,
    hint: expect.stringContaining('Try again'),
  });
});

it('an unpublished product', async () => {
  expect(await invite({ productId: productOf('Advanced Prompting') })).toMatchObject({
    code: 'validation',
    hint: expect.stringContaining('Publish the product'),
  });
});

it.each(['nope', '../../user', 'x'.repeat(400)])('an unknown product (%#)', async (productId) => {
  expect(await invite({ productId })).toMatchObject({ code: 'not_found' });
});

it.each(['', 'nope', 'a@b@c.example', 'ann@example.com\r\nx: y', 'ü'.repeat(100_000), { a: 1 }])(
  'an invalid address, before any call (%#)',
  async (email) => {
    const before = sandbox.requestCount;
    const error = await invite({ productId: productOf('AI Foundations'), email });
    expect(error).toMatchObject({ code: 'validation', field: 'email' });
    expect(error.message.length).toBeLessThan(300);
    expect(sandbox.requestCount).toBe(before);
    expect(sandbox.outbox).toEqual([]);
  },
);

it('says in which products a customer is when a later one fails', async () => {
  const productId = productOf('AI Foundations');
  const error = await invite({ productId, moreProductIds: `${productOf('Advanced Prompting')}, ${productId}` });
  expect(error).toMatchObject({
    code: 'validation',
    hint: expect.stringContaining(`enrolled in ${productId} before this`),
  });
});
