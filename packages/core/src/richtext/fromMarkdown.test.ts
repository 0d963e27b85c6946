import { fromMarkdown } from './fromMarkdown.ts';

const text = (value: string, ...marks: string[]) => ({
  type: 'text',
  ...(marks.length && { marks: marks.map((type) => ({ type })) }),
  text: value,
});
const blocks = (markdown: string) => fromMarkdown(markdown).document.content;
const p = (...content: object[]) => ({ type: 'paragraph', content });

it.each<[string, string, object[]]>([
  ['nothing', '', [{ type: 'paragraph' }]],
  ['a paragraph', 'Hello\nworld', [p(text('Hello world'))]],
  ['headings deeper than three', '#### Four', [{ type: 'heading', attrs: { level: 3 }, content: [text('Four')] }]],
  [
    'marks',
    'a **b** *c* ~~d~~ `e`',
    [
      p(
        text('a '),
        text('b', 'bold'),
        text(' '),
        text('c', 'italic'),
        text(' '),
        text('d', 'strike'),
        text(' '),
        text('e', 'code'),
      ),
    ],
  ],
  ['code that would be bold', '**`x`**', [p(text('x', 'code'))]],
  [
    'a link',
    '[a](https://a.example)',
    [p({ type: 'text', marks: [{ type: 'link', attrs: { href: 'https://a.example' } }], text: 'a' })],
  ],
  [
    'code in a link',
    '[`a`](https://a.example)',
    [p({ type: 'text', marks: [{ type: 'link', attrs: { href: 'https://a.example' } }], text: 'a' })],
  ],
  [
    'a list',
    '- a\n- b',
    [
      {
        type: 'bulletList',
        content: [
          { type: 'listItem', content: [p(text('a'))] },
          { type: 'listItem', content: [p(text('b'))] },
        ],
      },
    ],
  ],
  ['an empty item', '-', [{ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }]],
  [
    'an item that begins with code',
    '-     x',
    [
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [{ type: 'paragraph' }, { type: 'codeBlock', attrs: { language: null }, content: [text('x')] }],
          },
        ],
      },
    ],
  ],
  ['a quote', '> a', [{ type: 'blockquote', content: [p(text('a'))] }]],
  ['an empty quote', '>', [{ type: 'blockquote', content: [{ type: 'paragraph' }] }]],
  ['code', '```js x\nlet a;\n```', [{ type: 'codeBlock', attrs: { language: 'js' }, content: [text('let a;')] }]],
  ['empty code', '```\n```', [{ type: 'codeBlock', attrs: { language: null } }]],
  ['a line', '---', [{ type: 'horizontalRule' }]],
  ['a hard break', 'a  \nb', [p(text('a'), { type: 'hardBreak' }, text('b'))]],
  [
    'an image among words',
    'a ![alt](b.png "t") c',
    [p(text('a')), { type: 'image', attrs: { src: 'b.png', alt: 'alt', title: 't' } }, p(text('c'))],
  ],
  ['HTML', '<b>x</b>', [p(text('x', 'bold'))]],
])('turns %s into what the editor takes', (_what, markdown, expected) => {
  expect(blocks(markdown)).toEqual(expected);
});

it('makes a table of rows and cells with paragraphs', () => {
  const [table] = blocks('| a | b |\n| - | - |\n| 1 |   |');
  expect(table).toEqual({
    type: 'table',
    content: [
      {
        type: 'tableRow',
        content: [
          { type: 'tableHeader', content: [p(text('a'))] },
          { type: 'tableHeader', content: [p(text('b'))] },
        ],
      },
      {
        type: 'tableRow',
        content: [
          { type: 'tableCell', content: [p(text('1'))] },
          { type: 'tableCell', content: [{ type: 'paragraph' }] },
        ],
      },
    ],
  });
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '&#106;avascript:alert(1)',
])('never links to %s', (href) => {
  const { document, warnings } = fromMarkdown(`[a](${href}) ![b](${href}) <${href}>`);
  expect(JSON.stringify(document)).not.toMatch(/"image"|"marks"/);
  expect(warnings.map((warning) => warning.code)).toEqual(expect.arrayContaining(['link_removed', 'image_removed']));
});
