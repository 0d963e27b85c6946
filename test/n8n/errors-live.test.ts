/**
 * What goes wrong, in a real n8n: the message and the description as n8n keeps them with the execution and shows them
 * in the node. Each names the thing, says what to do, and holds no key.
 */
import type { StoredError } from '../../packages/n8n-host/src/index.ts';
import type { Fault } from '../../packages/sandbox/src/index.ts';
import { closedAddress, startSite, type Answer, type Site } from '../support/site.ts';
import { holdsKey, KEY, located } from './engine/setup.ts';
import { startLive, type Live, type RunOptions } from './live/setup.ts';

jest.setTimeout(150_000);

let live: Live;
const sites: Site[] = [];
beforeAll(async () => {
  live = await startLive(6178);
});
beforeEach(() => live.sandbox.reset());
afterAll(() => Promise.all([live?.stop(), ...sites.map((one) => one.stop())]));

const productId = (title = 'AI Foundations') =>
  [...live.sandbox.school.products.values()].find((one) => one.title === title)?.productId ?? '';
const host = () => new URL(live.sandbox.url).host;

const getProducts = { resource: 'product', operation: 'getAll' };
const createProduct = { resource: 'product', operation: 'create', title: 'Something New', type: 'course' };
const invite = (fields: Record<string, unknown> = {}) => ({
  resource: 'customer',
  operation: 'invite',
  productId: located(productId()),
  email: 'ann@example.com',
  ...fields,
});
const createLesson = (content: string, contentFormat = 'markdown') => ({
  resource: 'lesson',
  operation: 'create',
  productId: located(productId()),
  sectionId: located(''),
  title: 'One',
  content,
  contentFormat,
});

/** Runs what must fail. Gives the error as n8n keeps it, once it is seen to be one that helps and holds no key. */
async function failureOf(parameters: Record<string, unknown>, options: RunOptions = {}): Promise<StoredError> {
  const { execution, error } = await live.run(expect.getState().currentTestName ?? '', parameters, options);
  expect(execution.status).toBe('error');
  expect(error?.name).toMatch(/^Node(Api|Operation)Error$/);
  expect(execution.data?.resultData?.error?.message).toBe(error?.message);
  expect(error?.message?.length).toBeLessThan(400);
  expect(error?.description).toMatch(/^[A-Z].*\.$/s);
  expect(error?.context?.itemIndex).toBe(0);
  expect(holdsKey(execution)).toBe(false);
  return error as StoredError;
}

async function schoolThatAnswers(answer: Answer): Promise<{ credential: Record<string, string>; at: string }> {
  const site = await startSite(() => answer);
  sites.push(site);
  return { credential: { baseUrl: site.url }, at: new URL(site.url).host };
}

describe('the key', () => {
  it.each([
    ['missing', '', 'The API key is missing.'],
    ['with a line break', 'sk-1\n23', 'The API key holds a space, a line break or a character that no key has.'],
  ])('%s: nothing is sent', async (_what, apiKey, message) => {
    expect(await failureOf(getProducts, { credential: { apiKey } })).toMatchObject({
      message,
      description: expect.stringMatching(/^Check the API key: .*Settings > Miscellaneous > API Keys\.$/),
    });
    expect(live.sandbox.requests).toHaveLength(0);
  });

  it('wrong', async () => {
    expect(await failureOf(getProducts, { credential: { apiKey: 'sk-of-another-school' } })).toMatchObject({
      name: 'NodeApiError',
      message: `The school at ${host()} does not accept the API key.`,
      description: expect.stringMatching(/^Check the API key: .*Settings > Miscellaneous > API Keys\.$/),
      httpCode: '401',
    });
  });

  it('that the school sends back is hidden', async () => {
    const { credential } = await schoolThatAnswers({ status: 400, body: { error: { message: `What is ${KEY}?` } } });
    expect(await failureOf(createProduct, { credential })).toMatchObject({
      message: 'The school says: What is [hidden]?',
    });
  });
});

