/** HTML in Markdown, kept to where it stands: no tag, comment or script may reach into the text that follows it. */
import { RAW_TAGS } from '../html/tags.ts';
import { unfinishedAt } from '../html/tokens.ts';
import type { Token } from './types.ts';

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
    const isSpecial = rest[at + 1] === '!' || rest[at + 1] === '?';
    if (isSpecial && !rest.startsWith('<![CDATA[', at)) return `${done}${rest}>`;
    done += `${rest.slice(0, at)}&lt;`;
    rest = rest.slice(at + 1);
  }
  return done + rest.replaceAll('<', '&lt;');
}

/** The HTML of a block, which opens and closes as it likes, but ends nothing in the middle. */
export const blockHtml = (token: Token): string => closed(token.content);

const isRaw = (token: Token): boolean => token.type === 'html_inline' && RAW_START.test(token.content);

export const holdsHtml = (tokens: readonly Token[]): boolean => tokens.some((token) => token.type === 'html_inline');

/** GFM's tag filter: the start of a script or a style that does not end in the same paragraph is text. */
export function filterTags(tokens: readonly Token[]): void {
  if (!tokens.some(isRaw)) return;
  const ends = new Set<string>();
  for (const token of tokens.toReversed()) {
    if (token.type !== 'html_inline') continue;
    const name = /^<\/?([a-z]+)/i.exec(token.content)?.[1]?.toLowerCase() ?? '';
    if (token.content.startsWith('</')) ends.add(name);
    else if (isRaw(token) && !ends.has(name)) token.type = 'text';
  }
}
