/** The core's transport over n8n's helpers: what is asked of them, and what becomes of their answer. */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from '../packages/n8n-nodes/test/types.ts';
import type { HttpRequest } from '../packages/core/src/index.ts';
import { credentialTestTransport, nodeTransport } from '../packages/n8n-nodes/nodes/shared/transport.ts';

const SCHOOL = 'https://school.example.com/base';
const KEY = 'sk-transport-0123456789';

/** The helpers of a node, which note what they are asked for. */
function helpers(answer: object = {}) {
  const asked: { withKey: boolean; options: IHttpRequestOptions }[] = [];
  const respond = (withKey: boolean) => (options: IHttpRequestOptions) => {
    asked.push({ withKey, options });
    return Promise.resolve({ statusCode: 200, headers: {}, body: Readable.from([Buffer.from('{}')]), ...answer });
  };
  const context = {
    helpers: {
      httpRequest: respond(false),
      httpRequestWithAuthentication: (_type: string, options: IHttpRequestOptions) => respond(true)(options),
    },
  };
  return { asked, send: nodeTransport(context as never, SCHOOL) };
}

const request = (changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: `${SCHOOL}/api/products`,
  headers: { accept: 'application/json' },
  toSchool: true,
  timeoutMs: 1000,
  maxResponseBytes: 1000,
  ...changes,
});

it('adds the key for the school, which n8n does itself', async () => {
  const { asked, send } = helpers();
  await send(request());
  expect(asked).toEqual([
    {
      withKey: true,
      options: {
        method: 'GET',
        url: `${SCHOOL}/api/products`,
        headers: { accept: 'application/json' },
        timeout: 1000,
        encoding: 'stream',
        returnFullResponse: true,
        ignoreHttpStatusErrors: true,
        disableFollowRedirect: true,
      },
    },
  ]);
});

it.each([
  ['another origin', { url: 'https://elsewhere.example.com/base/api/products' }],
  ['another port', { url: 'https://school.example.com:8443/base/api/products' }],
  ['another scheme', { url: 'http://school.example.com/base/api/products' }],
  ['what is not meant for the school', { toSchool: false }],
])('leaves the key out for %s', async (_where, changes) => {
  const { asked, send } = helpers();
  await send(request(changes));
  expect(asked.map(({ withKey }) => withKey)).toEqual([false]);
});

it('sends a body as it stands', async () => {
  const { asked, send } = helpers();
  await send(request({ method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } }));
  expect(asked[0]?.options).toMatchObject({ method: 'POST', body: '{"a":1}' });
});

it('sends bytes that come in pieces as a stream, once it has seen one, and lets go of what was not read', async () => {
  const { asked, send } = helpers();
  async function* pieces() {
    for (;;) yield Buffer.alloc(1000);
  }
  await send(request());
  await send(
    request({ method: 'POST', url: 'https://media.example.com/media/create', toSchool: false, body: pieces() }),
  );
  const sent = asked[1]?.options.body as Readable;
  expect(sent).toBeInstanceOf(Readable);
  expect(sent.readableObjectMode).toBe(false);
  expect(sent.destroyed).toBe(true);
});

it('lets go of a file whose upload fails', async () => {
  const bodies: Readable[] = [];
  const context = {
    helpers: {
      httpRequest: (options: IHttpRequestOptions) => {
        bodies.push(options.body as Readable);
        return bodies.length === 1
          ? Promise.resolve({ statusCode: 200, headers: {}, body: Readable.from([]) })
          : Promise.reject(new Error('broken off'));
      },
    },
  };
  const transport = nodeTransport(context as never, SCHOOL);
  await transport(request({ toSchool: false }));
  const file = (async function* () {
    yield Buffer.from('x');
  })();
  await expect(transport(request({ method: 'POST', toSchool: false, body: file }))).rejects.toThrow('broken off');
  expect(bodies[1]?.destroyed).toBe(true);
});

it('sends pieces as one where nothing makes a stream of them', async () => {
  const { asked, send } = helpers({ body: undefined });
  await send(request());
  const file = (async function* () {
    yield Buffer.from('a');
    yield Buffer.from('b');
  })();
  await send(request({ method: 'POST', body: file }));
  expect(asked[1]?.options.body).toEqual(Buffer.from('ab'));
});

it('gives status, headers in lower case, and bytes', async () => {
  const { send } = helpers({
    statusCode: 404,
    headers: { 'Retry-After': 3, 'set-cookie': ['a', 'b'], gone: undefined },
  });
  expect(await send(request())).toEqual({
    status: 404,
    headers: { 'retry-after': '3', 'set-cookie': 'a, b' },
    body: Buffer.from('{}'),
  });
});

it('breaks off an answer that is too long, and lets go of the connection', async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(600);
    })(),
  );
  const { send } = helpers({ body: endless });
  await expect(send(request())).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  expect(endless.destroyed).toBe(true);
});

it('breaks off an answer that takes too long', async () => {
  const silent = new Readable({ read() {} });
  const { send } = helpers({ body: silent });
  await expect(send(request({ timeoutMs: 20 }))).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(silent.destroyed).toBe(true);
});

it.each([
  ['nothing', undefined, ''],
  ['bytes', Buffer.from('{"a":1}'), '{"a":1}'],
  ['text', '{"a":1}', '{"a":1}'],
  ['a value', { a: 1 }, '{"a":1}'],
])('takes %s where there is no stream', async (_what, body, text) => {
  const { send } = helpers({ body });
  expect(Buffer.from((await send(request())).body).toString()).toBe(text);
});

it('gives the key of an unsaved credential to the school only', async () => {
  const asked: { headers: Record<string, string>; followRedirect: boolean; simple: boolean }[] = [];
  const context = {
    helpers: {
      request: (options: (typeof asked)[number]) => {
        asked.push(options);
        return Promise.resolve({ statusCode: 200, headers: {}, body: Readable.from([]) });
      },
    },
  };
  const send = credentialTestTransport(context as never, { baseUrl: SCHOOL, apiKey: KEY });
  await send(request());
  await send(request({ url: 'https://elsewhere.example.com/' }));
  expect(asked.map(({ headers }) => headers['x-api-key'])).toEqual([KEY, undefined]);
  expect(asked.every(({ followRedirect, simple }) => !followRedirect && !simple)).toBe(true);
});
