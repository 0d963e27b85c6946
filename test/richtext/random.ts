/** Random input, the same for the same seed: Markdown, HTML, and documents in JSON with things wrong in them. */
import { fromMarkdown } from '../../packages/core/src/richtext/fromMarkdown.ts';

/** Numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const MARKDOWN = [
  'word',
  'two words',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\n\n',
  '    ',
  '\t',
  '# ',
  '## ',
  '#### ',
  '> ',
  '- ',
  '* ',
  '1. ',
  '7) ',
  '- [ ] ',
  '- [x] ',
  '*',
  '**',
  '_',
  '__',
  '~',
  '~~',
  '`',
  '``',
  '```\n',
  '~~~ js\n',
  '\\',
  '\\\n',
  '  \n',
  '---\n',
  '===\n',
  '***\n',
  '|',
  '| a | b |\n| --- | :-: |\n| 1 | 2 |\n',
  '|-|-|\n',
  '[',
  ']',
  '(',
  ')',
  '](',
  '[a](b)',
  '[a](b "t")',
  '![',
  '![i](j.png)',
  '[r]',
  '\n\n[r]: /u "t"\n\n',
  '[^1]',
  '\n\n[^1]: note\n\n',
  '<',
  '>',
  '&amp;',
  '&#106;',
  '&',
  '<b>',
  '</b>',
  '<br>',
  '<u>x</u>',
  '<mark>',
  '<div>',
  '</div>',
  '<p>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<script>',
  '</script>',
  '<style>',
  '<table><tr><td>',
  '</td></tr></table>',
  'https://x.example/a_b',
  'www.x.example',
  'a@b.example',
  '<https://x.example>',
  '[a](javascript:alert(1))',
  '![a](data:image/png;base64,x)',
  '[a](JaVa\tscript:x)',
  '<a href="java&#10;script:x">',
  '\u00a0',
  '☐ ',
  '\u0000',
  '\ufeff',
  '😀',
  'é',
  '\ud800',
  '\r\n',
  '---\na: b\n---\n',
  '+++\n',
  '"',
  "'",
  '!',
  '=',
] as const;

const TAGS = [
  'p',
  'div',
  'b',
  'i',
  'u',
  's',
  'code',
  'pre',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
  'h1',
  'h5',
  'table',
  'thead',
  'tbody',
  'tr',
  'td',
  'th',
  'caption',
  'span',
  'mark',
  'sup',
  'dl',
  'dt',
  'dd',
  'script',
  'style',
  'iframe',
  'title',
  'textarea',
  'svg',
  'x-y',
  'details',
  'select',
  'option',
  'template',
  'plaintext',
  'xmp',
] as const;
const VOID = [
  '<br>',
  '<hr>',
  '<img src="a.png">',
  '<img alt="only">',
  '<img src="javascript:x">',
  '<input type="checkbox" checked>',
  '<wbr>',
  '<!-- c -->',
  '<!doctype html>',
] as const;
const ATTRIBUTES = [
  '',
  '',
  '',
  ' href="https://x.example"',
  ' href="javascript:alert(1)"',
  " href=' &#106;avascript:x'",
  ' href="vbscript:x"',
  ' start="3"',
  ' start="-1"',
  ' colspan="2"',
  ' rowspan="3"',
  ' colspan="99999"',
  ' class="language-js"',
  ' style="text-align:left"',
  ' href="',
  " title='",
  ' onclick="x()"',
  ' =x',
  ' /',
] as const;

type Random = () => number;
const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;
const many = (random: Random, most: number, one: () => string): string =>
  Array.from({ length: 1 + Math.floor(random() * most) }, one).join('');

export const randomMarkdown = (random: Random): string => many(random, 25, () => pick(random, MARKDOWN));

export const randomHtml = (random: Random): string =>
  many(random, 25, () => {
    const kind = random();
    if (kind < 0.4) return `<${pick(random, TAGS)}${pick(random, ATTRIBUTES)}>`;
    if (kind < 0.65) return `</${pick(random, TAGS)}>`;
    if (kind < 0.75) return pick(random, VOID);
    return kind < 0.95 ? pick(random, ['word', ' ', 'a b', '\n', '&lt;', '&nbsp;']) : pick(random, MARKDOWN);
  });

const TYPES = [
  'doc',
  'paragraph',
  'heading',
  'text',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'horizontalRule',
  'codeBlock',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'image',
  'hardBreak',
  'mention',
  'toString',
  '__proto__',
  42,
  null,
] as const;
const VALUES = [
  null,
  0,
  1,
  3,
  9,
  -1,
  1.5,
  '',
  'x',
  'javascript:x',
  ' jAvAscript:x',
  'data:text/html,x',
  '/a',
  'https://x.example',
  true,
  [],
  {},
  ['a'],
  { type: 'text', text: 'y' },
  [[]],
] as const;
const MARKS = ['bold', 'italic', 'code', 'link', 'link', 'highlight', 'textStyle'] as const;
const KEYS = ['type', 'content', 'attrs', 'marks', 'text', 'other'] as const;
const ATTRIBUTE_NAMES = [
  'level',
  'src',
  'alt',
  'href',
  'language',
  'colspan',
  'rowspan',
  'start',
  'colwidth',
  'textAlign',
] as const;

/** A value like a node, with any content and any attributes. */
function randomNode(random: Random, depth: number): unknown {
  if (random() < 0.05) return pick(random, VALUES);
  const type = pick(random, TYPES);
  const node: Record<string, unknown> = { type };
  if (type === 'text' || random() < 0.1) node['text'] = pick(random, ['a', 'b c', '', ' ', 'x\ny', 7]);
  if (random() < 0.4)
    node['attrs'] = Object.fromEntries([0, 1].map(() => [pick(random, ATTRIBUTE_NAMES), pick(random, VALUES)]));
  if (random() < 0.3)
    node['marks'] = [0, 1]
      .map(() => ({ type: pick(random, MARKS), attrs: { href: pick(random, VALUES) } }))
      .slice(0, Math.floor(random() * 3));
  if (depth > 0 && random() < 0.8)
    node['content'] = Array.from({ length: Math.floor(random() * 4) }, () => randomNode(random, depth - 1));
  if (random() < 0.05) node['content'] = pick(random, VALUES);
  return node;
}

/** A valid document with a few things changed, or nothing but random nodes. */
export function randomJson(random: Random): unknown {
  if (random() < 0.3) return randomNode(random, 5);
  const root = JSON.parse(JSON.stringify(fromMarkdown(randomMarkdown(random)).document)) as Record<string, unknown>;
  const all: Record<string, unknown>[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (!Array.isArray(node)) all.push(node as Record<string, unknown>);
    Object.values(node).forEach(walk);
  };
  walk(root);
  for (let changes = Math.floor(random() * 4); changes > 0; changes--) {
    const node = pick(random, all);
    const key = pick(random, KEYS);
    node[key] =
      key === 'type' ? pick(random, TYPES) : key === 'content' ? [randomNode(random, 2)] : pick(random, VALUES);
  }
  return root;
}
