/** The action node in n8n's engine: what comes out, item by item, and what happens to items that fail. */
import { operations } from '../../packages/n8n-nodes/nodes/shared/actionProperties.ts';
import { FILE_FIELD, nodeParameters } from '../support/nodeParameters.ts';
import { FILE, OPERATION_INPUTS } from '../support/operationInputs.ts';
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

const run = (parameters: Record<string, unknown>, more: Partial<Parameters<Setup['engine']['execute']>[0]> = {}) =>
  n8n.engine.execute({ credentials: n8n.credentials(), parameters, ...more });

it('invites a customer for each item, and says which item each result belongs to', async () => {
  const { status, outputs } = await run(
    {
      resource: 'customer',
      operation: 'invite',
      productId: located(foundations),
      email: '={{ $json.email }}',
      additionalFields: { tags: 'paid, autumn', moreProductIds: [n8n.productCalled('Prompt Workbook')] },
    },
    { items: [{ json: { email: ' Ann@Example.com ' } }, { json: { email: 'ben@example.com' } }] },
  );
  expect(status).toBe('success');
  expect(outputs).toEqual([
    [
      { json: expect.objectContaining({ email: 'ann@example.com', productId: foundations }), pairedItem: { item: 0 } },
      { json: expect.objectContaining({ email: 'ben@example.com' }), pairedItem: { item: 1 } },
    ],
  ]);
  expect(outputs[0]?.[0]?.json['enrolments']).toHaveLength(2);
  expect(n8n.sandbox.outbox.map((mail) => mail.to)).toEqual(
    expect.arrayContaining(['ann@example.com', 'ben@example.com']),
  );
});

it.each(operations().map((one) => [one.key, one] as const))('runs %s', async (key, action) => {
  const input = OPERATION_INPUTS[key]?.(n8n.sandbox) ?? {};
  const binary = { [FILE_FIELD]: { ...FILE, bytes: undefined, data: FILE.bytes.toString('base64') } };
  const { status, outputs, error } = await run(nodeParameters(action, input), { items: [{ json: {}, binary }] });
  expect([status, error?.message]).toEqual(['success', undefined]);
  const { json = {}, pairedItem } = outputs[0]?.[0] ?? {};
  expect(pairedItem).toEqual({ item: 0 });
  if ('deleted' in action.sample) expect(json).toEqual({ deleted: true });
  else expect(Object.keys(json)).toEqual(expect.arrayContaining(Object.keys(action.sample)));
});

it.each([
  ['from the list', (id: string) => located(id)],
  ['by its ID', (id: string) => located(id, 'id')],
  [
    'by its address',
    (id: string) => located(`https://school.example.com/dashboard/product/${id}?tab=customers`, 'url'),
  ],
  [
    'by its address where an ID is asked for',
    (id: string) => located(`https://school.example.com/course/ai/${id}`, 'id'),
  ],
  ['by an expression that gives the ID alone', (id: string) => `={{ "${id}" }}`],
])('takes a product %s', async (_how, product) => {
  const { outputs, error } = await run({
    resource: 'customer',
    operation: 'invite',
    productId: product(foundations),
    email: 'ann@example.com',
  });
  expect(error).toBeUndefined();
  expect(outputs[0]?.[0]?.json).toMatchObject({ productId: foundations });
});

it.each([
  ['one text with commas', 'one, two'],
  ['an expression that gives a list', '={{ ["one", "two"] }}'],
])('takes tags as %s', async (_how, tags) => {
  const { error } = await run({
    resource: 'customer',
    operation: 'invite',
    productId: located(foundations),
    email: 'ann@example.com',
    additionalFields: { tags },
  });
  expect(error).toBeUndefined();
  expect([...n8n.sandbox.school.users.values()].find((user) => user.email === 'ann@example.com')?.tags).toEqual([
    'one',
    'two',
  ]);
});

it.each([
  ['the list', (ids: string[]) => ids],
  ['an expression that gives a list', (ids: string[]) => `={{ ${JSON.stringify(ids)} }}`],
  ['an expression that gives one text with commas', (ids: string[]) => `={{ "${ids.join(', ')}" }}`],
])('takes several products from %s', async (_how, given) => {
  const { outputs, error } = await run({
    resource: 'customer',
    operation: 'invite',
    productId: located(foundations),
    email: 'ann@example.com',
    additionalFields: { moreProductIds: given([n8n.productCalled('Prompt Workbook'), foundations]) },
  });
  expect(error).toBeUndefined();
  expect(outputs[0]?.[0]?.json['enrolments']).toHaveLength(2);
});

it('creates a user, a product and a lesson', async () => {
  const user = await run({
    resource: 'user',
    operation: 'create',
    email: 'new@example.com',
    ifExists: 'error',
    additionalFields: { name: 'New', permissions: ['course:manage'] },
  });
  expect(user.outputs[0]?.[0]?.json).toMatchObject({ email: 'new@example.com', alreadyExisted: false });

  const product = await run({ resource: 'product', operation: 'create', title: 'Rust', type: 'course' });
  expect(product.outputs[0]?.[0]?.json).toMatchObject({ title: 'Rust', published: false });

  const lesson = await run({
    resource: 'lesson',
    operation: 'create',
    productId: located(String(product.outputs[0]?.[0]?.json['productId']), 'id'),
    sectionId: located(''),
    title: 'Welcome',
    content: '# Hello\n\n**World**',
    additionalFields: { published: true },
  });
  expect(lesson.outputs[0]?.[0]?.json).toMatchObject({ title: 'Welcome', published: true });
});

