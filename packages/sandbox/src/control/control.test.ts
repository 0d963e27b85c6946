import { runInNewContext } from 'node:vm';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../options.ts';
import { call, plantCourse } from '../testing/client.ts';
import { PAGE } from './page.ts';
import { SCRIPT } from './page-script.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: 'demo' });
});
afterEach(() => sandbox.stop());

/** As much of an element as the page's script needs. What is appended as text stays text. */
class FakeElement {
  readonly children: Array<FakeElement | string> = [];
  className = '';
  readonly tag: string;
  constructor(tag: string) {
    this.tag = tag;
  }
  append(...children: Array<FakeElement | string>): void {
    this.children.push(...children);
  }
  replaceChildren(...children: Array<FakeElement | string>): void {
    this.children.splice(0, this.children.length, ...children);
  }
  addEventListener(): void {
    // Nothing is ever clicked here.
  }
  get text(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.text)).join('');
  }
  get tags(): string[] {
    return this.children.flatMap((child) => (typeof child === 'string' ? [] : [child.tag, ...child.tags]));
  }
}

/** Runs the page's script once on a given state. */
async function render(state: unknown): Promise<Map<string, FakeElement>> {
  const byId = new Map<string, FakeElement>();
  const get = (id: string) => {
    const element = byId.get(id) ?? new FakeElement('div');
    byId.set(id, element);
    return element;
  };
  await new Promise<void>((resolve) => {
    runInNewContext(SCRIPT, {
      document: { getElementById: get, createElement: (tag: string) => new FakeElement(tag) },
      Object: { [Symbol.hasInstance]: (value: unknown) => value instanceof FakeElement },
      fetch: () => Promise.resolve({ json: () => Promise.resolve(state) }),
      setTimeout: () => {
        resolve();
      },
    });
  });
  return byId;
}

describe('the page', () => {
  test('is served at / and /sandbox, with a policy that lets only its own script run', async () => {
    for (const path of ['/', '/sandbox', '/sandbox/']) {
      const response = await fetch(`${sandbox.url}${path}`);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = response.headers.get('content-security-policy');
      expect(policy).toMatch(/default-src 'none'; script-src 'sha256-/);
      expect(await response.text()).toContain('<title>Sandbox school</title>');
    }
  });

  test('never reads a value as HTML', () => {
    expect(SCRIPT).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|DOMParser/);
    // The script stands in the page as it is, so nothing in it may end it early.
    expect(SCRIPT).not.toMatch(/<\/script|<!--/i);
    expect(PAGE.match(/<script/g)).toHaveLength(1);
  });

  test('shows markup in names, titles and mails as the text it is', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const { productId } = plantCourse(sandbox, `Course ${evil}`);
    const { user } = sandbox.school.invite(productId, 'evil@example.com');
    sandbox.school.renameUser(user.userId, evil);
    const { body } = await call(sandbox, 'GET', '/sandbox/state');
    const page = await render(body);
    const [products, mails] = [page.get('products'), page.get('mails')];
    expect(products?.text).toContain(`Course ${evil}`);
    expect(products?.text.split(evil)).toHaveLength(3);
    expect(mails?.text).toContain(`You have been invited to Course ${evil}`);
    expect([...(products?.tags ?? []), ...(mails?.tags ?? [])]).not.toContain('img');
    expect([...(products?.tags ?? []), ...(mails?.tags ?? [])]).not.toContain('script');
  });
});

describe('the switches', () => {
  const post = (name: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/sandbox/${name}`, { method: 'POST', body: JSON.stringify(body), headers });

  test('set and clear faults', async () => {
    const rule = { fault: { kind: 'status', status: 503, retryAfter: 1 }, path: '^/api/products', times: 1 };
    expect(await (await post('faults', rule)).json()).toEqual({ id: expect.any(Number) });
    expect((await call(sandbox, 'GET', '/api/products')).status).toBe(503);
    const { data } = (await (await fetch(`${sandbox.url}/sandbox/faults`)).json()) as { data: unknown[] };
    expect(data).toMatchObject([{ ...rule, hits: 1 }]);
    await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' });
    expect(sandbox.faults.list()).toEqual([]);
    expect((await post('faults', { fault: { kind: 'fire' } })).status).toBe(400);
    expect((await post('faults', { fault: { kind: 'html' }, path: '(' })).status).toBe(400);
  });

  test('let learners make progress, and start over', async () => {
    const { productId, lessonId } = plantCourse(sandbox);
    const invited = (await (await post('invite', { productId, email: 'x@example.com' })).json()) as { userId: string };
    await post('complete', { productId, userId: invited.userId, lessonId });
    expect(sandbox.school.membership(productId, invited.userId)?.progress?.completedLessons).toEqual([lessonId]);
    const { data } = (await (await fetch(`${sandbox.url}/sandbox/outbox`)).json()) as { data: unknown[] };
    expect(data).toMatchObject([{ to: 'x@example.com' }]);
    expect((await post('complete', { productId })).status).toBe(400);
    await post('reset', {});
    expect(sandbox.school.products.has(productId)).toBe(false);
    expect(sandbox.outbox).toEqual([]);
  });

  test('are out of reach for pages from elsewhere', async () => {
    expect((await post('reset', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post('reset', {}, { origin: sandbox.url })).status).toBe(200);
  });

  test('do not tell the keys of callers', async () => {
    await call(sandbox, 'GET', '/api/products');
    const text = await (await fetch(`${sandbox.url}/sandbox/requests`)).text();
    expect(text).not.toContain(sandbox.key);
  });
});

test('only loopback addresses are listened on', async () => {
  await expect(startSandbox({ host: '0.0.0.0' })).rejects.toThrow('loopback only');
});

test('a port that is taken moves on to the next free one', async () => {
  const port = Number(new URL(sandbox.url).port);
  const second = await startSandbox({ port });
  expect(Number(new URL(second.url).port)).toBeGreaterThan(port);
  await second.stop();
});
