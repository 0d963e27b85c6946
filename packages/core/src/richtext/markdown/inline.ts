/** The text of one paragraph, heading or cell: markdown-it's tokens of it, and these as tags and text. */
import { readTokens, type HtmlEvents, type TagAttributes } from '../html/tokens.ts';
import { linkEmails } from './autolinks.ts';
import { referenceText } from './footnotes.ts';
import { filterTags, holdsHtml } from './html.ts';
import { HtmlWriter } from './htmlWriter.ts';
import { handOn, type Environment } from './losses.ts';
import { PlainToken } from './plainToken.ts';
import type { Parser, Token } from './types.ts';

export const NO_ATTRIBUTES: TagAttributes = Object.freeze({});
/** A code span keeps the spaces that are in it, which HTML would run together. */
const KEEPS_SPACES: TagAttributes = Object.freeze({ style: 'white-space:pre-wrap' });

/** What any rule may take for more than text. Most cells, items and headings have none of it. */
const MARKUP = /[\n&*<[\\_`~@]|:\/\/|www\./i;

/** Reads the text of an `inline` token, which markdown-it leaves for later here. */
export function parseInline(parser: Parser, { content }: Token, environment: Environment): Token[] {
  if (!MARKUP.test(content)) return content === '' ? [] : [plainTextToken(content)];
  const tokens: Token[] = [];
  parser.inline.parse(content, parser, handOn(environment), tokens);
  if (content.includes('<')) filterTags(tokens);
  return linkEmails(content, tokens);
}

function plainTextToken(content: string): Token {
  const token = new PlainToken('text', '', 0);
  token.content = content;
  return token;
}

export function attributesOf({ attrs }: Token): TagAttributes {
  if (attrs === null) return NO_ATTRIBUTES;
  const attributes: Record<string, string> = {};
  for (const [name, value] of attrs) attributes[name] = String(value);
  return attributes;
}

/**
 * Hands on a paragraph's tokens. One with HTML in it goes the way of HTML as a whole: some tags take what follows for
 * text. Gives whether it has.
 */
export function emitInline(tokens: readonly Token[], events: HtmlEvents): boolean {
  const isHtml = holdsHtml(tokens);
  if (isHtml) readTokens(htmlOf(tokens), events).run();
  else for (const token of tokens) emit(token, events);
  return isHtml;
}

function emit(token: Token, events: HtmlEvents): void {
  switch (token.type) {
    case 'text':
    case 'text_special':
      return events.text(token.content);
    case 'softbreak':
      return events.text('\n');
    case 'hardbreak':
      events.open('br', NO_ATTRIBUTES);
      return events.text('\n');
    case 'code_inline':
      events.open('code', /^ | $| {2}/.test(token.content) ? KEEPS_SPACES : NO_ATTRIBUTES);
      events.text(token.content);
      return events.close('code');
    case 'image':
      return events.open('img', { ...attributesOf(token), alt: plainText(token.children) });
    case 'footnote_ref':
      return events.text(referenceText(token));
    default:
      if (token.nesting === -1) events.close(token.tag);
      else events.open(token.tag, attributesOf(token));
  }
}

/** What an image shows where it cannot be shown. */
function plainText(tokens: readonly Token[] | null): string {
  let text = '';
  for (const token of tokens ?? []) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') text += plainText(token.children);
    else if (token.type !== 'footnote_ref') text += token.content;
  }
  return text;
}

/** A paragraph's tokens as HTML: the same tags and text, written down around those that are HTML already. */
function htmlOf(tokens: readonly Token[]): string {
  const writer = new HtmlWriter();
  for (const token of tokens) {
    if (token.type === 'html_inline') writer.html += token.content;
    else emit(token, writer);
  }
  return writer.html;
}
