/**
 * Addresses in running text become links, by the rules of GFM (6.9, autolinks extension): `www.`, `http://`, `https://`
 * and e-mail addresses.
 */
import { PlainToken } from './plainToken.ts';
import type { InlineRule, Parser, Token } from './types.ts';

type InlineState = Parameters<InlineRule>[0];

const SCHEME = /(?:^|[^A-Za-z0-9])(https?)$/i;
/** A domain: an underscore may stand in it, but not in its last two parts. */
const DOMAIN = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/u;
const URL_BODY = /^[^\s<[\]]*/;
const EMAIL =
  /(?:mailto:)?[A-Za-z0-9.+_-]+@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*[A-Za-z0-9])+(?![A-Za-z0-9_-]*[_-](?![A-Za-z0-9.]))/g;
/** The longest that is looked at: longer than any address that works. */
const LONGEST = 4096;

/** How much of a text is the address: without the punctuation that ends the sentence. */
function addressLength(text: string, hostStart: number, needsDot: boolean): number {
  const host = DOMAIN.exec(text.slice(hostStart, hostStart + 255))?.[0] ?? '';
  const parts = host.split('.');
  if (host === '' || (needsDot && parts.length < 2) || parts.slice(-2).some((part) => part.includes('_'))) return 0;
  const end = addressEnd(URL_BODY.exec(text)?.[0] ?? '');
  return end > hostStart ? end : 0;
}

/** Where the punctuation after an address begins, read from its end: each character is looked at once. */
function addressEnd(url: string): number {
  let unpaired = count(url, ')') - count(url, '(');
  for (let end = url.length; ; end--) {
    const last = url[end - 1] ?? '';
    if (last === ')' && unpaired > 0) unpaired--;
    else if (last === ';') {
      let start = end - 1;
      while (/[A-Za-z0-9]/.test(url[start - 1] ?? '')) start--;
      // What looks like `&copy;` is none of it; any other semicolon is.
      if (start === end - 1 || url[start - 1] !== '&') return end;
      end = start;
    } else if (last === '' || !`?!.,:*_~'"`.includes(last)) return end;
  }
}

const count = (text: string, character: string): number => text.split(character).length - 1;

/** What may stand right in front: nothing, white space, or one of `*`, `_`, `~`, `(`. */
const mayFollow = (before: string): boolean => before === '' || /[\s*_~(]/.test(before);

function pushLink(state: InlineState, text: string, prefix: string): void {
  const open = state.push('link_open', 'a', 1);
  open.attrs = [['href', prefix + text.replaceAll('&amp;', '&')]];
  state.push('text', '', 0).content = text.replaceAll('&amp;', '&');
  state.push('link_close', 'a', -1);
}

/** At the colon of `https://`: the letters before it are already on their way to be text. */
const url: InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x3a || state.linkLevel > 0 || !state.src.startsWith('://', state.pos))
    return false;
  const [, scheme] = SCHEME.exec(state.src.slice(Math.max(0, state.pos - 6), state.pos)) ?? [];
  if (scheme === undefined) return false;
  const start = state.pos - scheme.length;
  if (!mayFollow(state.src.slice(start - 1 < 0 ? 0 : start - 1, start))) return false;
  const text = state.src.slice(start, Math.min(state.posMax, start + LONGEST));
  const length = addressLength(text, scheme.length + 3, false);
  if (length === 0) return false;
  if (!silent) {
    if (!state.pending.endsWith(scheme)) return false;
    state.pending = state.pending.slice(0, -scheme.length);
    pushLink(state, text.slice(0, length), '');
  }
  state.pos = start + length;
  return true;
};

const www: InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x77 || state.linkLevel > 0) return false;
  if (!state.src.startsWith('www.', state.pos)) return false;
  if (!mayFollow(state.src.slice(Math.max(0, state.pos - 1), state.pos))) return false;
  const text = state.src.slice(state.pos, Math.min(state.posMax, state.pos + LONGEST));
  const length = addressLength(text, 0, true);
  if (length <= 4) return false;
  if (!silent) pushLink(state, text.slice(0, length), 'http://');
  state.pos += length;
  return true;
};

/** What may be more than text: 1, or 2 and 3 for where an address may begin, at `www.` and `://`. */
const SPECIAL = new Uint8Array(128);
for (const character of '\n!&*<[\\]_`~') SPECIAL[character.charCodeAt(0)] = 1;
SPECIAL[0x77] = 2;
SPECIAL[0x3a] = 3;

/** As markdown-it's text rule, but that it knows addresses, and does not stop for what only plugins would look at. */
const text: InlineRule = (state, silent) => {
  const { src, pos: start, posMax } = state;
  let end = start;
  for (; end < posMax; end++) {
    const code = src.charCodeAt(end);
    const special = code < 128 ? SPECIAL[code] : 0;
    if (special === 1 || (special === 3 && src.startsWith('://', end))) break;
    // Where `www.` was just refused as an address, it is text.
    if (special === 2 && end > start && startsAddress(src, end)) break;
  }
  if (end === start) return false;
  if (!silent) state.pending += src.slice(start, end);
  state.pos = end;
  return true;
};

const startsAddress = (src: string, at: number): boolean =>
  src.startsWith('www.', at) && /[\s(]/.test(src.charAt(at - 1));

/** The tokens of a paragraph, with links for the e-mail addresses in text that is not in a link already. */
export function linkEmails(content: string, tokens: Token[]): Token[] {
  if (!content.includes('@')) return tokens;
  let links = 0;
  return tokens.flatMap((token): Token[] => {
    if (token.type === 'link_open' || (token.type === 'html_inline' && /^<a[\s>]/i.test(token.content))) links++;
    if (token.type === 'link_close' || (token.type === 'html_inline' && /^<\/a\s*>/i.test(token.content))) links--;
    return token.type === 'text' && links <= 0 && token.content.includes('@') ? withEmails(token) : [token];
  });
}

function withEmails(token: Token): Token[] {
  const tokens: Token[] = [];
  const push = (type: string, nesting: -1 | 0 | 1, content: string, href?: string) => {
    const one = new PlainToken(type, type === 'text' ? '' : 'a', nesting);
    one.content = content;
    if (href !== undefined) one.attrs = [['href', href]];
    tokens.push(one);
  };
  let done = 0;
  for (const { 0: address, index } of token.content.matchAll(EMAIL)) {
    if (index > done) push('text', 0, token.content.slice(done, index));
    push('link_open', 1, '', address.startsWith('mailto:') ? address : `mailto:${address}`);
    push('text', 0, address);
    push('link_close', -1, '');
    done = index + address.length;
  }
  if (done === 0) return [token];
  if (done < token.content.length) push('text', 0, token.content.slice(done));
  return tokens;
}

export function gfmAutolinks(parser: Parser): void {
  parser.inline.ruler.at('linkify', url);
  parser.inline.ruler.before('text', 'www', www);
  parser.inline.ruler.at('text', text);
}
