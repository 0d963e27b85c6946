import { fromHtml } from '../../packages/core/src/richtext/fromHtml.ts';
import { fromMarkdown } from '../../packages/core/src/richtext/fromMarkdown.ts';
import { toMarkdown } from '../../packages/core/src/richtext/toMarkdown.ts';

/** The words of a text and of a document, in order: what must neither join nor vanish. */
interface Json {
  readonly type?: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Json[];
}

/** All text of a document, with a line end at every end of a block and the descriptions of its images. */
export function textOfDocument(document: unknown): string {
  let text = '';
  const walk = ({ type, text: own, attrs, content }: Json): void => {
    if (own !== undefined) text += own;
    if (type === 'hardBreak') text += '\n';
    if (type === 'image') text += `\n${String(attrs?.['alt'] ?? '')}`;
    content?.forEach(walk);
    if (type !== 'text' && type !== 'hardBreak') text += '\n';
  };
  walk(document as Json);
  return text;
}

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** A text, and the words that must come out of it, in this order. */
export interface WordCase {
  readonly name: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly words: string;
}

export const WORD_CASES: readonly WordCase[] = [
  { name: 'lines', markdown: 'one\ntwo  \nthree\\\nfour', words: 'one two three four' },
  { name: 'cells', markdown: '|one|two|\n|-|-|\n|three|four|', words: 'one two three four' },
  { name: 'items', markdown: '- one\n- two\n  - three\n\n  four', words: 'one two three four' },
  { name: 'images among words', markdown: 'one![two](x.png)three', words: 'one two three' },
  { name: 'an image that is not allowed', markdown: 'one ![two](data:x) three', words: 'one two three' },
  { name: 'HTML breaks', markdown: 'one<br>two<br/>three', words: 'one two three' },
  {
    name: 'HTML blocks',
    html: 'one<div>two</div>three<p>four<section>five</section>six',
    words: 'one two three four five six',
  },
  { name: 'unknown elements', html: '<x-a>one</x-a> <blink>two</blink>', words: 'one two' },
  { name: 'definition lists', html: '<dl><dt>one<dd>two<dt>three<dd>four</dl>', words: 'one two three four' },
  { name: 'cells without a table', html: '<td>one</td><td>two</td><tr>three', words: 'one two three' },
  {
    name: 'text in a table',
    html: '<table>one<tr>two<td>three</td>four</table>five',
    words: 'one two three four five',
  },
  { name: 'captions', html: '<table><caption>one</caption><tr><td>two</table>', words: 'one two' },
  { name: 'options', html: '<select><option>one<option>two</select>', words: 'one two' },
  { name: 'stray ends', html: 'one</p>two</div>three</li>four', words: 'one two three four' },
  {
    name: 'blocks in headings',
    html: '<h1><div>one</div><div>two</div></h1><h2><p>three</p>four</h2>',
    words: 'one two three four',
  },
  { name: 'blocks in code', html: '<pre><div>one</div><div>two</div></pre>', words: 'one two' },
  { name: 'marks inside of words', markdown: 'o**n**e t`w`o', words: 'one two' },
  {
    name: 'footnotes',
    markdown: 'one[^a] two[^b]\n\n[^a]: three\n[^b]: four\n    five\n',
    words: 'one 1 two 2 three four five',
  },
  { name: 'a footnote that nothing refers to', markdown: 'one\n\n[^a]: two', words: 'one two' },
  { name: 'two footnotes of one label', markdown: 'one[^a]\n\n[^a]: two\n\n[^a]: three', words: 'one 1 two three' },
  {
    name: 'footnotes in footnotes, lists and quotes',
    markdown: '- one[^a]\n\n  [^a]: two[^b]\n\n> [^b]: three',
    words: 'one 1 two 2 three',
  },
  {
    name: 'a footnote with blocks',
    markdown: 'one[^a]\n\n[^a]:\n    two\n\n    - three\n    - four',
    words: 'one 1 two three four',
  },
  {
    name: 'a footnote that is called like a property of every object',
    markdown: 'one[^constructor] [^toString]\n\n[^constructor]: two',
    words: 'one 1 toString two',
  },
  { name: 'a tag that does not end', html: 'one <a href="two three', words: 'one a href two three' },
  { name: 'a comment that does not end', html: 'one <!-- two', words: 'one two' },
  { name: 'a script that does not end', html: 'one <script> two', words: 'one script two' },
  { name: 'deeper than a document', markdown: `${'> '.repeat(100)}one\n\n${'- '.repeat(90)}two`, words: 'one two' },
];

/** Whether a text's words, and no others, are in its document, and still are after a way through Markdown. */
export function wordsKept({ markdown, html, words }: WordCase): boolean {
  const document = (markdown === undefined ? fromHtml(html ?? '') : fromMarkdown(markdown)).document;
  const again = fromMarkdown(toMarkdown(document)).document;
  return [document, again].every((one) => wordsOf(textOfDocument(one)).join(' ') === words);
}
