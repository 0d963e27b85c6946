/** Random and hostile input: no document is invalid, nothing throws, nothing gets lost or hangs. */
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { fromHtml, fromJson, fromMarkdown, toHtml, validate } from '../packages/core/src/richtext/index.ts';
import { forbiddenAddress, isHarmless } from './richtext/addresses.ts';
import { fuzz } from './richtext/fuzz.ts';
import { CASES } from './richtext/pathological.ts';
import { randomHtml, randomJson, randomMarkdown, seeded } from './richtext/random.ts';
import { textOfDocument } from './richtext/words.ts';

it('takes 9000 random inputs', () => {
  const { failures, slowest } = fuzz(9000, 42);
  expect(failures).toEqual([]);
  expect(slowest).toBeLessThan(2000);
}, 60_000);

it.each(CASES.filter((one) => one.word !== undefined && one.name !== 'nested JSON'))(
  'loses nothing of $name',
  ({ make, size, convert, word = '' }) => {
    const input = make(size) as string;
    const count = (text: string) => text.split(word).length - 1;
    expect(count(textOfDocument(convert(input as never)))).toBe(count(input));
  },
);

it('takes 100,000 nested tags, and nodes', () => {
  expect(JSON.stringify(fromHtml(`${'<b>'.repeat(100_000)}x`).document)).toMatch(/"bold"/);
  let deep: unknown = { type: 'text', text: 'x' };
  for (let level = 0; level < 100_000; level++) deep = { type: 'blockquote', content: [deep] };
  const { document, warnings } = fromJson({ type: 'doc', content: [deep] });
  expect(validate(document)).toEqual([]);
  expect(warnings.map((warning) => warning.code)).toContain('too_deep');
});

const SCRIPTS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'javascript\u0000:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:image/svg+xml,x',
  'vbscript:x',
  'vb\rscript:x',
  'blob:x',
  'file:///etc/passwd',
];
const ENTITIES = [
  '&#106;avascript:x',
  '&#x6A;avascript:x',
  'java&Tab;script:x',
  'java&NewLine;script:x',
  'javascript&colon;x',
];

it.each([...SCRIPTS, ...ENTITIES])('never keeps the address %j', (address) => {
  const inputs = [
    fromMarkdown(`[a](<${address}>) ![b](<${address}>) <${address}> [c]\n\n[c]: <${address}>`),
    fromMarkdown(`<a href="${address}">a</a> <img src="${address}" alt="b">`),
    fromHtml(`<a href="${address}">a</a><a href='${address}'>a</a><img src="${address}" alt="b">`),
    fromJson({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            {
              type: 'text',
              text: 'a',
              marks: [{ type: 'link', attrs: { href: SCRIPTS.includes(address) ? address : 'javascript:x' } }],
            },
          ],
        },
        { type: 'image', attrs: { src: SCRIPTS.includes(address) ? address : 'data:x', alt: 'b' } },
      ],
    }),
  ];
  for (const { document } of inputs) {
    expect(forbiddenAddress(document)).toBeUndefined();
    expect(JSON.stringify(document)).not.toMatch(/"image"/);
  }
});

it('would notice an address that is not allowed', () => {
  expect(isHarmless('href', 'java\tscript:x')).toBe(false);
  expect(isHarmless('src', 'data:x')).toBe(false);
  expect(isHarmless('href', 'mailto:a@b.example')).toBe(true);
});

type Node = DefaultTreeAdapterTypes.ChildNode;
const ELEMENTS = /^(p|h[123]|pre|code|img|hr|blockquote|ul|ol|li|table|tbody|tr|td|th|br|strong|em|u|s|mark|a)$/;
const ATTRIBUTES = /^(href|src|alt|title|width|height|start|type|class|colspan|rowspan|style)$/;

/** What another parser finds in HTML that could do anything. */
function active(html: string): string[] {
  const found: string[] = [];
  const walk = (node: Node): void => {
    if (!('tagName' in node)) return void (node.nodeName !== '#text' && found.push(node.nodeName));
    if (!ELEMENTS.test(node.tagName)) found.push(node.tagName);
    for (const { name, value } of node.attrs) {
      if (!ATTRIBUTES.test(name)) found.push(name);
      if ((name === 'href' || name === 'src') && !isHarmless(name, value)) found.push(value);
      if (name === 'style' && value !== 'white-space:pre-wrap') found.push(value);
    }
    node.childNodes.forEach(walk);
  };
  parseFragment(html).childNodes.forEach(walk);
  return found;
}

it('writes HTML that does nothing, of any value', () => {
  const random = seeded(7);
  for (let index = 0; index < 1500; index++) {
    const value = [randomJson, randomMarkdown, randomHtml][index % 3]?.(random);
    expect(active(toHtml(value))).toEqual([]);
    expect(active(toHtml(typeof value === 'string' ? fromHtml(value).document : value))).toEqual([]);
  }
  const text = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const value = {
    type: 'doc',
    content: [
      { type: 'codeBlock', attrs: { language: text }, content: [{ type: 'text', text }] },
      { type: 'image', attrs: { src: text, alt: text, title: text, width: text } },
      {
        type: 'orderedList',
        attrs: { type: text },
        content: [
          {
            type: 'listItem',
            content: [
              {
                type: 'paragraph',
                content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href: text } }] }],
              },
            ],
          },
        ],
      },
    ],
  };
  expect(active(toHtml(value))).toEqual([]);
  expect(active('<p onclick="x()">a</p><script></script>')).toEqual(['onclick', 'script']);
}, 30_000);
