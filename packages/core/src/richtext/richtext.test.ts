import * as build from './builders.ts';
import type { RichTextDocument } from './document.ts';
import { fromHtml } from './fromHtml.ts';
import { fromJson } from './fromJson.ts';
import { fromMarkdown } from './fromMarkdown.ts';
import { fromText } from './fromText.ts';
import { repair } from './repair.ts';
import { toHtml } from './toHtml.ts';
import { toMarkdown } from './toMarkdown.ts';
import { toText } from './toText.ts';
import { isValid, validate } from './validate.ts';
import type { WarningCode } from './warnings.ts';

const { blockquote, bold, bulletList, code, codeBlock, doc, hardBreak, heading, highlight, horizontalRule } = build;
const { image, italic, link, listItem, orderedListFrom, paragraph, strike, table, tableCell, tableHeader } = build;
const { tableRow, underline } = build;

const everything = doc(
  heading(2, 'Install ', italic('it')),
  paragraph(
    'Run ',
    bold('rustup ', italic('now')),
    hardBreak(),
    link('https://x.example/?a=1&b=2', 'here ', bold('there')),
  ),
  paragraph(underline('u'), ' ', strike('s'), ' ', highlight('h'), ' ', code('a|`b`')),
  bulletList('☑ done', listItem('open', orderedListFrom(3, 'three', 'four'))),
  blockquote('Quoted', codeBlock('let a;\n\nlet b;', 'js')),
  image({ src: 'https://x.example/ä_(1).png', alt: 'An *image*', title: 'T' }),
  horizontalRule(),
  table(
    tableRow(tableHeader('a'), tableHeader(paragraph('b|c'))),
    tableRow(tableCell('1'), tableCell(image({ src: '/i.png' }))),
  ),
  table(tableRow(build.spanning(tableCell('wide', 'cell'), { colspan: 2 })), tableRow(tableCell('x'), tableCell('y'))),
  paragraph(),
  paragraph('The end'),
);

describe('builders', () => {
  it('build what the editor takes', () => {
    expect(validate(everything)).toEqual([]);
    expect(doc(heading(2, 'Install'), paragraph('Run ', bold('rustup')))).toEqual({
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Install' }] },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Run ' },
            { type: 'text', text: 'rustup', marks: [{ type: 'bold' }] },
          ],
        },
      ],
    });
  });

  it('refuse by their types what may not stand somewhere', () => {
    // @ts-expect-error a document is never empty
    expect(() => doc()).toThrow(/must not be empty/);
    // @ts-expect-error an item stands in a list only
    expect(() => doc(listItem('x'))).toThrow(/\/content\/0 a doc takes blocks/);
    // @ts-expect-error a heading has level 1 to 3
    expect(() => doc(heading(4, 'x'))).toThrow(/\/content\/0\/attrs\/level must be 1, 2 or 3/);
    // @ts-expect-error an item begins with a paragraph
    expect(() => doc(bulletList(listItem(heading(1, 'x'))))).toThrow(/begins with a paragraph/);
    // @ts-expect-error an image is a block
    expect(() => doc(paragraph(image({ src: '/x' })))).toThrow();
  });

  it('refuse with a path what types cannot say', () => {
    expect(() => doc(paragraph('a'), paragraph(bold(code('x'))))).toThrow(
      expect.objectContaining({ code: 'validation', message: expect.stringContaining('/content/1/content/0/marks') }),
    );
    expect(() => doc(paragraph(link('javascript:x', 'a')))).toThrow(/attrs\/href/);
    expect(() => doc(paragraph(link('/a', link('/b', 'x'))))).toThrow(/there is a link already/);
    let deep: Parameters<typeof blockquote>[0] = 'x';
    for (let level = 0; level < 40; level++) deep = blockquote(deep);
    expect(() => doc(deep)).toThrow(/deeper than 39 levels/);
  });
});

describe('back and forth', () => {
  it('reads its own Markdown as the same document', () => {
    expect(fromMarkdown(toMarkdown(everything)).document).toEqual(everything);
  });

  it('reads its own HTML as the same document', () => {
    expect(fromHtml(toHtml(everything)).document).toEqual(everything);
  });

  it('writes Markdown that people write', () => {
    expect(toMarkdown(doc(heading(1, 'A *b*'), bulletList('☐ open', '☑ done'), paragraph('x ', bold('y'), '.')))).toBe(
      '# A \\*b\\*\n\n- [ ] open\n- [x] done\n\nx **y**.\n',
    );
  });

  it('writes plain text with its cells, tasks and images', () => {
    expect(toText(everything)).toBe(
      [
        'Install it',
        'Run rustup now\nhere there (https://x.example/?a=1&b=2)',
        'u s h a|`b`',
        '- ☑ done\n- open\n  3. three\n  4. four',
        '> Quoted\n>\n> let a;\n>\n> let b;',
        'An *image* (https://x.example/ä_(1).png)',
        '---',
        'a\tb|c\n1\t(/i.png)',
        'wide cell\nx\ty',
        'The end',
      ].join('\n\n'),
    );
  });

  it.each([
    'https://x.example/a%20b?c=d&copy=1#ä',
    '/rel/_a_*b*(c',
    'http://x.example/%E4 <x>',
    'https://x.example/a\\b"c',
  ])('keeps the image address %j byte for byte', (src) => {
    const document = doc(image({ src, alt: 'a' }));
    expect(fromMarkdown(toMarkdown(document)).document).toEqual(document);
    expect(fromHtml(toHtml(document)).document).toEqual(document);
    expect(fromJson(JSON.stringify(document)).document).toEqual(document);
  });
});

const codes = (warnings: readonly { readonly code: WarningCode }[]) => warnings.map((warning) => warning.code);