describe('content that cannot be kept as it is', () => {
  const create = (items: { json: { content: string } }[]) =>
    run(
      {
        resource: 'lesson',
        operation: 'create',
        productId: located(foundations),
        sectionId: located(''),
        title: 'Deep',
        content: '={{ $json.content }}',
      },
      { items },
    );

  it('is told of over the output, once for all items', async () => {
    const { outputs, hints } = await create([
      { json: { content: '#### Deep\n\n- [ ] done\n' } },
      { json: { content: 'Nothing to tell of.' } },
      { json: { content: 'Text\n\n<marquee>on</marquee>\n\n##### Deeper\n' } },
    ]);
    expect(outputs[0]?.map(({ json }) => (json['warnings'] as unknown[]).length)).toEqual([2, 0, 2]);
    expect(hints).toEqual([
      {
        type: 'warning',
        location: 'outputPane',
        message: [
          'Not all of the content could be kept as it was.',
          'Item 0, line 3: There are no check boxes: this one became a ☐ or ☑ at the start of the item.',
          'Item 0, line 1: Headings have three levels: this one became a heading of level 3. (h4)',
          'Item 2, line 3: There is no such element in a document: only its text was kept. (marquee)',
          'And 1 more: they are in the output, under "warnings".',
        ].join('<br>'),
      },
    ]);
  });

  it('is quoted as text, and not as HTML', async () => {
    const { hints } = await create([{ json: { content: '```js <img src=x>\ncode\n```' } }]);
    expect(hints).toHaveLength(1);
    expect(hints[0]?.message).toContain('(&lt;img src=x&gt;)');
    expect(hints[0]?.message).not.toContain('<img');
  });

  it('is not told of where there is nothing to tell', async () => {
    expect((await create([{ json: { content: '# Fine' } }])).hints).toEqual([]);
  });
});

describe('an item that fails', () => {
  const rows = [
    { json: { email: 'ann@example.com' } },
    { json: { email: 'nobody' } },
    { json: { email: 'ben@example.com' } },
  ];
  const invite = () => ({
    resource: 'customer',
    operation: 'invite',
    productId: located(foundations),
    email: '={{ $json.email }}',
  });
  const what = '"Email" is not an e-mail address: "nobody".';
  const failed = { error: `${what} Give one address like ann@example.com.` };

  it('stops the node, which says which one it was', async () => {
    const { status, error } = await run(invite(), { items: rows });
    expect({ status, error }).toMatchObject({ status: 'error', error: { message: what, itemIndex: 1 } });
    expect(n8n.sandbox.outbox.map((mail) => mail.to)).toEqual(['ann@example.com']);
  });

  it('stands between the others with "On Error: Continue"', async () => {
    const { status, outputs } = await run(invite(), { items: rows, onError: 'continueRegularOutput' });
    expect(status).toBe('success');
    expect(outputs[0]).toEqual([
      { json: expect.objectContaining({ email: 'ann@example.com' }), pairedItem: { item: 0 } },
      { json: failed, pairedItem: { item: 1 } },
      { json: expect.objectContaining({ email: 'ben@example.com' }), pairedItem: { item: 2 } },
    ]);
  });

  it('goes to the error output, where there is one, with what it came from', async () => {
    const { outputs } = await run(invite(), { items: rows, onError: 'continueErrorOutput' });
    expect(outputs[0]).toHaveLength(2);
    expect(outputs[1]).toEqual([{ json: { ...failed, email: 'nobody' }, pairedItem: { item: 1, input: undefined } }]);
  });

  it('does so even when the credential is what is wrong', async () => {
    const { outputs } = await run(invite(), {
      items: rows,
      onError: 'continueRegularOutput',
      credentials: n8n.credentials({ baseUrl: '' }),
    });
    expect(outputs[0]?.map(({ json }) => json['error'])).toEqual(
      rows.map(() => expect.stringMatching(/^The base URL is missing\. Give/)),
    );
  });
});

describe('the lists', () => {
  const names = (answer: { result?: unknown }) =>
    (answer.result as { results: { name: string }[] }).results.map((one) => one.name);

  it('of products can be searched by any part of a name', async () => {
    const search = (filter?: string) =>
      n8n.engine.list({ credentials: n8n.credentials(), method: 'searchProducts', ...(filter && { filter }) });
    expect(names(await search())).toHaveLength(3);
    expect(names(await search('found'))).toEqual(['AI Foundations (course)']);
  });

  it('of products is read page by page', async () => {
    for (let number = 0; number < 120; number++) n8n.sandbox.school.createProduct(`Course ${number}`, 'course');
    const first = await n8n.engine.list({ credentials: n8n.credentials(), method: 'searchProducts' });
    expect(names(first)).toHaveLength(100);
    const { paginationToken } = first.result as { paginationToken: string };
    const second = await n8n.engine.list({ credentials: n8n.credentials(), method: 'searchProducts', paginationToken });
    expect(names(second)).toHaveLength(23);
    expect(second.result).not.toHaveProperty('paginationToken');
    const all = await n8n.engine.list({ credentials: n8n.credentials(), method: 'getProducts' });
    expect(all.result).toHaveLength(123);
  });

  it('of sections follows the product', async () => {
    const search = (productId: unknown) =>
      n8n.engine.list({
        credentials: n8n.credentials(),
        method: 'searchSections',
        parameters: { resource: 'lesson', operation: 'create', productId },
      });
    expect(names(await search(located(foundations)))).toContain('Prompting in practice');
    expect(
      names(await search(located(`https://school.example.com/dashboard/product/${foundations}`, 'url'))),
    ).toHaveLength(3);
    expect(names(await search(located('')))).toEqual([]);
    expect(names(await search('={{ $json.id }}'))).toEqual([]);
  });
});
