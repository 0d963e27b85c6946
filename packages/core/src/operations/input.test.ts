import { readEmail } from './email.ts';
import type { Field } from './fields.ts';
import { readInput } from './input.ts';
import { referenceId } from './references.ts';

const fields = [
  { key: 'title', type: 'text', label: 'Title', help: 'A title.', required: true },
  { key: 'email', type: 'text', format: 'email', label: 'Email', help: 'An address.' },
  { key: 'tags', type: 'texts', label: 'Tags', help: 'Tags.' },
  { key: 'published', type: 'boolean', label: 'Published', help: 'Whether.', default: false },
  {
    key: 'type',
    type: 'choice',
    label: 'Type',
    help: 'A type.',
    choices: [
      { value: 'course', label: 'Course' },
      { value: 'blog', label: 'Blog Post' },
    ],
    default: 'course',
  },
  { key: 'product', type: 'reference', to: 'product', label: 'Product', help: 'A product.' },
  { key: 'products', type: 'references', to: 'product', label: 'Products', help: 'Products.' },
  { key: 'body', type: 'json', label: 'Body', help: 'A body.' },
  { key: 'query', type: 'pairs', label: 'Query', help: 'A query.' },
  { key: 'file', type: 'file', label: 'File', help: 'A file.' },
] as const satisfies readonly Field[];
const read = (raw: Record<string, unknown>) => readInput(fields, { title: 'T', ...raw });

it('trims, fills in defaults and leaves out what is empty', () => {
  expect(read({ title: ' A ', email: '', tags: [], product: null })).toEqual({
    title: 'A',
    published: false,
    type: 'course',
  });
});

it.each<[string, Record<string, unknown>, unknown]>([
  ['tags', { tags: 'a, b\n c,,a' }, ['a', 'b', 'c']],
  ['tags', { tags: ['a', ' b ', '', 'a'] }, ['a', 'b']],
  ['tags', { tags: 2026 }, ['2026']],
  ['published', { published: 'Yes' }, true],
  ['published', { published: '0' }, false],
  ['type', { type: 'Blog Post' }, 'blog'],
  ['title', { title: 2026 }, '2026'],
  ['product', { product: ' abc ' }, 'abc'],
  ['body', { body: ' {"a": [1]} ' }, { a: [1] }],
  ['body', { body: { a: [1] } }, { a: [1] }],
  ['body', { body: '{"__proto__": 1}' }, JSON.parse('{"__proto__": 1}')],
  ['query', { query: { ' a ': 1, b: '', c: null, d: ['x', 2] } }, { a: '1', d: ['x', '2'] }],
  ['query', { query: '{"a": true}' }, { a: 'true' }],
  ['products', { products: 'a,https://s.example/dashboard/product/b?x=1' }, ['a', 'b']],
])('reads %s from %j', (key, raw, expected) => {
  expect(read(raw)[key]).toEqual(expected);
});

it.each<[Record<string, unknown>, RegExp]>([
  [{ title: '  ' }, /"Title" is missing/],
  [{ title: {} }, /"Title" must be text, but is an object/],
  [{ title: 'x'.repeat(10_001) }, /"Title" is longer than 10,000/],
  [{ email: 'nope' }, /"Email" is not an e-mail address: "nope"/],
  [{ published: 'perhaps' }, /"Published" must be yes or no, but is "perhaps"/],
  [{ type: 'scorm' }, /"Type" cannot be "scorm"/],
  [{ product: 'https://school.example.com/about' }, /"Product": no product ID can be read/],
  [{ body: '[1]' }, /"Body" must be a JSON object, but is a list/],
  [{ body: '{' }, /"Body" is not JSON: /],
  [{ body: [1] }, /"Body" must be a JSON object, but is a list/],
  [{ body: 5 }, /"Body" must be a JSON object, but is number/],
  [{ query: { a: {} } }, /"Query" must be text, but is an object/],
  [{ file: 'https://example.com/a.mp4' }, /"File" is not a file/],
  [{ file: { fileName: 'a' } }, /"File" is not a file/],
  [{ creatorId: 'me' }, /There is no field "creatorId"/],
  [{ tags: Array.from({ length: 1001 }, (_, index) => `t${index}`) }, /more than 1000/],
])('refuses %j', (raw, message) => {
  expect(() => read(raw)).toThrow(
    expect.objectContaining({ code: 'validation', message: expect.stringMatching(message) }),
  );
});

it.each([
  ['  Ann@Example.COM ', 'ann@example.com'],
  ['Ann Lee <Ann@example.com>', 'ann@example.com'],
  ['mailto:ann@example.com', 'ann@example.com'],
  ['plus+tag@example.com', 'plus+tag@example.com'],
  ['ann@example.com\n', 'ann@example.com'],
])('reads the address %j', (typed, address) => {
  expect(readEmail({ key: 'email', label: 'Email' }, typed)).toBe(address);
});

it.each([
  '',
  'x',
  'a@b',
  'a b@example.com',
  'a@example.com, b@example.com',
  'a@example.com\r\nbcc: x@example.com',
  `${'a'.repeat(250)}@example.com`,
  '@example.com',
  42,
  null,
])('refuses the address %j', (typed) => {
  expect(() => readEmail({ key: 'email', label: 'Email' }, typed)).toThrow(
    expect.objectContaining({ code: 'validation', field: 'email' }),
  );
});

it.each([
  ['product', 'https://school.example.com/dashboard/product/xSdpd-IC', 'xSdpd-IC'],
  ['product', 'https://school.example.com/dashboard/product/xSdpd-IC/content?tab=1', 'xSdpd-IC'],
  ['product', 'http://localhost:3000/learn/course/ai-foundations/xSdpd-IC/lesson9', 'xSdpd-IC'],
  ['section', 'https://school.example.com/dashboard/product/a/content/section/s1', 's1'],
  ['lesson', 'https://school.example.com/course/ai-foundations/a/l1', 'l1'],
  ['lesson', 'https://school.example.com/dashboard/product/a/content/section/s1/lesson?id=l1', 'l1'],
  ['lesson', 'https://school.example.com/dashboard/product/a/content/section/s1/lesson?x=1&id=l1&y=2#z', 'l1'],
  ['paymentPlan', 'https://school.example.com/dashboard/paymentplan/course/a/edit/p1', 'p1'],
  ['customer', 'https://school.example.com/dashboard/users/u1?tab=1', 'u1'],
] as const)('reads a %s from %s', (to, url, id) => {
  expect(referenceId({ key: 'k', label: 'L', to }, url)).toBe(id);
});
