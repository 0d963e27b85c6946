/** Markdown goes straight to a document, and only HTML in it is read as HTML: neither road may differ from the other. */
import { fromHtml, fromMarkdown } from '../packages/core/src/richtext/index.ts';
import { MarkdownReading } from '../packages/core/src/richtext/markdown/blocks.ts';
import { HtmlWriter } from '../packages/core/src/richtext/markdown/htmlWriter.ts';
import { newEnvironment } from '../packages/core/src/richtext/markdown/losses.ts';
import { createParser } from '../packages/core/src/richtext/markdown/parser.ts';
import { WarningList } from '../packages/core/src/richtext/warnings.ts';
import { randomMarkdown, seeded } from './richtext/random.ts';

const parser = createParser();

/** The same text, written down as HTML. */
function htmlOf(markdown: string): string {
  const writer = new HtmlWriter();
  new MarkdownReading(parser, markdown, newEnvironment()).run(writer, new WarningList());
  return writer.html;
}

it('makes of Markdown what it makes of the same in HTML', () => {
  const random = seeded(5);
  let compared = 0;
  for (let index = 0; index < 6000; index++) {
    // Nothing but what the two share: no HTML, and no mark of the byte order, no carriage return to take off.
    const markdown = randomMarkdown(random).replace(/[<\ufeff\r]/g, '');
    const { document, metadata } = fromMarkdown(markdown);
    if (metadata) continue;
    compared++;
    expect({ markdown, document }).toEqual({ markdown, document: fromHtml(htmlOf(markdown)).document });
  }
  expect(compared).toBeGreaterThan(5000);
});

it.each([
  ['a <plaintext> with an end in the middle', '<div><plaintext>x</plaintext>\n\n# After'],
  ['a comment that begins among words', 'a <?b <!-- c ?> d\n\n# After'],
  ['a tag without an end', '<div a="\n\n# After'],
  ['a script without an end, among words', 'a <script> b\n\n# After'],
])('ends %s with the block that it stands in', (_what, markdown) => {
  expect(fromMarkdown(markdown).document.content).toContainEqual({
    type: 'heading',
    attrs: { level: 1 },
    content: [{ type: 'text', text: 'After' }],
  });
});

it('shows CDATA that does not end, which by CommonMark reaches to the end, as it is written', () => {
  expect(fromMarkdown('<![CDATA[ a\n\nb').document).toEqual({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: '<![CDATA[ a b' }] }],
  });
});

it('counts a last line of nothing but white space as no line', () => {
  expect(fromMarkdown('- a\n  ').document).toEqual(fromMarkdown('- a').document);
  expect(fromMarkdown('```\na\n  ').document).toEqual(fromMarkdown('```\na').document);
});
