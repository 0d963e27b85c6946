/** HTML in Markdown, kept to where it stands: no tag, comment or script may reach into the text that follows it. */
import { RAW_TAGS } from '../html/tags.ts';
import { unfinishedAt } from '../html/tokens.ts';
import type { CoreRule, Parser, RenderRule, Token } from './types.ts';

const RAW_START = new RegExp(`^<(${RAW_TAGS})(?=[\\s/>])`, 'i');
const MOST_REPAIRS = 20;

/** A block that ends within a comment gets its end; what ends within a tag is shown as it is written. */
function closed(fragment: string): string {
  let done = '';
  let rest = fragment;
  for (let repairs = 0; repairs < MOST_REPAIRS; repairs++) {
    const at = unfinishedAt(rest);
    if (at === -1) return done + rest;
    if (rest.startsWith('<!--', at)) return `${done}${rest}-->`;
    if (rest[at + 1] === '!' || rest[at + 1] === '?') return `${done}${rest}>`;
    done += `${rest.slice(0, at)}&lt;`;
    rest = rest.slice(at + 1);
  }
  return done + rest.replaceAll('<', '&lt;');
}

const block: RenderRule = (tokens, index) => closed(tokens[index]?.content ?? '');

/** GFM's tag filter: the start of a script or a style that does not end in the same paragraph is text. */
const filter: CoreRule = (state) => {
  for (const { children } of state.tokens) if (children?.some(isRaw)) muteUnclosed(children);
};

const isRaw = (token: Token): boolean => token.type === 'html_inline' && RAW_START.test(token.content);

function muteUnclosed(children: readonly Token[]): void {
  const ends = new Set<string>();
  for (const token of children.toReversed()) {
    if (token.type !== 'html_inline') continue;
    const name = /^<\/?([a-z]+)/i.exec(token.content)?.[1]?.toLowerCase() ?? '';
    if (token.content.startsWith('</')) ends.add(name);
    else if (isRaw(token) && !ends.has(name)) token.type = 'text';
  }
}

export function containedHtml(parser: Parser): void {
  parser.core.ruler.after('inline', 'tag_filter', filter);
  parser.renderer.rules['html_block'] = block;
}
