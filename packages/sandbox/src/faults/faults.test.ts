/** Each fault, from the caller's side. */
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../options.ts';
import { call, plantCourse } from '../testing/client.ts';
import { FaultPlan } from './plan.ts';
import type { Fault } from './plan.ts';

let sandbox: Sandbox;
let productId: string;
beforeEach(async () => {
  sandbox = await startSandbox();
  ({ productId } = plantCourse(sandbox));
});
afterEach(() => sandbox.stop());

const once = (fault: Fault) => sandbox.faults.add({ fault, times: 1 });
const get = (signal?: AbortSignal) =>
  fetch(`${sandbox.url}/api/products`, {
    headers: { 'x-api-key': sandbox.key },
    redirect: 'manual',
    ...(signal ? { signal } : {}),
  });
const invite = () =>
  call(sandbox, 'POST', `/api/products/${productId}/customers/invitations`, { email: 'a@example.com' });
const invited = () => sandbox.school.product(productId).members.length;

describe('refusals', () => {
  test.each([
    ['seconds', 3, '3'],
    ['a date', new Date('2026-11-21T00:00:30Z'), 'Sat, 21 Nov 2026 00:00:30 GMT'],
    ['text', 'soon', 'soon'],
    ['nothing', undefined, null],
  ])('429 with %s', async (_, retryAfter, header) => {
    once({ kind: 'status', status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) });
    const response = await get();
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([429, header, '']);
    expect((await get()).status).toBe(200);
  });

  test('a 502 with a page, a 500 with nothing, a 503 with JSON', async () => {
    once({ kind: 'status', status: 502, body: 'html' });
    once({ kind: 'status', status: 500, body: 'empty' });
    once({ kind: 'status', status: 503, body: '{"error":"busy"}' });
    const page = await get();
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
    expect(await page.text()).toMatch(/^<html>/);
    expect(await (await get()).text()).toBe('');
    expect(await (await get()).json()).toEqual({ error: 'busy' });
  });

  test('have no effect, unless the effect comes first', async () => {
    once({ kind: 'status', status: 503 });
    expect((await invite()).status).toBe(503);
    expect(invited()).toBe(0);
    once({ kind: 'status', status: 422, after: true, body: '{"error":{"code":"unprocessable_entity"}}' });
    expect((await invite()).status).toBe(422);
    expect(invited()).toBe(1);
  });

  test('a redirect names its target', async () => {
    once({ kind: 'redirect', to: 'https://elsewhere.example/api', status: 307 });
    const response = await get();
    expect([response.status, response.headers.get('location')]).toEqual([307, 'https://elsewhere.example/api']);
  });
});

describe('broken connections', () => {
  test('before the effect', async () => {
    once({ kind: 'reset', when: 'before' });
    await expect(invite()).rejects.toThrow('fetch failed');
    expect(invited()).toBe(0);
    expect(sandbox.requests.at(-1)).toMatchObject({ processed: false, fault: 'reset' });
  });

  test('after the effect', async () => {
    once({ kind: 'reset', when: 'after' });
    await expect(invite()).rejects.toThrow('fetch failed');
    expect(invited()).toBe(1);
    expect(sandbox.requests.at(-1)).toMatchObject({ processed: true });
    expect(sandbox.requests.at(-1)).not.toHaveProperty('status');
  });

  test('in the middle of the answer', async () => {
    once({ kind: 'truncate', broken: true });
    const response = await get();
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('no answer at all', async () => {
    once({ kind: 'hang' });
    await expect(get(AbortSignal.timeout(100))).rejects.toThrow(/timeout/);
    once({ kind: 'hang', after: true });
    await Promise.race([invite().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 200))]);
    expect(invited()).toBe(1);
  });
});

describe('odd answers', () => {
  test('half of the JSON, with a length that fits', async () => {
    once({ kind: 'truncate' });
    const response = await get();
    await expect(response.json()).rejects.toThrow(/JSON/);
  });

  test('a page with status 200', async () => {
    once({ kind: 'html' });
    const response = await get();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('another content type', async () => {
    once({ kind: 'content-type', value: 'text/plain' });
    const response = await get();
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.json()).toHaveProperty('data');
  });

  test('a body that comes drop by drop, whole in the end', async () => {
    once({ kind: 'drip', bytes: 40, ms: 1 });
    expect(await (await get()).json()).toHaveProperty('pagination');
  });

  test('a body of a given size', async () => {
    once({ kind: 'huge', bytes: 3_000_000 });
    const body = (await (await get()).json()) as { data: string };
    expect(body.data).toHaveLength(3_000_000);
  });

  test('an answer that comes late, together with another fault', async () => {
    const start = performance.now();
    sandbox.faults.add({ fault: { kind: 'latency', ms: 60 } });
    once({ kind: 'status', status: 503 });
    expect((await get()).status).toBe(503);
    expect(performance.now() - start).toBeGreaterThan(50);
  });
});

describe('rules', () => {
  const strikes = (plan: FaultPlan, method: string, url: string) =>
    plan.take('school', method, url).fault !== undefined;
  const fault: Fault = { kind: 'html' };

  test('match method and path, skip some, and end after some', () => {
    const plan = new FaultPlan();
    const handle = plan.add({ fault, method: ['POST', 'PATCH'], path: /\/lessons$/g, skip: 1, times: 2 });
    const hits = [1, 2, 3, 4].map(() => strikes(plan, 'POST', '/api/products/x/lessons'));
    expect(hits).toEqual([false, true, true, false]);
    expect(handle.hits).toBe(2);
    expect(strikes(plan, 'GET', '/api/products/x/lessons')).toBe(false);
    expect(strikes(plan, 'PATCH', '/api/products/x/lessons/y')).toBe(false);
  });

  test('strike by chance, the same way for the same seed', () => {
    const draw = (seed: number) => {
      const plan = new FaultPlan(seed);
      plan.add({ fault, probability: 0.3 });
      return Array.from({ length: 1000 }, () => strikes(plan, 'GET', '/'));
    };
    const first = draw(7);
    expect(draw(7)).toEqual(first);
    expect(draw(8)).not.toEqual(first);
    const count = first.filter(Boolean).length;
    expect(count).toBeGreaterThan(250);
    expect(count).toBeLessThan(350);
  });

  test('can be taken back, and spare the page', async () => {
    const handle = sandbox.faults.add({ fault: { kind: 'status', status: 503 } });
    expect((await fetch(`${sandbox.url}/sandbox/state`)).status).toBe(200);
    expect((await get()).status).toBe(503);
    handle.remove();
    expect((await get()).status).toBe(200);
  });
});

describe('the log', () => {
  test('tells method, path, headers and status, and counts', async () => {
    await call(sandbox, 'GET', '/api/products?page=2');
    await call(sandbox, 'GET', '/sandbox/state');
    expect(sandbox.requestCount).toBe(1);
    expect(sandbox.requests).toMatchObject([
      { number: 1, target: 'school', method: 'GET', path: '/api/products?page=2', status: 200, processed: true },
    ]);
    expect(sandbox.requests[0]?.headers['x-api-key']).toBe(sandbox.key);
  });
});
