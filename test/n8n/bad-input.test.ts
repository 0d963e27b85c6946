/**
 * What goes wrong, as it is seen in n8n: in the credential form, in a node that fails, and in a list that cannot be
 * read. Each says what happened and what to do. The key is nowhere in it, nor in what n8n logs or keeps.
 */
import { holdsKey, KEY, located, setUp, type Setup } from './engine/setup.ts';
import { closedAddress, startSite, type Answer, type Site } from '../support/site.ts';

let n8n: Setup;
const sites: Site[] = [];

beforeAll(async () => {
  n8n = await setUp();
}, 60_000);
afterEach(async () => {
  n8n.sandbox.reset();
  await Promise.all(sites.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  // Whatever n8n logged on the way, at its most talkative.
  expect(n8n.engine.logged()).toContain('Running node "CourseLit" started');
  expect(holdsKey(n8n.engine.logged())).toBe(false);
  await n8n.stop();
});

async function site(answer: (path: string) => Answer): Promise<Site> {
  const started = await startSite(({ url }) => answer(url));
  sites.push(started);
  return started;
}

interface Seen {
  readonly what: string;
  readonly hint: string;
}

/** What may pass does not keep a workflow from being activated: the trigger says so at its second poll. */
async function pollUntilItSays(credentials: Record<string, string>) {
  const order = { credentials, parameters: { events: ['customer.enrolled'] } };
  const first = await n8n.engine.poll(order);
  return first.error ? first : n8n.engine.poll({ ...order, kept: first.kept });
}

/** Tries the credential in its form, in the action node, in a list and in the trigger: all must say the same. */
async function everywhere(other: Readonly<Record<string, string>>): Promise<Seen> {
  const credentials = n8n.credentials(other);
  const [form, action, list, trigger] = await Promise.all([
    n8n.engine.testCredential({ credentials }),
    n8n.engine.execute({
      credentials,
      parameters: { resource: 'product', operation: 'create', title: 'A', type: 'course' },
    }),
    n8n.engine.list({ credentials, method: 'searchProducts' }),
    pollUntilItSays(credentials),
  ]);
  expect([form, action, list, trigger].some(holdsKey)).toBe(false);
  expect(form.status).toBe('Error');
  expect(action.status).toBe('error');
  expect(trigger.kept).not.toHaveProperty('courselit.snapshot');
  const [what, hint] = [list.error?.message ?? '', list.error?.description ?? ''];
  expect(trigger.error).toMatchObject({ message: what, description: hint });
  // What creates something adds that it may have been done, where the answer does not tell.
  const doubt = ' It may have been carried out all the same: look before you try again.';
  expect(action.error?.message.replace(doubt, '')).toBe(what);
  expect(action.error?.description).toBe(hint);
  expect(form.message).toBe(`${what} ${hint}`);
  return { what, hint };
}

describe('the key', () => {
  const wayOut = /^Check the API key: .*Settings > Miscellaneous > API Keys\.$/;

  it.each([
    ['missing', '', 'The API key is missing.'],
    ['blank', '  ', 'The API key is missing.'],
    [
      'broken over two lines',
      'sk-wrong\n0123',
      'The API key holds a space, a line break or a character that no key has.',
    ],
  ])('%s', async (_case, apiKey, what) => {
    expect(await everywhere({ apiKey })).toEqual({ what, hint: expect.stringMatching(wayOut) });
    expect(n8n.sandbox.requests).toHaveLength(0);
  });

  it('wrong', async () => {
    expect(await everywhere({ apiKey: 'sk-of-another-school' })).toEqual({
      what: `The school at ${new URL(n8n.sandbox.url).host} does not accept the API key.`,
      hint: expect.stringMatching(wayOut),
    });
  });

  it('that does not get through, which a school answers with 400', async () => {
    const { url } = await site(() => ({
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: '{"error":{"code":"bad_request","message":"Bad request"}}',
    }));
    const { status, message } = await n8n.engine.testCredential({ credentials: n8n.credentials({ baseUrl: url }) });
    expect({ status, message }).toEqual({
      status: 'Error',
      message: expect.stringMatching(/does not accept the API key\. Check the API key: .*Settings/),
    });
  });

  it('with spaces around it, as a copied one often has, is taken', async () => {
    const credentials = n8n.credentials({ apiKey: ` ${KEY}\n`, baseUrl: ` ${n8n.sandbox.url}/ ` });
    expect(await n8n.engine.testCredential({ credentials })).toMatchObject({ status: 'OK' });
    const { result } = await n8n.engine.list({ credentials, method: 'searchProducts' });
    expect(result).toMatchObject({ results: expect.any(Array) });
  });

  it('that a school sends back is hidden', async () => {
    const { url } = await site((path) => ({
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: { message: `What is ${KEY} to ${path}?` } }),
    }));
    expect((await everywhereButTheTexts({ baseUrl: url })).what).toBe(
      'The school says: What is [hidden] to /api/products?page=1&limit=1?',
    );
  });

  async function everywhereButTheTexts(other: Readonly<Record<string, string>>): Promise<{ what: string }> {
    const credentials = n8n.credentials(other);
    const { message } = await n8n.engine.testCredential({ credentials });
    const action = await n8n.engine.execute({
      credentials,
      parameters: { resource: 'product', operation: 'create', title: 'A' },
    });
    expect([message, action].some(holdsKey)).toBe(false);
    return { what: message.replace(/ Check the values.*/, '') };
  }

  it('that is refused half-way stays out of the execution', async () => {
    n8n.sandbox.faults.add({ fault: { kind: 'status', status: 401, body: '{"error":"Unauthorized"}' } });
    const { what } = await everywhere({});
    expect(what).toMatch(/does not accept the API key/);
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
  ])('"%s" is refused before any call', async (baseUrl, what, hint) => {
    expect(await everywhere({ baseUrl })).toEqual({ what, hint: expect.stringMatching(hint) });
  });

  it.each([
    ['a page that is not there', 404, /^There is no CourseLit school at 127\.0\.0\.1:\d+\.$/],
    ['a page that is', 200, /^127\.0\.0\.1:\d+ answered with a web page \("Cakes"\) instead of data\.$/],
  ])('of another site: %s', async (_case, status, what) => {
    const { url } = await site(() => ({ status, body: '<!DOCTYPE html><title>Cakes</title>' }));
    expect(await everywhere({ baseUrl: url })).toEqual({
      what: expect.stringMatching(what),
      hint: expect.stringMatching(/^Check the base URL/),
    });
  });

  it.each([301, 302, 303, 307, 308])('that redirects with %d: nothing follows', async (status) => {
    const target = await site(() => ({ headers: { 'content-type': 'application/json' }, body: '{"data":[]}' }));
    const source = await site((path) => ({ status, headers: { location: target.url + path } }));
    expect(await everywhere({ baseUrl: source.url })).toEqual({
      what: `The school at ${new URL(source.url).host} redirects to ${target.url}. The API key was not sent there.`,
      hint: `If ${target.url} is your school, use it as the base URL.`,
    });
    expect(target.received).toEqual([]);
  });

  it('where nobody answers', async () => {
    const baseUrl = await closedAddress();
    expect(await everywhere({ baseUrl })).toEqual({
      what: `${new URL(baseUrl).host} refuses connections.`,
      hint: 'Check the base URL, and that the school is online and can be reached from here.',
    });
  });
});

