import * as z from 'zod/mini';
import { createClient, type Call } from './client.ts';
import { CourseLitError, ERROR_CODES, hasCode, hintFor, isCourseLitError, type ErrorCode } from './errors.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

const KEY = 'sk-test-1234567890';
const answer = (status: number, body: unknown = '', headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers,
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
});
const clientWith = (transport: Transport, baseUrl = 'https://school.example.com/learn/') =>
  createClient({ baseUrl, transport, secrets: [KEY], now: () => 0 });
const get = { method: 'GET', path: '/api/products/p1', answer: z.looseObject({}) } as const;
const post = { method: 'POST', path: '/api/products', body: { title: 'x' }, answer: z.unknown() } as const;

const failure = async (response: HttpResponse, call: Call<z.ZodMiniType> = get): Promise<CourseLitError> => {
  const error: unknown = await clientWith(async () => response)
    .call(call)
    .catch((thrown: unknown) => thrown);
  if (!isCourseLitError(error)) throw new Error(`no CourseLitError but ${String(error)}`);
  return error;
};

it('builds the request from base URL, path, query and body, and never adds the key itself', async () => {
  const sent: HttpRequest[] = [];
  const client = clientWith(async (request) => (sent.push(request), answer(200, {})));
  await client.call({ ...post, query: { page: 2 } });
  await client.call(get);
  expect(sent[0]).toMatchObject({
    method: 'POST',
    url: 'https://school.example.com/learn/api/products?page=2',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: '{"title":"x"}',
    toSchool: true,
  });
  expect(sent[1]).not.toHaveProperty('body');
  expect(JSON.stringify(sent)).not.toContain(KEY);
});

const error = (code: string, message: string) => ({ error: { code, message } });
const page = '<!DOCTYPE html><html><head><title>Bad gateway</title></head><body>oops</body></html>';

it.each<[string, HttpResponse, ErrorCode, RegExp]>([
  ['no key', answer(400, error('bad_request', 'Bad request')), 'auth', /does not accept the API key/],
  ['a wrong key', answer(401, error('unauthorized', 'Unauthorized')), 'auth', /does not accept the API key/],
  ['a wrong key, another shape', answer(401, { message: 'Invalid key' }), 'auth', /does not accept the API key/],
  ['an empty 401', answer(401, {}), 'auth', /does not accept the API key/],
  ['no owner', answer(403, error('forbidden', 'Forbidden')), 'forbidden', /refused/],
  [
    'a host that is no school',
    answer(404, { success: false, error: '' }),
    'not_a_school',
    /no CourseLit school at school\.example\.com/,
  ],
  ['a page of another site', answer(404, page), 'not_a_school', /no CourseLit school/],
  ['a web site', answer(200, page), 'not_a_school', /web page \("Bad gateway"\)/],
  ['an unknown thing', answer(404, error('not_found', 'Item not found')), 'not_found', /Item not found/],
  [
    'an unknown thing, as 422',
    answer(422, error('unprocessable_entity', 'Item not found')),
    'not_found',
    /Item not found/,
  ],
  ['an unknown user', answer(404, { error: 'User not found' }), 'not_found', /User not found/],
  ['a wrong method', answer(405), 'unsupported', /does not support/],
  [
    'a name that is taken',
    answer(422, error('unprocessable_entity', 'A group with that name exists')),
    'conflict',
    /that name exists/,
  ],
  [
    'a title that is taken',
    answer(422, error('unprocessable_entity', 'This URL slug is already in use. Please choose a different one.')),
    'conflict',
    /slug/,
  ],
  ['a user who exists', answer(400, { error: 'The user already exists' }), 'conflict', /already exists/],
  [
    'an unpublished product',
    answer(422, error('unprocessable_entity', 'Cannot invite customers to an unpublished product')),
    'validation',
    /unpublished/,
  ],
  [
    'scorm',
    answer(422, error('not_supported', 'SCORM lessons are not supported by the public API.')),
    'unsupported',
    /SCORM/,
  ],
  [
    'an unknown field',
    answer(400, error('bad_request', 'Unsupported product field: x')),
    'bad_request',
    /Unsupported product field: x/,
  ],
  ['a large body', answer(413, error('bad_request', 'Request body too large')), 'too_large', /too large/],
  ['too many requests', answer(429), 'rate_limited', /limiting/],
  ['a proxy page', answer(502, page), 'unavailable', /502, with a web page/],
  ['an empty 500', answer(500), 'unavailable', /500/],
  ['an answer cut off', answer(200, '{"data": [1, 2'), 'bad_response', /cut off/],
  ['an empty answer', answer(200), 'bad_response', /nothing/],
])('recognises %s', async (_what, response, code, message) => {
  const thrown = await failure(response);
  expect(thrown.code).toBe(code);
  expect(thrown.message).toMatch(message);
  expect(thrown.hint).toMatch(/\.$/);
  expect(thrown).toMatchObject({ status: response.status, method: 'GET', path: '/api/products/p1' });
});

it('does not take a refused body for a wrong key', async () => {
  expect((await failure(answer(400, error('bad_request', 'Bad request')), post)).code).toBe('bad_request');
});