describe('warnings', () => {
  it.each<[WarningCode, string, number]>([
    ['heading_level', 'a\n\n#### b', 3],
    ['image_moved', 'a\n\nb ![c](d) e', 3],
    ['image_link_removed', '[![a](b)](c)', 1],
    ['image_removed', 'x\n\n![a](data:x)', 3],
    ['link_removed', '\n[a](javascript:x)', 2],
    ['link_title_removed', '[a](b "c")', 1],
    ['mark_removed', '**`a`**', 1],
    ['code_formatting_removed', 'a\n\n<pre>b <b>c</b></pre>', 3],
    ['code_info_removed', '```js title=x\na\n```', 1],
    ['task_item', '- a\n- [ ] b', 2],
    ['footnotes_listed', 'a[^1]\n\n[^1]: b', 3],
    ['alignment_removed', '|a|\n|:-|\n|b|', 1],
    ['cells_removed', '|a|\n|-|\n|b|c|', 3],
    ['table_padded', '<table><tr><td>a<td>b<tr><td>c</table>', 1],
    ['element_removed', 'a\n\n<script>x</script>', 3],
    ['element_unwrapped', 'H<sub>2</sub>O', 1],
    ['comment_removed', 'a <!-- b -->', 1],
    ['front_matter_removed', '---\na: b\n---\nc', 1],
    ['too_deep', '> '.repeat(60) + 'a', 1],
  ])('says %s, with the line', (code, markdown, line) => {
    expect(fromMarkdown(markdown).warnings).toContainEqual({
      code,
      line,
      message: expect.stringMatching(/\.( \(.*\))?$/),
    });
  });

  it.each<[WarningCode, unknown, string]>([
    ['unknown_node', { type: 'doc', content: [{ type: 'video' }] }, '/content/0'],
    [
      'unknown_mark',
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'x' }] }] }] },
      '/content/0/content/0',
    ],
    ['structure_repaired', { type: 'doc', content: [{ type: 'listItem' }] }, '/content/0'],
    [
      'attribute_removed',
      { type: 'doc', content: [{ type: 'paragraph', attrs: { textAlign: 'left' } }] },
      '/content/0/attrs/textAlign',
    ],
    ['not_json', '{', ''],
  ])('says %s, with the path', (code, json, path) => {
    const { document, warnings } = fromJson(json);
    expect(warnings).toContainEqual(expect.objectContaining({ code, path }));
    expect(isValid(document)).toBe(true);
  });

  it('says markup_as_text and table_uneven', () => {
    expect(codes(fromHtml('a <b title="').warnings)).toEqual(['markup_as_text']);
    const row = '<td>a'.repeat(200);
    expect(codes(fromHtml(`<table><tr>${row}${'<tr><td>b'.repeat(200)}</table>`).warnings)).toEqual(['table_uneven']);
  });

  it('counts what is too much to list', () => {
    const { warnings } = fromMarkdown('#### a\n\n'.repeat(150));
    expect(warnings).toHaveLength(101);
    expect(warnings[100]).toEqual({ code: 'more', message: 'There are 50 more warnings of the kind heading_level.' });
  });

  it('says nothing of what is kept whole', () => {
    expect(fromMarkdown(toMarkdown(doc(heading(1, 'a'), paragraph(bold('b')), bulletList('c')))).warnings).toEqual([]);
  });
});

describe('validate and repair', () => {
  const bad = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 7 }, content: [{ type: 'text', text: 'a' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'image', attrs: { src: '/i' } },
          { type: 'text', text: '' },
        ],
      },
    ],
  };

  it('names every problem with its path', () => {
    expect(validate(bad)).toEqual([
      { path: '/content/0/attrs/level', message: 'must be 1, 2 or 3' },
      { path: '/content/1/content/0', message: 'a paragraph takes text and hardBreak, and no image' },
      { path: '/content/1/content/1/text', message: 'must be text, and not empty' },
    ]);
    expect(validate(null)).toEqual([{ path: '', message: 'must be an object whose type is "doc"' }]);
  });

  it('gives the nearest valid document', () => {
    const { document, warnings } = repair(bad);
    expect(document.content).toEqual([
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'a' }] },
      { type: 'image', attrs: { src: '/i' } },
    ]);
    expect(codes(warnings)).toEqual(['heading_level']);
  });

  it('hands a valid document back as it is', () => {
    expect(repair(everything)).toEqual({ document: everything, warnings: [] });
    expect(repair(everything).document).toBe(everything);
  });

  it("takes the platform's own empty document, in JSON and as a JSON string in JSON", () => {
    const empty: RichTextDocument = { type: 'doc', content: [{ type: 'paragraph' }] };
    expect(fromJson({ type: 'doc', content: [] })).toEqual({ document: empty, warnings: [] });
    expect(fromJson(JSON.stringify(JSON.stringify({ type: 'doc', content: [] })))).toEqual({
      document: empty,
      warnings: [],
    });
  });
});

it('takes front matter off, and hands it back', () => {
  const { document, metadata } = fromMarkdown('---\r\ntitle: A\r\ntags:\r\n  - b\r\n---\r\n# C');
  expect(metadata).toEqual({ frontMatter: { language: 'yaml', text: 'title: A\ntags:\n  - b' } });
  expect(document).toEqual(doc(heading(1, 'C')));
  expect(fromMarkdown('---\nFoo\n---').metadata).toBeUndefined();
});

it('takes plain text as it stands', () => {
  expect(fromText('# a\nb <c>\r\n\r\n\n*d*').document).toEqual(
    doc(paragraph('# a', hardBreak(), 'b <c>'), paragraph('*d*')),
  );
});
