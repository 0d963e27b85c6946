/**
 * What goes wrong, as Zapier sees it: the class that decides what happens to the Zap, and a message that says what
 * happened and what to do. None of it, and nothing that Zapier logs, ever holds the key.
 */
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import { AUTH_TEST, create, run, trigger, type Run, type RunBundle } from '../packages/zapier-app/test/run.ts';
import { closedAddress, startSite, type Answer, type Site } from './support/site.ts';

const KEY = 'sk-bad-input-0123456789abcdef';
const ENCODED = Buffer.from(KEY).toString('base64');

let sandbox: Sandbox;
const servers: Site[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo', key: KEY });
});
afterEach(async () => {
  sandbox.reset();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(() => sandbox.stop());

async function site(answer: (url: string) => Answer): Promise<Site> {
  const server = await startSite(({ url }) => answer(url));
  servers.push(server);
  return server;
}

/** Runs it, and sees to it that the key is nowhere. */
async function attempt(method: string, { authData, ...bundle }: Partial<RunBundle> = {}): Promise<Run> {
  const done = await run(method, { authData: { baseUrl: sandbox.url, apiKey: KEY, ...authData }, ...bundle });
  const seen = JSON.stringify(done);
  expect(seen).not.toContain(KEY);
  expect(seen).not.toContain(ENCODED);
  return done;
}

const failureOf = async (method: string, bundle?: Partial<RunBundle>) => (await attempt(method, bundle)).failure;
const connect = (authData: Readonly<Record<string, string>>) => failureOf(AUTH_TEST, { authData });
const invite = (inputData: Readonly<Record<string, unknown>>) =>
  failureOf(create('invite_customer'), { inputData: { email: 'ann@example.com', ...inputData } });
const productCalled = (title: string) =>
  [...sandbox.school.products.values()].find((one) => one.title === title)?.productId ?? '';

describe('the key', () => {
  it.each([
    ['missing', ''],
    ['blank', '   '],
    ['wrong', 'sk-wrong-0123456789'],
    ['broken over two lines', 'sk-wrong\n0123456789'],
  ])('%s: the connection has expired', async (_what, apiKey) => {
    expect(await connect({ apiKey })).toEqual({
      name: 'ExpiredAuthError',
      message: expect.stringMatching(/API key.*Check the API key: .*Settings > Miscellaneous > API Keys/),
    });
  });

  it('that does not get through, which the school answers with 400', async () => {
    const { url } = await site(() => ({
      status: 400,
      body: { error: { code: 'bad_request', message: 'Bad request' } },
    }));
    expect(await connect({ baseUrl: url })).toMatchObject({ name: 'ExpiredAuthError' });
  });

  it('may have spaces around it, as a copied one often has', async () => {
    expect((await attempt(AUTH_TEST, { authData: { apiKey: ` ${KEY}\n` } })).results).toHaveProperty('label');
  });

  it('of no school, in the middle of a Zap', async () => {
    expect(await failureOf(trigger('new_customer'), { authData: { apiKey: 'sk-old-0123456789' } })).toMatchObject({
      name: 'ExpiredAuthError',
    });
  });

  it('is hidden where a school sends it back', async () => {
    const { url } = await site(() => ({ status: 400, body: { error: { message: `Who is ${KEY} (${ENCODED})?` } } }));
    expect(await connect({ baseUrl: url })).toMatchObject({
      name: 'AppError',
      message: expect.stringContaining('Who is [hidden] ([hidden])?'),
    });
  });
});

describe('the base URL', () => {
  it.each([
    ['', /base URL is missing\. Give the school's own address/],
    ['http://school.example.com', /uses http.*unencrypted\. Use https:\/\/school\.example\.com instead/],
    ['ftp://school.example.com', /starts with ftp:/],
    ['https://ann:secret@school.example.com', /holds a user name or password\. Leave them out/],
    ['not an address', /is not a web address\. Give the school's own address/],
  ])('%s is refused before any call', async (baseUrl, message) => {
    expect(await connect({ baseUrl })).toEqual({
      name: 'AppError',
      message: expect.stringMatching(message),
      code: 'validation',
    });
  });

  it.each([
    ['a page that is not there', 404, /no CourseLit school at 127\.0\.0\.1:\d+\. Check the base URL/],
    ['a page that is', 200, /answered with a web page \("Cakes"\) instead of data\. Check the base URL/],
  ])('of another site: %s', async (_what, status, message) => {
    const { url } = await site(() => ({ status, body: '<!DOCTYPE html><title>Cakes</title>' }));
    expect(await connect({ baseUrl: url })).toEqual({
      name: 'AppError',
      message: expect.stringMatching(message),
      code: 'not_a_school',
      status,
    });
  });

  it.each([301, 302, 303, 307, 308])('that redirects with %d: the key does not go along', async (status) => {
    const target = await site(() => ({ status: 200, body: { data: [] } }));
    const source = await site((url) => ({ status, headers: { location: target.url + url } }));
    expect(await connect({ baseUrl: source.url })).toEqual({
      name: 'AppError',
      message: `The school at ${new URL(source.url).host} redirects to ${target.url}. The API key was not sent there. If ${target.url} is your school, use it as the base URL.`,
      code: 'redirected',
      status,
    });
    expect(source.received).toHaveLength(1);
    expect(target.received).toHaveLength(0);
  });

  it('where nobody answers', async () => {
    expect(await connect({ baseUrl: await closedAddress() })).toEqual({
      name: 'AppError',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ refuses connections\. Check the base URL/),
      code: 'network',
    });
  });

  it('with slashes at its end works all the same', async () => {
    const { results } = await attempt(AUTH_TEST, { authData: { baseUrl: ` ${sandbox.url}// ` } });
    expect(results).toEqual({ label: new URL(sandbox.url).host });
  });
});

describe('what is filled in', () => {
  it('an unpublished product halts the run, and leaves the Zap on', async () => {
    expect(await invite({ productId: productCalled('Advanced Prompting') })).toEqual({
      name: 'HaltedError',
      message: expect.stringMatching(/unpublished product.* Publish the product first/),
    });
  });

  it('a title that is taken halts the run', async () => {
    const inputData = { title: 'AI Foundations' };
    expect(await failureOf(create('create_product'), { inputData })).toEqual({
      name: 'HaltedError',
      message: expect.stringMatching(/already in use.* Choose another title/),
    });
  });

  it('a user who exists halts the run, if that is to be an error', async () => {
    const inputData = { email: 'ada@example.com', ifExists: 'error' };
    expect(await failureOf(create('create_user'), { inputData })).toMatchObject({
      name: 'HaltedError',
      message: expect.stringContaining('Carry On'),
    });
  });

  it('an unknown product', async () => {
    expect(await invite({ productId: 'nothing' })).toEqual({
      name: 'AppError',
      message: expect.stringMatching(/not found.* Check the ID/),
      code: 'not_found',
      status: 422,
    });
    expect(await failureOf(trigger('new_customer'), { inputData: { productId: 'nothing' } })).toMatchObject({
      name: 'AppError',
      code: 'not_found',
    });
  });

  it('an invalid e-mail address is refused before any call', async () => {
    expect(await invite({ productId: productCalled('AI Foundations'), email: 'ann at example' })).toEqual({
      name: 'AppError',
      message: '"Email" is not an e-mail address: "ann at example". Give one address like ann@example.com.',
      code: 'validation',
    });
    expect(sandbox.requests).toHaveLength(0);
  });

  it('an emptied field counts as not filled in', async () => {
    expect(await invite({ productId: '' })).toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(/^"Product" is missing\. Fill in "Product"\./),
    });
    const productId = productCalled('AI Foundations');
    expect(await invite({ productId, tags: [''], moreProductIds: [] })).toBeUndefined();
  });

  it('a field that an earlier version had is left out', async () => {
    expect(await invite({ productId: productCalled('AI Foundations'), coupon: 'XMAS' })).toBeUndefined();
  });

  it('a lesson may hold what Zapier takes for a variable', async () => {
    const inputData = {
      productId: productCalled('AI Foundations'),
      title: 'Variables',
      content: 'Write `{{bundle.authData.apiKey}}` or {{process.env.PATH}}.',
    };
    expect(await failureOf(create('create_lesson'), { inputData })).toBeUndefined();
    const [lesson] = [...sandbox.school.lessons.values()].filter((one) => one.title === 'Variables');
    expect(JSON.stringify(lesson)).toContain('{{bundle.authData.apiKey}}');
  });
});

describe('a school in trouble', () => {
  const seconds = /Try again in 17 seconds/;

  it('answers 5xx with a page', async () => {
    sandbox.faults.add({ fault: { kind: 'status', status: 502, body: 'html' } });
    expect(await connect({})).toEqual({
      name: 'AppError',
      message: expect.stringMatching(/could not answer \(502, with a web page.*\)\. .*Try again in a few minutes/),
      code: 'unavailable',
      status: 502,
    });
    // It is tried again for a while.
  }, 30_000);

  it('limits requests: Zapier waits as long as it is told, in seconds or by a date', async () => {
    sandbox.faults.add({ fault: { kind: 'status', status: 429, retryAfter: 17 }, times: 1 });
    expect(await connect({})).toEqual({ name: 'ThrottledError', message: expect.stringMatching(seconds), delay: 17 });

    sandbox.faults.add({ fault: { kind: 'status', status: 429, retryAfter: new Date(Date.now() + 90_000) }, times: 1 });
    const { name, delay } = (await connect({})) ?? {};
    expect(name).toBe('ThrottledError');
    expect(delay).toBeGreaterThan(85);
    expect(delay).toBeLessThanOrEqual(90);

    sandbox.faults.add({ fault: { kind: 'status', status: 429 } });
    expect(await connect({})).toEqual({ name: 'ThrottledError', message: expect.stringContaining('Try again later') });
  }, 20_000);

  it('closes the connection, before or in the middle of an answer', async () => {
    sandbox.faults.add({ fault: { kind: 'reset', when: 'before' } });
    const closed = {
      name: 'AppError',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ closed the connection\. Check the base URL/),
      code: 'network',
    };
    expect(await connect({})).toEqual(closed);
    const server = await site(() => ({ status: 200, body: '{"data": [', broken: true }));
    expect(await connect({ baseUrl: server.url })).toEqual(closed);
  }, 30_000);

  it('half a roster is an error, never a short list', async () => {
    sandbox.faults.add({ fault: { kind: 'status', status: 500 }, path: '/customers', skip: 2 });
    const meta = { isPopulatingDedupe: true };
    expect(await failureOf(trigger('new_customer'), { meta })).toMatchObject({ name: 'AppError', code: 'unavailable' });
  });
});
