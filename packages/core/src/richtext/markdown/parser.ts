/** markdown-it as the connector uses it: CommonMark with GFM's extensions and footnotes, addresses left as they are. */
import MarkdownIt from 'markdown-it';
import { gfmAutolinks } from './autolinks.ts';
import { listedFootnotes } from './footnotes.ts';
import { containedHtml } from './html.ts';
import { environmentOf } from './losses.ts';
import { limitNesting } from './nesting.ts';
import { gfmStrike } from './strike.ts';
import { reportedTables } from './tables.ts';
import { gfmTasks } from './tasks.ts';
import type { Parser, RenderRule } from './types.ts';

export function createParser(): Parser {
  const parser: Parser = new MarkdownIt({ html: true, linkify: true, typographer: false });
  // The platform deletes an image whose address is gone from a lesson: not one byte of an address may change. Which
  // addresses are allowed is decided for every kind of input in one place, after this.
  parser.normalizeLink = (address) => address;
  parser.normalizeLinkText = (address) => address;
  parser.validateLink = () => true;
  gfmStrike(parser);
  gfmAutolinks(parser);
  gfmTasks(parser);
  listedFootnotes(parser);
  reportedTables(parser);
  containedHtml(parser);
  limitNesting(parser);
  parser.renderer.rules['code_inline'] = inlineCode;
  parser.renderer.rules['fence'] = fence;
  return parser;
}

const { escapeHtml, unescapeAll } = new MarkdownIt().utils;

/** A code span keeps the spaces that are in it, which HTML would run together. */
const inlineCode: RenderRule = (tokens, index) => {
  const content = tokens[index]?.content ?? '';
  const style = /^ | $| {2}/.test(content) ? ' style="white-space:pre-wrap"' : '';
  return `<code${style}>${escapeHtml(content)}</code>`;
};

const fence: RenderRule = (tokens, index, _options, env) => {
  const token = tokens[index];
  if (!token) return '';
  const [language = '', ...more] = unescapeAll(token.info).trim().split(/\s+/);
  if (more.length > 0)
    environmentOf(env).losses.push({ code: 'code_info_removed', line: token.map?.[0] ?? 0, detail: more.join(' ') });
  const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  return `<pre><code${name}>${escapeHtml(token.content)}</code></pre>\n`;
};