describe('a school in trouble', () => {
  it('answers with the web page of its proxy', async () => {
    n8n.sandbox.faults.add({ fault: { kind: 'status', status: 502, body: 'html' } });
    expect(await everywhere({})).toEqual({
      what: `The school at ${new URL(n8n.sandbox.url).host} could not answer (502, with a web page instead of data).`,
      hint: 'The school has a problem at the moment. Try again in a few minutes.',
    });
    // Each of the four tries again for a while.
  }, 90_000);

  it('forbids it', async () => {
    n8n.sandbox.faults.add({ fault: { kind: 'status', status: 403, body: '{"error":"Forbidden"}' } });
    expect((await everywhere({})).hint).toMatch(/^The school does not allow this\. Check that the school has an owner/);
  });

  it('breaks off its answer', async () => {
    n8n.sandbox.faults.add({ fault: { kind: 'truncate', broken: true }, method: 'GET' });
    const { error } = await n8n.engine.list({ credentials: n8n.credentials(), method: 'searchProducts' });
    expect(error).toMatchObject({
      name: 'NodeApiError',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ (closed the connection|could not be reached)/),
    });
  }, 30_000);
});

describe('what a workflow gives', () => {
  const invite = (fields: Record<string, unknown>) =>
    n8n.engine.execute({
      credentials: n8n.credentials(),
      parameters: { resource: 'customer', operation: 'invite', email: 'ann@example.com', ...fields },
    });

  it('an unpublished product', async () => {
    const { status, error, everything } = await invite({ productId: located(n8n.productCalled('Advanced Prompting')) });
    expect({ status, error }).toMatchObject({
      status: 'error',
      error: {
        name: 'NodeApiError',
        message: expect.stringMatching(/unpublished product/i),
        description: expect.stringMatching(/^Publish the product first/),
        itemIndex: 0,
      },
    });
    expect(holdsKey(everything)).toBe(false);
  });

  it('an unknown product', async () => {
    const { error, everything } = await invite({ productId: located('nothing', 'id') });
    expect(error).toMatchObject({
      name: 'NodeApiError',
      message: expect.stringMatching(/not found/i),
      description: expect.stringMatching(/^Check the ID/),
      itemIndex: 0,
    });
    expect(holdsKey(everything)).toBe(false);
    const { error: polled } = await n8n.engine.poll({
      credentials: n8n.credentials(),
      parameters: { events: ['customer.enrolled'], watchProduct: 'one', productId: located('nothing', 'id') },
    });
    expect(polled).toMatchObject({ name: 'NodeApiError', description: expect.stringMatching(/^Check the ID/) });
  });

  it('no product', async () => {
    // n8n itself sees a field that was left empty, but not an expression that gives nothing.
    await expect(invite({ productId: located('') })).rejects.toThrow('Parameter "Product" is required.');
    const { error } = await invite({ productId: located('={{ $json.nothing }}', 'id') });
    expect(error).toMatchObject({
      name: 'NodeOperationError',
      message: '"Product" is missing.',
      description: expect.stringMatching(/^Fill in "Product"/),
    });
  });

  it('an address that is no e-mail address is refused before any call', async () => {
    const { error } = await invite({
      productId: located(n8n.productCalled('AI Foundations')),
      email: 'ann at example',
    });
    expect(error).toMatchObject({
      name: 'NodeOperationError',
      message: '"Email" is not an e-mail address: "ann at example".',
      description: 'Give one address like ann@example.com.',
      itemIndex: 0,
    });
    expect(n8n.sandbox.requests).toHaveLength(0);
  });

  it('the address of a page that is no product', async () => {
    const page = 'https://school.example.com/blog';
    await expect(invite({ productId: located(page, 'url') })).rejects.toThrow("Not the address of a product's page");
    const { error } = await invite({ productId: located(`={{ "${page}" }}`, 'url') });
    expect(error).toMatchObject({
      message: `"Product": no product ID can be read from ${page}.`,
      description: expect.stringMatching(/^Give the ID, or the address/),
    });
  });
});
