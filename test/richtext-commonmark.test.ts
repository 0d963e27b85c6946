/** Markdown by the specifications' own examples, judged by the schema of the platform's editor. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fromMarkdown, WARNING_CODES } from '../packages/core/src/richtext/index.ts';
import { runSuite } from './richtext/commonmark.ts';
import { GFM } from './richtext/gfm.ts';
import { problemOf } from './richtext/judge.ts';
import { lines, outlineOf } from './richtext/outline.ts';
import { WORD_CASES, wordsKept } from './richtext/words.ts';

it('keeps what the 652 examples of CommonMark say, and brings it back', () => {
  expect(runSuite()).toEqual({
    total: 652,
    invalid: [],
    lostCharacters: [],
    // Each is named in docs/rich-text.md with its reason.
    otherBlocks: [148, 156, 157, 158, 173, 191, 608, 611, 612],
    noRoundTrip: [],
    noFixpoint: [],
  });
});

it.each(GFM)('GFM, $rule', ({ markdown, outline }) => {
  const { document } = fromMarkdown(markdown);
  expect(lines(outlineOf(document))).toBe(outline);
  expect(problemOf(document)).toBeUndefined();
});

it.each(WORD_CASES)('neither joins nor loses words: $name', (one) => {
  expect(wordsKept(one)).toBe(true);
});

it('would notice words that join', () => {
  expect(wordsKept({ name: 'joined', html: 'one<span>two</span>', words: 'one two' })).toBe(false);
});

it('has a judge that refuses', () => {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'a' }] };
  expect(problemOf({ type: 'doc', content: [paragraph] })).toBeUndefined();
  expect(problemOf({ type: 'doc', content: [] })).toBeDefined();
  expect(problemOf({ type: 'doc', content: [{ ...paragraph, attrs: { textAlign: 'left' } }] })).toMatch(/dropped/);
  expect(problemOf({ type: 'doc', content: [{ type: 'listItem', content: [paragraph] }] })).toBeDefined();
});

it('documents every warning, and no other', () => {
  const docs = readFileSync(resolve(__dirname, '../docs/rich-text.md'), 'utf8');
  const section = docs.slice(docs.indexOf('## Warnings'), docs.indexOf('## How'));
  expect([...section.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code)).toEqual([...WARNING_CODES]);
});
