/** What the app answers when all is well, run through Zapier's handler with its checks of results. */
import { actions, searches } from '../packages/core/src/index.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import App from '../packages/zapier-app/src/index.ts';
import { operationKey } from '../packages/zapier-app/src/translate/keys.ts';
import { mismatches, promisedBy } from '../packages/zapier-app/test/checks/index.ts';
import { AUTH_TEST, create, run, trigger } from '../packages/zapier-app/test/run.ts';
import { startFileSite, type FileSite } from './support/fileSite.ts';
import { FILE, FILE_HASH, OPERATION_INPUTS } from './support/operationInputs.ts';

const KEY = 'sk-results-0123456789abcdef';

let sandbox: Sandbox;
let files: FileSite;
beforeAll(async () => {
  [sandbox, files] = await Promise.all([startSandbox({ seed: 'demo', key: KEY }), startFileSite()]);
});
afterEach(() => sandbox.reset());
afterAll(() => Promise.all([sandbox.stop(), files.stop()]));

/** An input as a Zap has it: of a file, it has the address. */
function inputOf(catalogueKey: string): Record<string, unknown> {
  const input = OPERATION_INPUTS[catalogueKey]?.(sandbox) ?? {};
  return 'file' in input ? { ...input, file: files.url } : input;
}

type Result = Record<string, unknown>;

async function results<Kind>(method: string, inputData: object = {}, meta: object = {}): Promise<Kind> {
  const authData = { baseUrl: sandbox.url, apiKey: KEY };
  const done = await run(method, { authData, inputData: { ...inputData }, meta: { ...meta } });
  expect(done.failure).toBeUndefined();
  return done.results as Kind;
}

interface Enrolled extends Result {
  readonly id: string;
  readonly occurredAt: string;
  readonly customer: { readonly userId: string; readonly email: string };
}
const poll = (inputData: object = {}, meta: object = {}) =>
  results<Enrolled[]>(trigger('new_customer'), inputData, meta);
const productId = (title = 'AI Foundations') =>
  [...sandbox.school.products.values()].find((one) => one.title === title)?.productId ?? '';

