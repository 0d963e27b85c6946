/** Any call of the API by method and path: what it answers, where it cannot go, and what is never done twice. */
import { actions, createSchool, runAction, type Action, type School } from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import type { Fault } from '../packages/sandbox/src/faults/plan.ts';

let sandbox: Sandbox;
let school: School;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' });
  const { url, key } = sandbox;
  school = createSchool({
    baseUrl: url,
    transport: undiciTransport({ baseUrl: url, apiKey: key }),
    secrets: [key],
    timeoutMs: 1000,
    sleep: async () => undefined,
  });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const operation = actions.find((one) => one.key === 'api.request') as Action;
const request = (input: Record<string, unknown>) => runAction(school, operation, input);
const titles = () => [...sandbox.school.products.values()].map((one) => one.title);

it('reads, with a query', async () => {
  const answer = await request({ path: '/api/products', query: { search: 'foundations', limit: 1 } });
  expect(answer).toMatchObject({
    status: 200,
    body: { data: [{ title: 'AI Foundations' }], pagination: { limit: 1 } },
  });
});

it('creates, changes and deletes', async () => {
  const made = await request({
    method: 'POST',
    path: 'api/products',
    body: '{"title": "Grüße 日本", "type": "course"}',
  });
  expect(made).toMatchObject({ status: 201, body: { title: 'Grüße 日本' } });
  const path = `/api/products/${(made['body'] as { productId: string }).productId}`;
  expect(await request({ method: 'patch', path, body: { tags: ['new'] } })).toMatchObject({
    status: 200,
    body: { tags: ['new'] },
  });
  expect(await request({ method: 'DELETE', path })).toEqual({ status: 200, body: { ok: true } });
  await expect(request({ path })).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

it('translates errors as every call does', async () => {
  await expect(
    request({ method: 'POST', path: '/api/products', body: { title: 'AI Foundations', type: 'course' } }),
  ).rejects.toMatchObject({ code: 'conflict', hint: expect.stringContaining('Choose another title') });
  await expect(request({ path: '/api/no/such/call' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no GET /api/no/such/call.',
    hint: expect.stringContaining('Check the path'),
  });
  await expect(request({ method: 'DELETE', path: '/api/products' })).rejects.toMatchObject({ code: 'unsupported' });
});

it.each([
  [{ path: '../dashboard' }, 'path'],
  [{ path: 'https://evil.example/api/products' }, 'path'],
  [{ path: '/api/products', method: 'PUT' }, 'method'],
  [{ path: '/api/products', body: { a: 1 } }, 'body'],
  [{ path: '/api/products', method: 'POST', body: '[1]' }, 'body'],
  [{ path: '/api/products', method: 'POST', body: '{' }, 'body'],
  [{ path: '/api/products', method: 'POST', body: 'hello' }, 'body'],
  [{ path: '/api/products', query: { a: { b: 1 } } }, 'query'],
  [{}, 'path'],
])('refuses %j before any call', async (input, field) => {
  await expect(request(input)).rejects.toMatchObject({ code: 'validation', field });
  expect(sandbox.requestCount).toBe(0);
});

it('refuses a body over 1 MiB before any call', async () => {
  const body = { title: 'ü'.repeat(600_000) };
  await expect(request({ method: 'POST', path: '/api/products', body })).rejects.toMatchObject({ code: 'too_large' });
  expect(sandbox.requestCount).toBe(0);
});

const DOUBTS: [string, Fault][] = [
  ['an answer that is lost', { kind: 'reset', when: 'after' }],
  ['an answer that never comes', { kind: 'hang', after: true }],
  ['a 502 after the work was done', { kind: 'status', status: 502, after: true }],
  ['a 500', { kind: 'status', status: 500, after: true }],
  ['half an answer', { kind: 'truncate', broken: true }],
  [
    'a clash that was none',
    {
      kind: 'status',
      status: 422,
      after: true,
      body: '{"error":{"code":"unprocessable_entity","message":"VersionError: no matching document found for id"}}',
    },
  ],
];

it.each(DOUBTS)('%s: a POST is not made again, and the error says that it may be done', async (_what, fault) => {
  sandbox.faults.add({ fault, method: 'POST', times: 1 });
  const call = request({ method: 'POST', path: '/api/products', body: { title: 'Once', type: 'course' } });
  await expect(call).rejects.toMatchObject({ mayBeDone: true });
  expect(titles().filter((title) => title === 'Once')).toHaveLength(1);
  expect(sandbox.requestCount).toBe(1);
});

it.each(['PATCH', 'DELETE'])('a %s in doubt is not made again either', async (method) => {
  const [productId] = [...sandbox.school.products.keys()];
  sandbox.faults.add({ fault: { kind: 'reset', when: 'after' }, method, times: 1 });
  const call = request({
    method,
    path: `/api/products/${productId}`,
    ...(method === 'PATCH' && { body: { tags: [] } }),
  });
  await expect(call).rejects.toMatchObject({ mayBeDone: true, message: expect.stringContaining('may have been') });
  expect(sandbox.requestCount).toBe(1);
});

it('what was surely refused, and every GET, is made again', async () => {
  sandbox.faults.add({ fault: { kind: 'status', status: 429, retryAfter: 1 }, times: 1 });
  const body = { title: 'Twice', type: 'course' };
  expect(await request({ method: 'POST', path: '/api/products', body })).toMatchObject({ status: 201 });
  sandbox.faults.add({ fault: { kind: 'reset', when: 'after' }, method: 'GET', times: 2 });
  expect(await request({ path: '/api/products' })).toMatchObject({ status: 200 });
  expect(sandbox.requestCount).toBe(5);
});

it('follows no redirect, and hides the key wherever the school sends it back', async () => {
  sandbox.faults.add({ fault: { kind: 'redirect', to: 'https://evil.example/' }, times: 1 });
  await expect(request({ path: '/api/products' })).rejects.toMatchObject({ code: 'redirected' });
  sandbox.faults.add({
    fault: { kind: 'status', status: 422, body: `{"error":{"code":"x","message":"Who is ${sandbox.key}?"}}` },
    times: 1,
  });
  await expect(request({ path: '/api/products' })).rejects.toMatchObject({
    message: expect.stringContaining('[hidden]'),
  });
});

it('writes to one product go one at a time', async () => {
  const product = [...sandbox.school.products.values()].find((one) => one.title === 'AI Foundations');
  sandbox.faults.add({ fault: { kind: 'latency', ms: 30 }, method: 'POST' });
  const path = `/api/products/${product?.productId}/sections`;
  const names = ['One', 'Two', 'Three'];
  await Promise.all(names.map((name) => request({ method: 'POST', path, body: { name } })));
  const times = sandbox.requests.map((one) => one.at);
  for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(25);
});