it('refuses an answer of another shape', async () => {
  const client = clientWith(async () => answer(200, { data: 'x' }));
  await expect(client.call({ ...get, answer: z.object({ data: z.array(z.string()) }) })).rejects.toMatchObject({
    code: 'bad_response',
  });
});

it('says how long to wait', async () => {
  expect(await failure(answer(429, '', { 'retry-after': '7' }))).toMatchObject({
    retryAfterMs: 7000,
    hint: expect.stringContaining('7 seconds'),
  });
  expect((await failure(answer(503, '', { 'retry-after': 'Thu, 01 Jan 1970 00:00:09 GMT' }))).retryAfterMs).toBe(9000);
});

it('refuses a redirect, and names the address to use', async () => {
  const elsewhere = await failure(
    answer(301, '', { location: 'https://www.example.org/learn/api/products/p1?page=1' }),
  );
  expect(elsewhere.code).toBe('redirected');
  expect(elsewhere.message).toContain('https://www.example.org');
  expect(elsewhere.message).toContain('The API key was not sent there');
  expect(elsewhere.hint).toContain('https://www.example.org/learn ');
  expect((await failure(answer(308, '', { location: '/api/products/p1/' }))).hint).toMatch(/its path/);
  expect((await failure(answer(302))).message).toMatch(/without saying where/);
});

it.each<[string, ErrorCode, RegExp, boolean]>([
  ['ECONNREFUSED', 'network', /refuses connections/, true],
  ['ENOTFOUND', 'network', /cannot be found/, true],
  ['ECONNRESET', 'network', /closed the connection\. It may have been carried out/, false],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout', /did not answer within 30 seconds\. It may have been carried out/, false],
  ['CERT_HAS_EXPIRED', 'network', /certificate/, true],
  ['SOMETHING_NEW', 'network', /could not be reached/, false],
])('explains %s, however deep the host has wrapped it', async (code, expected, message, neverSent) => {
  const wrapped = new Error('outer', {
    cause: Object.assign(new AggregateError([Object.assign(new Error(KEY), { code })]), {
      config: { headers: { 'x-api-key': KEY } },
    }),
  });
  const thrown: unknown = await clientWith(() => Promise.reject(wrapped))
    .call(post)
    .catch((one: unknown) => one);
  expect(thrown).toMatchObject({ code: expected, message: expect.stringMatching(message), safeToRepeat: neverSent });
  expect((thrown as Error).cause).toBeUndefined();
  const read: unknown = await clientWith(() => Promise.reject(wrapped))
    .call(get)
    .catch((one: unknown) => one);
  expect(read).toMatchObject({
    code: expected,
    safeToRepeat: true,
    message: expect.not.stringContaining('carried out'),
  });
});

it('hides the key in whatever the school says', async () => {
  for (const status of [400, 422, 500]) {
    const thrown = await failure(answer(status, error('x', `bad header x-api-key: ${KEY}`)));
    expect(JSON.stringify({ ...thrown, message: thrown.message, stack: thrown.stack })).not.toContain(KEY);
    expect(thrown.serverMessage).toContain('[hidden]');
  }
});

it.each(['', ' ', 'sk\r\nx-evil: 1', 'sk key', 'schlüssel', 'sk\u0000'])(
  'refuses the key %j before any call',
  (key) => {
    const make = () =>
      createClient({
        baseUrl: 'https://a.example',
        transport: () => Promise.reject(new Error('called')),
        secrets: [key],
      });
    expect(make).toThrow(expect.objectContaining({ code: 'auth', field: 'apiKey' }));
  },
);

it('refuses to send more than the school takes, and says how much it is', async () => {
  const call = clientWith(() => Promise.reject(new Error('called'))).call({
    ...post,
    body: { title: 'ü'.repeat(600_000) },
  });
  await expect(call).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('1.1 MiB') });
});

it('lets no answer reach a prototype', async () => {
  const text =
    '{"__proto__":{"polluted":1},"a":{"\\u005f_proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
  const value = (await clientWith(async () => answer(200, text)).call({
    ...get,
    answer: z.looseObject({ a: z.looseObject({}) }),
  })) as Record<string, unknown>;
  const copy = Object.assign({}, value, value['a']);
  expect((copy as { polluted?: unknown }).polluted).toBeUndefined();
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.keys(value)).toEqual(['a']);
});

it('has a hint for every code, and guards that narrow', () => {
  for (const code of ERROR_CODES) expect(hintFor(code)).toMatch(/^[A-Z].*\.$/);
  const thrown: unknown = new CourseLitError({ code: 'auth', message: 'x' });
  if (!hasCode(thrown, 'auth', 'forbidden')) throw new Error('not recognised');
  const narrowed: 'auth' | 'forbidden' = thrown.code;
  // @ts-expect-error The guard proves that it is none of the other codes.
  const wrong: 'network' = thrown.code;
  expect([narrowed, wrong]).toEqual(['auth', 'auth']);
  expect(hasCode(thrown, 'network')).toBe(false);
  expect(hasCode(new Error('auth'), 'auth')).toBe(false);
});
