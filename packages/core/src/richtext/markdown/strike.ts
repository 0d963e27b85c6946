/**
 * Struck text as GFM has it: between one tilde or two on either side, as many on the left as on the right. markdown-it's
 * own rule takes two only.
 */
import type { InlineRule, Parser, Token } from './types.ts';

type InlineState = Parameters<InlineRule>[0];
type Delimiter = InlineState['delimiters'][number];

const TILDE = 0x7e;
/** What pairs are found by: one tilde must not close two. Any numbers that no other rule uses. */
const ONE = 0x1007e;
const TWO = 0x2007e;

const tokenize: InlineRule = (state, silent) => {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  const token = state.push('text', '', 0);
  token.content = '~'.repeat(length);
  if (length <= 2) {
    const marker = length === 1 ? ONE : TWO;
    state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  }
  state.pos += length;
  return true;
};

function replace(state: InlineState, delimiters: readonly Delimiter[]): void {
  for (const { marker, end, token } of delimiters) {
    if ((marker !== ONE && marker !== TWO) || end === -1) continue;
    become(state.tokens[token], 's_open', 1);
    become(state.tokens[delimiters[end]?.token ?? -1], 's_close', -1);
  }
}

function become(token: Token | undefined, type: string, nesting: 1 | -1): void {
  if (!token) return;
  token.type = type;
  token.tag = 's';
  token.nesting = nesting;
  token.content = '';
}

export function gfmStrike(parser: Parser): void {
  parser.inline.ruler.at('strikethrough', tokenize);
  parser.inline.ruler2.at('strikethrough', (state) => {
    replace(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) replace(state, meta.delimiters);
  });
}
