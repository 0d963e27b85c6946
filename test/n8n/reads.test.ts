/** Get and Get Many in n8n's engine: how many come, how much of each, and what a list finds. */
import { located, setUp, type Setup } from './engine/setup.ts';

let n8n: Setup;
let foundations: string;

beforeAll(async () => {
  n8n = await setUp();
}, 60_000);
beforeEach(() => {
  n8n.sandbox.reset();
  foundations = n8n.productCalled('AI Foundations');
});
afterAll(() => n8n.stop());

const run = (resource: string, operation: string, more: Record<string, unknown> = {}) =>
  n8n.engine.execute({ credentials: n8n.credentials(), parameters: { resource, operation, ...more } });
async function read(resource: string, operation: string, more: Record<string, unknown> = {}) {
  const { outputs, error } = await run(resource, operation, more);
  expect(error).toBeUndefined();
  expect(outputs[0]?.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
  return outputs[0]?.map(({ json }) => json) ?? [];
}
const products = (more: Record<string, unknown> = {}) => read('product', 'getAll', more);
const emails = (rows: Record<string, unknown>[]) => rows.map((row) => row['email']);

describe('Get Many', () => {
  beforeEach(() => {
    for (let number = 1; number <= 250; number++) n8n.sandbox.school.createProduct(`Course ${number}`, 'course');
  });

  it('gives 50 unless told otherwise, as many as asked for, or all', async () => {
    expect(await products()).toHaveLength(50);
    expect(await products({ limit: 3 })).toHaveLength(3);
    expect(await products({ limit: 201 })).toHaveLength(201);
    expect(await products({ returnAll: true })).toHaveLength(253);
  });

  it('asks for no more pages than it needs', async () => {
    await products({ limit: 3 });
    expect(n8n.sandbox.requests).toHaveLength(1);
  });

  it.each([
    ['0', 0],
    ['-1', -1],
    ['1.5', 1.5],
    ['NaN', 'many'],
    ['100001', 100_001],
  ])('refuses a limit of %s', async (_shown, limit) => {
    const { error } = await run('product', 'getAll', { limit: `={{ ${JSON.stringify(limit)} }}` });
    expect(error).toMatchObject({
      name: 'NodeOperationError',
      message: expect.stringMatching(/^"Limit" must be a whole number from 1 to 100,000/),
      description: expect.stringContaining('Return All'),
      itemIndex: 0,
    });
    expect(n8n.sandbox.requests).toHaveLength(0);
  });

  it('narrows down by type, state, words and tags', async () => {
    const titles = async (filters: Record<string, unknown>) =>
      (await products({ returnAll: true, filters })).map((one) => one['title']);
    expect(await titles({ type: 'download' })).toEqual(['Prompt Workbook']);
    expect(await titles({ published: 'yes' })).toEqual(['AI Foundations', 'Prompt Workbook']);
    expect(await titles({ search: 'foundations' })).toEqual(['AI Foundations']);
    expect(await titles({ tags: 'beginners, other' })).toEqual(['AI Foundations']);
    expect(await titles({ search: 'Überraschung 日本' })).toEqual([]);
    expect(await titles({ type: 'blog' })).toEqual([]);
  });

  it('gives customers by name, address or state', async () => {
    const customers = async (filters: Record<string, unknown>) =>
      emails(await read('customer', 'getAll', { productId: located(foundations), returnAll: true, filters }));
    expect(await customers({})).toHaveLength(4);
    expect(await customers({ search: 'GRACE' })).toEqual(['grace@example.com']);
    expect(await customers({ status: 'expired' })).toEqual([]);
  });

  it('gives lessons in the order of the course, or those of one section', async () => {
    const titles = async (more: Record<string, unknown> = {}) =>
      (await read('lesson', 'getAll', { productId: located(foundations), ...more })).map((one) => one['title']);
    const all = await titles();
    expect(all).toHaveLength(7);
    expect([all[0], all[6]]).toEqual(['Welcome', 'Reading list']);
    const [, practice] = n8n.sandbox.school.product(foundations).sections;
    expect(await titles({ sectionId: located(practice?.sectionId ?? '') })).toEqual(all.slice(3, 6));
  });

  it('gives nothing for an empty list, which is no error', async () => {
    const empty = n8n.sandbox.school.createProduct('Empty', 'course').productId;
    expect(await read('lesson', 'getAll', { productId: located(empty) })).toEqual([]);
    expect(await read('paymentPlan', 'getAll', { productId: located(empty) })).toEqual([]);
  });

  it('says so where the product is not there', async () => {
    const { error } = await run('section', 'getAll', { productId: located('nothing', 'id') });
    expect(error).toMatchObject({ name: 'NodeApiError', description: expect.stringMatching(/^Check the ID/) });
  });
});

describe('Simplify', () => {
  const lesson = async (more: Record<string, unknown> = {}) => {
    const [first] = await read('lesson', 'getAll', { productId: located(foundations), limit: 1 });
    const lessonId = located(String(first?.['lessonId']), 'id');
    return (await read('lesson', 'get', { productId: located(foundations), lessonId, ...more }))[0];
  };

  it('gives the text of a lesson as Markdown, and no document', async () => {
    expect(await lesson()).toMatchObject({ title: 'Welcome', type: 'text', markdown: 'Welcome to the course!' });
    expect(await lesson()).not.toHaveProperty('content');
  });

  it('turned off, gives what the school answers', async () => {
    expect(await lesson({ simplify: false })).toMatchObject({
      content: { type: 'doc' },
      groupId: expect.any(String),
    });
    const [product] = await products({ limit: 1, simplify: false });
    expect(product).toHaveProperty('pageId');
    expect((await products({ limit: 1 }))[0]).not.toHaveProperty('pageId');
    const customers = { productId: located(foundations), limit: 1 };
    expect((await read('customer', 'getAll', { ...customers, simplify: false }))[0]).toHaveProperty('user.email');
    expect((await read('customer', 'getAll', customers))[0]).toHaveProperty('email');
  });
});

describe('a customer', () => {
  const progress = (customerId: unknown) =>
    read('customer', 'getProgress', { productId: located(foundations), customerId });
  const ada = () => n8n.sandbox.school.userByEmail.get('ada@example.com')?.userId ?? '';

  it('is named by ID, by the address of the page, or by e-mail', async () => {
    for (const named of [
      located(ada()),
      located(ada(), 'id'),
      located(`https://school.example.com/dashboard/users/${ada()}?tab=1`, 'url'),
      { __rl: true, mode: 'email', value: 'ADA@example.com' },
    ])
      expect(await progress(named)).toMatchObject([{ userId: ada(), completedCount: 5, percent: 71 }]);
  });

  it('who is none is an error that names the address', async () => {
    const { error } = await run('customer', 'getProgress', {
      productId: located(foundations),
      customerId: { __rl: true, mode: 'email', value: 'nobody@example.com' },
    });
    expect(error).toMatchObject({ message: 'The product has no customer with the address nobody@example.com.' });
  });

  it('is picked from a list that can be searched, page by page, and leads to the dashboard', async () => {
    for (let number = 100; number < 330; number++) {
      const { userId } = n8n.sandbox.school.addUser({ email: `c${number}@example.com` });
      n8n.sandbox.school.enrol(foundations, userId);
    }
    const list = async (more: object = {}) => {
      const { result } = await n8n.engine.list({
        credentials: n8n.credentials(),
        method: 'searchCustomers',
        parameters: { resource: 'customer', operation: 'getProgress', productId: located(foundations) },
        ...more,
      });
      return result as { results: { name: string; value: string; url: string }[]; paginationToken?: string };
    };
    const pages = [await list()];
    for (let token = pages[0]?.paginationToken; token; token = pages.at(-1)?.paginationToken)
      pages.push(await list({ paginationToken: token }));
    expect(pages.map((page) => page.results.length)).toEqual([100, 100, 34]);
    expect(new Set(pages.flatMap((page) => page.results.map((one) => one.value))).size).toBe(234);
    expect((await list({ filter: 'ada' })).results).toEqual([
      {
        name: 'Ada Marsh <ada@example.com>',
        value: ada(),
        url: `${n8n.sandbox.url}/dashboard/users/${ada()}`,
      },
    ]);
  });
});

it('the lists lead to pages that are read as what they are a page of', async () => {
  const parameters = { productId: located(foundations) };
  const [section] = n8n.sandbox.school.product(foundations).sections;
  const urls = async (method: string) => {
    const { result } = await n8n.engine.list({ credentials: n8n.credentials(), method, parameters });
    return (result as { results: { url: string; value: string }[] }).results[0];
  };
  const lesson = await urls('searchLessons');
  expect(lesson?.url).toBe(
    `${n8n.sandbox.url}/dashboard/product/${foundations}/content/section/${section?.sectionId}/lesson?id=${lesson?.value}`,
  );
  const byPage = { productId: located(lesson?.url ?? '', 'url'), lessonId: located(lesson?.url ?? '', 'url') };
  expect(await read('lesson', 'get', byPage)).toMatchObject([{ lessonId: lesson?.value, productId: foundations }]);
  expect((await urls('searchProducts'))?.url).toMatch(/\/dashboard\/product\/[\w-]+$/);
  expect((await urls('searchSections'))?.url).toMatch(/\/content\/section\/[\w-]+$/);
  const plan = await urls('searchPaymentPlans');
  const byUrl = await read('paymentPlan', 'get', { ...parameters, planId: located(plan?.url ?? '', 'url') });
  expect(byUrl).toMatchObject([{ planId: plan?.value }]);
});