describe('the base URL', () => {
  it.each([
    ['', 'The base URL is missing.', /^Give the school's own address/],
    [
      'http://school.example.com',
      'The base URL uses http, so the API key would cross the internet unencrypted.',
      /^Use https:\/\/school\.example\.com instead/,
    ],
    [
      'ftp://school.example.com',
      'The base URL starts with ftp://, which is not a web address.',
      /^Give the school's own address/,
    ],
  ])('"%s" is refused before any call', async (baseUrl, message, hint) => {
    expect(await failureOf(getProducts, { credential: { baseUrl } })).toMatchObject({
      message,
      description: expect.stringMatching(hint),
    });
  });

  it.each<[string, Answer, (at: string) => string]>([
    [
      'without such a page',
      { status: 404, body: '<h1>Not here</h1>' },
      (at) => `There is no CourseLit school at ${at}.`,
    ],
    [
      'with a page for everything',
      { body: '<!doctype html><title>Cakes</title>' },
      (at) => `${at} answered with a web page ("Cakes") instead of data.`,
    ],
    [
      'that is another API',
      { status: 404, body: { message: 'Cannot GET /api/products' } },
      (at) => `There is no CourseLit school at ${at}.`,
    ],
  ])('of a site %s', async (_what, answer, message) => {
    const { credential, at } = await schoolThatAnswers(answer);
    expect(await failureOf(getProducts, { credential })).toMatchObject({
      message: message(at),
      description: expect.stringMatching(/^Check the base URL/),
    });
  });

  it('that redirects: the key does not go along', async () => {
    const target = await startSite(() => ({ body: { data: [] } }));
    sites.push(target);
    const { credential, at } = await schoolThatAnswers({ status: 302, headers: { location: target.url } });
    expect(await failureOf(getProducts, { credential })).toMatchObject({
      message: `The school at ${at} redirects to ${target.url}. The API key was not sent there.`,
      description: `If ${target.url} is your school, use it as the base URL.`,
    });
    expect(target.received).toEqual([]);
  });

  it('where nobody answers', async () => {
    const baseUrl = await closedAddress();
    expect(await failureOf(getProducts, { credential: { baseUrl } })).toMatchObject({
      message: `${new URL(baseUrl).host} refuses connections.`,
      description: 'Check the base URL, and that the school is online and can be reached from here.',
    });
  });
});

describe('a school in trouble', () => {
  const broken = (fault: Fault, method?: string) => {
    live.sandbox.faults.add({ fault, ...(method && { method }) });
  };

  it('is limiting requests for longer than a run can wait', async () => {
    broken({ kind: 'status', status: 429, retryAfter: 3600 });
    expect(await failureOf(getProducts)).toMatchObject({
      message: `The school at ${host()} is limiting requests.`,
      description: 'Try again in 3600 seconds, or send fewer at a time.',
      httpCode: '429',
    });
  });

  it('fails', async () => {
    broken({ kind: 'status', status: 500 });
    expect(await failureOf(getProducts)).toMatchObject({
      message: `The school at ${host()} could not answer (500).`,
      description: 'The school has a problem at the moment. Try again in a few minutes.',
      httpCode: '500',
    });
  });

  it('answers with the web page of its proxy: what creates may have been done', async () => {
    broken({ kind: 'status', status: 502, body: 'html' }, 'POST');
    expect(await failureOf(createProduct)).toMatchObject({
      message: `The school at ${host()} could not answer (502, with a web page instead of data). It may have been carried out all the same: look before you try again.`,
      description: 'The school has a problem at the moment. Try again in a few minutes.',
    });
  });

  it('answers a web page where data should be', async () => {
    broken({ kind: 'html' });
    expect(await failureOf(createProduct)).toMatchObject({
      message: `${host()} answered with a web page ("Log in") instead of data.`,
      description: expect.stringMatching(/^Check the base URL/),
    });
  });

  it('forbids it', async () => {
    broken({ kind: 'status', status: 403, body: '{"error":"Forbidden"}' });
    expect(await failureOf(getProducts)).toMatchObject({
      message: `The school at ${host()} refused the request (403).`,
      description: expect.stringMatching(/^The school does not allow this\. Check that the school has an owner/),
      httpCode: '403',
    });
  });

  it('answers without an end', async () => {
    broken({ kind: 'huge', bytes: 40 * 2 ** 20 });
    expect(await failureOf(getProducts)).toMatchObject({
      message: `The answer of the school at ${host()} is too long (over 32 MiB).`,
      description: 'Ask for less at a time.',
    });
  });
});

describe('what a workflow gives', () => {
  it('an unpublished product', async () => {
    expect(await failureOf(invite({ productId: located(productId('Advanced Prompting')) }))).toMatchObject({
      name: 'NodeApiError',
      message: expect.stringMatching(/unpublished product/i),
      description: expect.stringMatching(/^Publish the product first/),
    });
  });

  it.each(['nothing', '../../user'])('an unknown product (%s)', async (value) => {
    expect(await failureOf(invite({ productId: located(value, 'id') }))).toMatchObject({
      message: `The school says: Item not found. It was asked for /api/products/${encodeURIComponent(value)}/customers/invitations.`,
      description: expect.stringMatching(/^Check the ID/),
    });
  });

  it('an expression that gives no product', async () => {
    expect(await failureOf(invite({ productId: located('={{ $json.nothing }}', 'id') }))).toMatchObject({
      name: 'NodeOperationError',
      message: '"Product" is missing.',
      description: expect.stringMatching(/^Fill in "Product"/),
    });
  });

  it('the address of a page that is no product', async () => {
    const page = 'https://school.example.com/blog';
    expect(await failureOf(invite({ productId: located(`={{ "${page}" }}`, 'url') }))).toMatchObject({
      message: `"Product": no product ID can be read from ${page}.`,
      description: expect.stringMatching(/^Give the ID, or the address/),
    });
  });

  it.each([
    ['no address', 'ann at example', '"Email" is not an e-mail address: "ann at example".'],
    ['two addresses', 'a@b@c.example', '"Email" is not an e-mail address: "a@b@c.example".'],
    ['an expression that gives nothing', '={{ $json.nothing }}', '"Email" is missing.'],
    ['an object', '={{ ({ a: 1 }) }}', '"Email" is not an e-mail address: "{"a":1}".'],
    ['a hundred thousand letters', `={{ "ü".repeat(100000) }}`, /^"Email" is not an e-mail address: "ü+/],
  ])('%s for an e-mail address: nothing is sent', async (_what, email, message) => {
    expect(await failureOf(invite({ email }))).toMatchObject({
      name: 'NodeOperationError',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(live.sandbox.requests).toHaveLength(0);
    expect(live.sandbox.outbox).toEqual([]);
  });

  it('a title that is taken', async () => {
    expect(await failureOf({ ...createProduct, title: 'AI Foundations' })).toMatchObject({
      message: expect.stringMatching(/already in use/),
      description: expect.stringMatching(/^A product with this title or URL exists already\./),
    });
  });

  it('a customer who is none', async () => {
    const customerId = { __rl: true, mode: 'email', value: 'nobody@example.com' };
    const parameters = { resource: 'customer', operation: 'getProgress', productId: located(productId()), customerId };
    expect(await failureOf(parameters)).toMatchObject({
      message: 'The product has no customer with the address nobody@example.com.',
      description: expect.stringMatching(/^Check the address and the product\./),
    });
  });

  it('a user who is there already', async () => {
    const parameters = { resource: 'user', operation: 'create', email: 'ADA@example.com', ifExists: 'error' };
    expect(await failureOf(parameters)).toMatchObject({
      message: 'The school has a user with the address ada@example.com already.',
    });
  });

  it('a section that has lessons', async () => {
    const [section] = live.sandbox.school.product(productId()).sections;
    const parameters = {
      resource: 'section',
      operation: 'delete',
      productId: located(productId()),
      sectionId: located(section?.sectionId ?? ''),
    };
    expect(await failureOf(parameters)).toMatchObject({
      message: 'The school says: This section has lessons. Delete them before proceeding.',
      description: 'Move its lessons to another section, or delete them, first.',
    });
    expect(live.sandbox.school.product(productId()).sections).toContainEqual(section);
  });

  it('a limit that is none', async () => {
    expect(await failureOf({ ...getProducts, limit: '={{ 0 }}' })).toMatchObject({
      message: expect.stringMatching(/^"Limit" must be a whole number from 1 to 100,000/),
      description: expect.stringContaining('Return All'),
    });
  });

  it('a text that is too long for the school', async () => {
    expect(await failureOf(createLesson('={{ "word ".repeat(300000) }}'))).toMatchObject({
      message: expect.stringMatching(
        /^The content has [\d,]+ bytes \(1\.43 MiB\) as a document; the school takes at most 1 MiB/,
      ),
    });
    expect(live.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('JSON that is no document', async () => {
    expect(await failureOf(createLesson('{"type":"doc","content":[{"type":"video"}]}', 'json'))).toMatchObject({
      message: 'The content is not a document that the editor takes: /content/0/type there is no node "video".',
    });
    expect(live.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('a field that holds no file', async () => {
    const { execution, error } = await live.run('No file', { resource: 'media', operation: 'upload', file: 'photo' });
    expect(execution.status).toBe('error');
    // These are n8n's own words, as people know them from other nodes.
    expect(error).toMatchObject({ message: expect.stringContaining("binary file 'photo'") });
    expect(live.sandbox.requests).toHaveLength(0);
  });

  it('a path outside the API', async () => {
    const path = 'https://elsewhere.example/api/x';
    expect(await failureOf({ resource: 'api', operation: 'request', method: 'GET', path })).toMatchObject({
      message: 'The path is the address of a server.',
      description: 'Give it like /api/products, without the address of the school.',
    });
    expect(live.sandbox.requests).toHaveLength(0);
  });

  it('letters of all the world, which are none of these', async () => {
    const title = 'Überraschung 日本 🎉 <b>"';
    const { execution, items } = await live.run('Letters', { ...createProduct, title });
    expect(execution.status).toBe('success');
    expect(items[0]?.json).toMatchObject({ title });
  });

  it('with "On Error: Continue": an item that says it all', async () => {
    const { execution, items } = await live.run('Continue', invite({ email: 'ann at example' }), {
      onError: 'continueRegularOutput',
    });
    expect(execution.status).toBe('success');
    expect(items).toMatchObject([
      {
        json: {
          error: '"Email" is not an e-mail address: "ann at example". Give one address like ann@example.com.',
        },
        pairedItem: { item: 0 },
      },
    ]);
  });
});

it('the key is nowhere in what n8n logged', () => {
  expect(live.log()).toContain('Editor is now accessible');
  expect(holdsKey(live.log())).toBe(false);
});