describe('New Customer', () => {
  it('answers all enrolments on every poll, each with the same id', async () => {
    const first = await poll();
    expect(first).toHaveLength(5);
    expect(new Set(first.map((event) => event.id)).size).toBe(5);
    for (const { id, customer } of first) expect(id).toMatch(new RegExp(`^enrolled:[\\w-]+:${customer.userId}$`));
    expect((await poll()).map((event) => event.id)).toEqual(first.map((event) => event.id));
  });

  it('answers one more after somebody enrolled, as the first', async () => {
    const before = await poll({ productId: productId() });
    await results(create('invite_customer'), { productId: productId(), email: 'late@example.com' });
    const after = await poll({ productId: productId() });
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ customer: { email: 'late@example.com' }, product: { title: 'AI Foundations' } });
  });

  it('is in order of time, newest first', async () => {
    const times = (await poll()).map((event) => event.occurredAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('gives the editor three', async () => {
    expect(await poll({}, { isLoadingSample: true })).toHaveLength(3);
  });

  it('watches one product', async () => {
    const events = await poll({ productId: productId('Prompt Workbook') });
    expect(events.map((event) => event.customer.email)).toEqual(['ada@example.com']);
  });
});

describe('dropdowns', () => {
  it('give a page at a time, until there is nothing more', async () => {
    for (let number = 1; number <= 150; number++) sandbox.school.createProduct(`Course ${number}`, 'course');
    const page = (number: number) => results<Result[]>(trigger('product_list'), {}, { page: number });
    const pages = [await page(0), await page(1), await page(2)];
    expect(pages.map((one) => one.length)).toEqual([100, 53, 0]);
    expect(new Set(pages.flat().map((one) => one['id'])).size).toBe(153);
  });

  it('give the sections of a product that is named by its ID or its address, and none without one', async () => {
    const sections = (inputData: object) => results<Result[]>(trigger('section_list'), inputData);
    const byId = await sections({ productId: productId() });
    expect(byId.map((one) => one['name'])).toContain('Prompting in practice');
    expect(await sections({ productId: `${sandbox.url}/dashboard/product/${productId()}` })).toEqual(byId);
    expect(await sections({ productId: '' })).toEqual([]);
    expect(await sections({})).toEqual([]);
  });
});

describe('what an operation gives', () => {
  it.each(actions.map((action) => [operationKey(action), action.key] as const))(
    '%s: what its sample has, by the types of its fields',
    async (key, catalogueKey) => {
      const result = await results<Result>(create(key), inputOf(catalogueKey));
      expect(mismatches(result, promisedBy(App.creates[key]))).toEqual([]);
    },
  );

  it.each(searches.map((search) => [operationKey(search), search.key] as const))(
    '%s: a list of things with what its sample has, by the types of its fields',
    async (key, catalogueKey) => {
      const method = `searches.${key}.operation.perform`;
      const found = await results<Result[]>(method, inputOf(catalogueKey));
      expect(found).toHaveLength(1);
      expect(mismatches(found[0], promisedBy(App.searches[key]))).toEqual([]);
    },
  );
});

describe('an update', () => {
  const update = (inputData: object) =>
    run(create('update_product'), {
      authData: { baseUrl: sandbox.url, apiKey: KEY },
      inputData: { productId: productId(), ...inputData },
    });
  const full = { description: 'All about **AI**.', tags: ['ai', 'new'] };
  const kept = async () => {
    const [found] = await results<Result[]>('searches.find_product.operation.perform', { query: productId() });
    return found;
  };

  it('clears what it is told to clear', async () => {
    const { mediaId } = await results<Result>(create('upload_media'), inputOf('media.upload'));
    await update({ ...full, featuredImage: mediaId });
    expect(await kept()).toMatchObject({
      tags: full.tags,
      featuredImage: { mediaId },
      description: expect.any(String),
    });
    expect((await update({ clear: ['description', 'tags', 'featuredImage'] })).failure).toBeUndefined();
    const { tags, featuredImage = null, description } = (await kept()) ?? {};
    expect([tags, featuredImage]).toEqual([[], null]);
    expect(description).not.toContain('All about');
  });

  it('leaves alone what arrives empty: a mapped cell may be', async () => {
    await update(full);
    expect(
      (await update({ slug: 'ai-basics', description: '', tags: [''], featuredImage: '' })).failure,
    ).toBeUndefined();
    expect(await kept()).toMatchObject({
      slug: 'ai-basics',
      tags: full.tags,
      description: expect.stringContaining('AI'),
    });
  });

  it('does not do both', async () => {
    expect((await update({ tags: ['ai'], clear: ['tags'] })).failure).toMatchObject({
      code: 'validation',
      message: expect.stringMatching(/^"Tags" is filled in, and to be cleared\. Leave the field empty/),
    });
  });
});

describe('what is not found is created', () => {
  const search = (key: string, input: object) => results<Result[]>(`searches.${key}.operation.perform`, input);

  it.each([
    ['find_customer', 'invite_customer', { email: 'nobody.yet@example.com' }, { email: 'nobody.yet@example.com' }],
    ['find_product', 'create_product', { query: 'Not There Yet' }, { title: 'Not There Yet' }],
    ['find_section', 'create_section', { query: 'Not There Yet' }, { name: 'Not There Yet' }],
    ['find_lesson', 'create_lesson', { query: 'Not There Yet' }, { title: 'Not There Yet', content: 'Text.' }],
  ])('%s answers an empty list, and finds what %s then makes', async (key, action, sought, made) => {
    expect(App.searchOrCreates?.[key]).toMatchObject({ search: key, create: action });
    const within = key === 'find_product' ? {} : { productId: productId() };
    expect(await search(key, { ...within, ...sought })).toEqual([]);
    await results(create(action), { ...within, ...made });
    expect(await search(key, { ...within, ...sought })).toHaveLength(1);
  });
});

describe('a file', () => {
  it('goes from its address to the media service, byte for byte, under its name and type', async () => {
    const media = await results<Result>(create('upload_media'), inputOf('media.upload'));
    expect(media).toMatchObject({ mimeType: 'video/mp4', size: FILE.bytes.byteLength, access: 'public' });
    expect(media['originalFileName']).toBe(FILE.fileName);
    expect(sandbox.media.files.get(String(media['mediaId']))?.sha256).toBe(FILE_HASH);
  });

  it('makes the lesson that shows it', async () => {
    const lesson = await results<Result>(create('create_media_lesson'), inputOf('lesson.createFromFile'));
    expect(lesson).toMatchObject({ type: 'video', title: 'Watch', downloadable: true });
    expect(sandbox.media.files.get(String(lesson['mediaId']))?.sha256).toBe(FILE_HASH);
  });

  it('that was uploaded before is not fetched again', async () => {
    const { mediaId } = await results<Result>(create('upload_media'), inputOf('media.upload'));
    const before = files.asked.length;
    const input = { ...inputOf('lesson.createFromFile'), media: mediaId, type: 'video' };
    expect(await results<Result>(create('create_media_lesson'), input)).toMatchObject({ mediaId, type: 'video' });
    expect(files.asked).toHaveLength(before);
  });

  it('is fetched without the key, which the media service does not see either', async () => {
    await results<Result>(create('upload_media'), inputOf('media.upload'));
    expect(JSON.stringify(files.asked)).not.toContain(KEY);
    expect(sandbox.media.apiKeySeen).toBe(false);
  });
});

describe('a call', () => {
  const authData = { baseUrl: '', apiKey: KEY };
  beforeEach(() => {
    authData.baseUrl = sandbox.url;
  });

  it('says who calls, and carries the key in its own header only', async () => {
    await run(AUTH_TEST, { authData });
    const [request] = sandbox.requests;
    expect(request?.headers['user-agent']).toMatch(/^courselit-connector\/\d+\.\d+\.\d+ \(Zapier\)$/);
    expect(request?.headers['x-api-key']).toBe(KEY);
    expect(request?.path).not.toContain(KEY);
  });

  it('is logged once by Zapier, without the key', async () => {
    const { log } = await run(AUTH_TEST, { authData });
    expect(log.match(/200 GET http[^"]*\/api\/products/g)).toHaveLength(1);
    expect(log).toContain('x-api-key');
    expect(log).not.toContain(KEY);
  });

  it('that creates a user names the domain of the connection, or else that of the base URL', async () => {
    const inputData = { email: 'ann@example.com' };
    await run(create('create_user'), { authData: { ...authData, domain: 'learn.example' }, inputData });
    expect(sandbox.requests.at(-1)?.headers['domain']).toBe('learn.example');
    await run(create('create_user'), { authData: { ...authData, domain: '' }, inputData });
    expect(sandbox.requests.at(-1)?.headers['domain']).toBe('127.0.0.1');
  });
});
