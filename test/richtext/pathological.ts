/** Input that is made to be slow, in a size and ten times that: a megabyte at most, which is more than a school takes. */
import { fromHtml } from '../../packages/core/src/richtext/fromHtml.ts';
import { fromJson } from '../../packages/core/src/richtext/fromJson.ts';
import { fromMarkdown } from '../../packages/core/src/richtext/fromMarkdown.ts';
import { fromText } from '../../packages/core/src/richtext/fromText.ts';
import { repair } from '../../packages/core/src/richtext/repair.ts';
import { toMarkdown } from '../../packages/core/src/richtext/toMarkdown.ts';

export interface Case {
  readonly name: string;
  readonly size: number;
  readonly make: (size: number) => unknown;
  readonly convert: (input: never) => unknown;
  /** A word of which as many must come out as went in. */
  readonly word?: string;
}

const markdown = (input: string) => fromMarkdown(input).document;
const html = (input: string) => fromHtml(input).document;
const json = (input: unknown) => fromJson(input).document;
const nested = (size: number): unknown => {
  let node: unknown = { type: 'paragraph', content: [{ type: 'text', text: 'xyz' }] };
  for (let depth = 0; depth < size; depth++) node = { type: 'blockquote', content: [node] };
  return { type: 'doc', content: [node] };
};
const rows = (size: number, row: (index: number) => string) =>
  Array.from({ length: size }, (_, index) => row(index)).join('');

