import type { HttpRequest, HttpResponse } from '@courselit-connector/core';
import { createAppTester, type ZObject } from 'zapier-platform-core';
import { closedAddress, startSite, type Answer, type Site } from '../../../test/support/site.ts';
import App from './index.ts';
import { zapierTransport } from './transport.ts';

const KEY = 'sk-transport-0123456789';
const tester = createAppTester(App);

let answer: () => Answer = () => ({ status: 200, body: '' });
let school: Site;
beforeAll(async () => {
  school = await startSite(() => answer());
});
afterAll(() => school.stop());

interface Options {
  readonly baseUrl?: string;
}

/** Sends one request through Zapier's own request client. */
async function send(changes: Partial<HttpRequest> = {}, { baseUrl = school.url }: Options = {}): Promise<HttpResponse> {
  const request: HttpRequest = {
    method: 'GET',
    url: `${school.url}/api/products`,
    headers: {},
    toSchool: true,
    timeoutMs: 5000,
    maxResponseBytes: 1000,
    ...changes,
  };
  const perform = (z: ZObject) => zapierTransport(z, { baseUrl, apiKey: KEY })(request);
  return tester(perform) as Promise<HttpResponse>;
}
const keySent = () => school.received.at(-1)?.headers['x-api-key'];

describe('zapierTransport', () => {
  it('sends method, query, headers and body as they are', async () => {
    answer = () => ({ status: 201, body: { ok: true } });
    const url = `${school.url}/api/products?tags=a&tags=b%26c&search=x%20y`;
    const body = '{"title":"{{bundle.authData.apiKey}}"}';
    await send({ method: 'PATCH', url, body, headers: { 'content-type': 'application/json', domain: 'a.example' } });
    expect(school.received.at(-1)).toMatchObject({
      method: 'PATCH',
      url: '/api/products?tags=a&tags=b%26c&search=x%20y',
      headers: { 'content-type': 'application/json', domain: 'a.example' },
      body,
    });
  });

  it('gives back status, lower-case headers and bytes, whatever the status', async () => {
    answer = () => ({ status: 503, headers: { 'Retry-After': '5' }, body: 'Grüße' });
    const { status, headers, body } = await send();
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(Buffer.from(body).toString()).toBe('Grüße');
  });

  it('leaves 401 and 429 to the core', async () => {
    for (const status of [401, 429]) {
      answer = () => ({ status });
      expect((await send()).status).toBe(status);
    }
  });

  it('adds the key for the school, and for nobody else', async () => {
    answer = () => ({ status: 200 });
    await send();
    expect(keySent()).toBe(KEY);
    await send({ toSchool: false });
    expect(keySent()).toBeUndefined();
    await send({}, { baseUrl: 'https://school.example.com' });
    expect(keySent()).toBeUndefined();
  });

  it('follows no redirect', async () => {
    answer = () => ({ status: 302, headers: { location: 'https://elsewhere.example/x' } });
    const { status, headers } = await send();
    expect([status, headers['location']]).toEqual([302, 'https://elsewhere.example/x']);
  });

  it('hangs up on an answer that is too long', async () => {
    answer = () => ({ status: 200, body: 'x'.repeat(5_000_000) });
    await expect(send()).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
    answer = () => ({ status: 200, body: 'x'.repeat(1000) });
    expect((await send()).body.byteLength).toBe(1000);
  });

  it('gives up after the time of the request, or when the run must be over', async () => {
    answer = () => ({ status: 200, hang: true });
    await expect(send({ timeoutMs: 50 })).rejects.toMatchObject({ name: 'AbortError' });
    await expect(send({ timeoutMs: 50 })).rejects.toMatchObject({ name: 'AbortError' });
    await expect(send({ timeoutMs: 1 })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('gives up, too, on an answer that stops half way', async () => {
    answer = () => ({ status: 200, headers: { 'content-length': '100' }, body: 'half', broken: true });
    await expect(send({ timeoutMs: 100 })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it("says in Node's words why there is no answer", async () => {
    const url = await closedAddress();
    await expect(send({ url })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
