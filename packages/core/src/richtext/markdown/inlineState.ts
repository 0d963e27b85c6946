/** What markdown-it keeps while it reads the text of one paragraph, with plain fields and tokens (see `plainToken.ts`). */
import MarkdownIt from 'markdown-it';
import { PlainToken } from './plainToken.ts';
import type { InlineRule, Parser, Token } from './types.ts';

type State = Parameters<InlineRule>[0];

class PlainState {
  src: string;
  env: State['env'];
  md: Parser;
  tokens: Token[];
  tokens_meta: State['tokens_meta'] = [];
  pos = 0;
  posMax: number;
  level = 0;
  pending = '';
  pendingLevel = 0;
  cache: State['cache'] = {};
  backticks: State['backticks'] = {};
  backticksScanned = false;
  skipHtmlSpecial = false;
  linkLevel = 0;
  delimiters: State['delimiters'] = [];
  _prev_delimiters: State['delimiters'][] = [];
  Token = PlainToken;

  constructor(src: string, md: Parser, env: State['env'], tokens: Token[]) {
    this.src = src;
    this.env = env;
    this.md = md;
    this.tokens = tokens;
    this.posMax = src.length;
  }

  pushPending(): Token {
    const token = new PlainToken('text', '', 0);
    token.content = this.pending;
    token.level = this.pendingLevel;
    this.tokens.push(token);
    this.pending = '';
    return token;
  }

  push(type: string, tag: string, nesting: Token['nesting']): Token {
    if (this.pending !== '') this.pushPending();
    const token = new PlainToken(type, tag, nesting);
    if (nesting < 0) {
      this.level--;
      this.delimiters = this._prev_delimiters.pop() ?? [];
    }
    token.level = this.level;
    if (nesting > 0) {
      this.level++;
      this._prev_delimiters.push(this.delimiters);
      this.delimiters = [];
      // Delimiters of what is open are found by this alone: where in the list it stands does not matter.
      this.tokens_meta.push({ delimiters: this.delimiters });
    }
    this.pendingLevel = this.level;
    this.tokens.push(token);
    return token;
  }
}
Object.setPrototypeOf(PlainState.prototype, MarkdownIt.StateInline.prototype);

export const PlainInlineState = PlainState as unknown as typeof MarkdownIt.StateInline;
