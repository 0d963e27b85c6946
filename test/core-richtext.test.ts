/** Rich text on its way into a school: the formats of an action, its warnings, and what is refused before any call. */
import { actions, createSchool, runAction, toMarkdown, type Action } from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import { problemOf } from './richtext/judge.ts';

const KEY = 'sk-rich-text-0123456789abcdef';
let sandbox: Sandbox;
let calls: string[] = [];
let school: ReturnType<typeof createSchool>;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo', key: KEY });
  const send = undiciTransport({ baseUrl: sandbox.url, apiKey: KEY });
  school = createSchool({
    baseUrl: sandbox.url,
    secrets: [KEY],
    transport: (request) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      return send(request);
    },
  });
});
beforeEach(() => {
  sandbox.reset();
  calls = [];
});
afterAll(() => sandbox.stop());

const productId = () =>
  [...sandbox.school.products.values()].find((one) => one.title === 'AI Foundations')?.productId ?? '';
const createLesson = actions.find((action) => action.key === 'lesson.create') as Action;
const create = (content: unknown, contentFormat?: string) =>
  runAction(school, createLesson, {
    productId: productId(),
    title: 'Rich',
    content,
    ...(contentFormat !== undefined && { contentFormat }),
  });
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'A' }] };

it.each([
  ['Markdown by default', '# A\n\nb', undefined, [heading, paragraph('b')]],
  ['HTML', '<h1>A</h1><p>b</p>', 'html', [heading, paragraph('b')]],
  ['plain text', '# A', 'text', [paragraph('# A')]],
  ['JSON', JSON.stringify({ type: 'doc', content: [heading] }), 'json', [heading]],
  ['JSON that is mapped as an object', { type: 'doc', content: [heading] }, 'json', [heading]],
  ["the platform's empty document", '{"type":"doc","content":[]}', 'json', [{ type: 'paragraph' }]],
])('takes %s', async (_what, content, format, expected) => {
  const lesson = await create(content, format);
  expect(lesson).toMatchObject({ content: { type: 'doc', content: expected }, warnings: [] });
  expect(problemOf(lesson['content'])).toBeUndefined();
});

it('gives what could not be kept as output, and does not fail', async () => {
  expect(await create('a\n\n#### b')).toMatchObject({
    lessonId: expect.any(String),
    warnings: [{ code: 'heading_level', line: 3, message: expect.any(String) }],
  });
});

it.each([
  ['is no JSON', '{"type":', /^The content is not JSON: /],
  ['is no document', '[1]', /the document must be an object whose type is "doc"/],
  [
    'the editor would not take',
    JSON.stringify({ type: 'doc', content: Array.from({ length: 7 }, () => ({ type: 'listItem' })) }),
    /\/content\/0 a doc takes blocks .*; \/content\/4 a doc takes .*; and 2 more\.$/,
  ],
  [
    'links to a script',
    JSON.stringify({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'javascript:x' } }] }],
        },
      ],
    }),
    /\/content\/0\/content\/0\/marks\/0\/attrs\/href must be an address/,
  ],
])('refuses JSON that %s, before any call', async (_what, content, message) => {
  await expect(create(content, 'json')).rejects.toMatchObject({
    code: 'validation',
    field: 'content',
    message: expect.stringMatching(message),
  });
  expect(calls).toEqual([]);
});

it('refuses what is longer than the school takes, with its size and before any call', async () => {
  const text = 'word '.repeat(220_000);
  await expect(create(text)).rejects.toMatchObject({
    code: 'too_large',
    field: 'content',
    message: expect.stringMatching(/^The content has 1,100,\d\d\d bytes \(1\.05 MiB\) as a document; .* at most 1 MiB/),
  });
  await expect(school.products.update(productId(), { description: { text } })).rejects.toMatchObject({
    code: 'too_large',
    field: 'description',
  });
  expect(calls).toEqual([]);
});

it('keeps the addresses of images byte for byte through reading, editing and writing', async () => {
  const sources = ['https://media.example/a%20b/ä_*1*.png?x=1&copy=2', 'https://media.example/(1).png', '/rel\\a.png'];
  const images = sources.map((src) => ({ type: 'image', attrs: { src, alt: 'An image' } }));
  const { lessonId, content } = await school.lessons.create(productId(), {
    type: 'text',
    title: 'Images',
    content: { json: { type: 'doc', content: images } },
  });
  const markdown = `${toMarkdown(content)}\nEdited.`;
  const updated = await school.lessons.update(productId(), lessonId, { content: { markdown } });
  expect(updated['content']).toEqual({ type: 'doc', content: [...images, paragraph('Edited.')] });
});

it.each([
  [{ markdown: '# A' }, [heading]],
  [{ html: '<h1>A</h1>' }, [heading]],
  [{ text: 'A' }, [paragraph('A')]],
  [{ json: JSON.stringify({ type: 'doc', content: [heading] }) }, [heading]],
  [{ type: 'doc', content: [paragraph('A')] } as const, [paragraph('A')]],
])('writes a description from %j', async (description, expected) => {
  const product = await school.products.update(productId(), { description: description as { markdown: string } });
  expect(JSON.parse(product.description ?? '')).toEqual({ type: 'doc', content: expected });
});