export const CASES: readonly Case[] = [
  { name: 'quotes in one line', size: 10_000, make: (n) => `${'> '.repeat(n)}xyz`, convert: markdown, word: 'xyz' },
  {
    name: 'quotes line by line',
    size: 1000,
    make: (n) => rows(n, (i) => `${'>'.repeat(Math.min(i + 1, 60))} xyz\n`),
    convert: markdown,
    word: 'xyz',
  },
  { name: 'lists in one line', size: 10_000, make: (n) => `${'- '.repeat(n)}xyz`, convert: markdown, word: 'xyz' },
  {
    name: 'lists line by line',
    size: 1000,
    make: (n) => rows(n, (i) => `${'  '.repeat(i % 60)}- xyz\n`),
    convert: markdown,
    word: 'xyz',
  },
  {
    name: 'footnotes in footnotes',
    size: 2000,
    make: (n) => `${'[^a]: '.repeat(n)}xyz`,
    convert: markdown,
    word: 'xyz',
  },
  {
    name: 'footnotes',
    size: 3000,
    make: (n) => rows(n, (i) => `a[^${i}]\n\n[^${i}]: xyz\n\n`),
    convert: markdown,
    word: 'xyz',
  },
  { name: 'opening brackets', size: 10_000, make: (n) => `${'['.repeat(n)}xyz`, convert: markdown, word: 'xyz' },
  {
    name: 'brackets',
    size: 10_000,
    make: (n) => `${'['.repeat(n)}xyz${']'.repeat(n)}`,
    convert: markdown,
    word: 'xyz',
  },
  { name: 'links that do not end', size: 5000, make: (n) => `${'[xyz]('.repeat(n)}`, convert: markdown, word: 'xyz' },
  { name: 'images that do not end', size: 5000, make: (n) => `${'![xyz]('.repeat(n)}`, convert: markdown, word: 'xyz' },
  {
    name: 'footnote labels',
    size: 5000,
    make: (n) => `[^a]: xyz\n\n${'[^'.repeat(n)}`,
    convert: markdown,
    word: 'xyz',
  },
  { name: 'stars', size: 20000, make: (n) => `${'*'.repeat(n)}xyz${'*'.repeat(n)}`, convert: markdown, word: 'xyz' },
  {
    name: 'emphasis that does not end',
    size: 6000,
    make: (n) => 'xyz **a *b _c '.repeat(n),
    convert: markdown,
    word: 'xyz',
  },
  { name: 'tildes', size: 8000, make: (n) => 'xyz ~a ~~b '.repeat(n), convert: markdown, word: 'xyz' },
  {
    name: 'backticks',
    size: 500,
    make: (n) => rows(n, (i) => `xyz ${'`'.repeat((i % 150) + 1)} `),
    convert: markdown,
    word: 'xyz',
  },
  { name: 'entities', size: 20_000, make: (n) => 'xyz &a '.repeat(n), convert: markdown, word: 'xyz' },
  {
    name: 'comments that do not end',
    size: 10_000,
    make: (n) => 'xyz <!-- a '.repeat(n),
    convert: markdown,
    word: 'xyz',
  },
  { name: 'processing instructions', size: 10_000, make: (n) => 'xyz <? a '.repeat(n), convert: markdown, word: 'xyz' },
  {
    name: 'addresses',
    size: 2500,
    make: (n) => 'xyz http://a.b/(( www.a.b/)) a@b.c '.repeat(n),
    convert: markdown,
    word: 'xyz',
  },
  {
    name: 'an address without end',
    size: 20_000,
    make: (n) => `xyz http://a.b/${'(:'.repeat(n)}`,
    convert: markdown,
    word: 'xyz',
  },
  { name: 'at signs', size: 10_000, make: (n) => `xyz ${'a@'.repeat(n)}`, convert: markdown, word: 'xyz' },
  { name: 'ends of schemes', size: 10_000, make: (n) => `xyz ${'http://'.repeat(n)}`, convert: markdown, word: 'xyz' },
  {
    name: 'a long table',
    size: 2000,
    make: (n) => `| a | b |\n| - | - |\n${'| xyz | 2 |\n'.repeat(n)}`,
    convert: markdown,
    word: 'xyz',
  },
  {
    name: 'a wide table',
    size: 500,
    make: (n) => `${'|xyz'.repeat(n)}|\n${'|-'.repeat(n)}|\n${'|xyz'.repeat(n)}|\n`,
    convert: markdown,
    word: 'xyz',
  },
  {
    name: 'tables of short rows',
    size: 20,
    make: (n) => `${`${'|xyz'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|xyz\n'.repeat(10)}\n`.repeat(n)}`,
    convert: markdown,
    word: 'xyz',
  },
  { name: 'what is no table', size: 5000, make: (n) => 'xyz | a\n'.repeat(n), convert: markdown, word: 'xyz' },
  {
    name: 'references',
    size: 3000,
    make: (n) => rows(n, (i) => `[a${i}]: /u\n`) + 'xyz [a1] '.repeat(n),
    convert: markdown,
    word: 'xyz',
  },
  {
    name: 'front matter without end',
    size: 10000,
    make: (n) => `---\n${'a: xyz\n'.repeat(n)}`,
    convert: markdown,
    word: 'xyz',
  },
  {
    name: 'HTML blocks that do not end',
    size: 1000,
    make: (n) => '<div a="\nxyz\n\n'.repeat(n),
    convert: markdown,
    word: 'xyz',
  },
  { name: 'nested inline tags', size: 10_000, make: (n) => `${'<b>'.repeat(n)}xyz`, convert: html, word: 'xyz' },
  {
    name: 'nested inline tags, closed wrongly',
    size: 6000,
    make: (n) => `${'<b><i>'.repeat(n)}xyz${'</b></u></a>'.repeat(n)}`,
    convert: html,
    word: 'xyz',
  },
  { name: 'nested links', size: 7000, make: (n) => `${'<a href="/x">'.repeat(n)}xyz`, convert: html, word: 'xyz' },
  {
    name: 'nested divs',
    size: 6000,
    make: (n) => `${'<div>'.repeat(n)}xyz${'</span></p>'.repeat(n)}`,
    convert: html,
    word: 'xyz',
  },
  {
    name: 'nested lists',
    size: 4000,
    make: (n) => `${'<ul><li>'.repeat(n)}xyz${'</div></li>'.repeat(n)}`,
    convert: html,
    word: 'xyz',
  },
  {
    name: 'nested tables',
    size: 4000,
    make: (n) => `${'<table><tr><td>'.repeat(n)}xyz${'</b></p></td>'.repeat(n)}`,
    convert: html,
    word: 'xyz',
  },
  {
    name: 'nested quotes in HTML',
    size: 6000,
    make: (n) => `${'<blockquote>xyz'.repeat(n)}`,
    convert: html,
    word: 'xyz',
  },
  { name: 'tags that do not end', size: 8000, make: (n) => 'xyz <a b="c '.repeat(n), convert: html, word: 'xyz' },
  {
    name: 'tags that do not end, in Markdown',
    size: 10_000,
    make: (n) => 'xyz <a b="c '.repeat(n),
    convert: markdown,
    word: 'xyz',
  },
  { name: 'scripts that do not end', size: 10_000, make: (n) => 'xyz <script> '.repeat(n), convert: html, word: 'xyz' },
  {
    name: 'spans of cells',
    size: 300,
    make: (n) => `<table>${'<tr><td colspan=1000 rowspan=1000>xyz</td></tr>'.repeat(n)}</table>`,
    convert: html,
    word: 'xyz',
  },
  {
    name: 'one long row and many short',
    size: 1000,
    make: (n) => `<table><tr>${'<td>xyz'.repeat(n)}${'<tr><td>xyz'.repeat(n)}</table>`,
    convert: html,
    word: 'xyz',
  },
  { name: 'nested JSON', size: 3000, make: nested, convert: json, word: 'xyz' },
  {
    name: 'lines of plain text',
    size: 25000,
    make: (n) => 'xyz\n'.repeat(n),
    convert: (input: string) => fromText(input).document,
    word: 'xyz',
  },
  {
    name: 'a document with a long list, to Markdown',
    size: 1000,
    make: (n) => markdown(rows(n, (i) => `${i + 1}. xyz\n`)),
    convert: (input) => toMarkdown(input),
  },
  {
    name: 'a document with stars, to Markdown',
    size: 1000,
    make: (n) => markdown('*xyz* '.repeat(n)),
    convert: (input) => toMarkdown(input),
  },
  {
    name: 'repair of many nodes',
    size: 6000,
    make: (n) => ({ type: 'doc', content: Array.from({ length: n }, () => ({ type: 'listItem' })) }),
    convert: (input) => repair(input).document,
  },
];
