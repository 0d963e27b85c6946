/** What markdown-it keeps while it finds the blocks of a text, with plain fields and tokens (see `plainToken.ts`). */
import MarkdownIt from 'markdown-it';
import { PlainToken } from './plainToken.ts';
import type { BlockRule, Parser, Token } from './types.ts';

type State = Parameters<BlockRule>[0];

const TAB = 9;
const SPACE = 32;
const BLANK = /^[ \t]*$/;

class PlainState {
  src: string;
  md: Parser;
  env: State['env'];
  tokens: Token[];
  /** Where each line begins and ends, and how far its text is indented: in characters, and in columns. */
  bMarks: number[] = [];
  eMarks: number[] = [];
  tShift: number[] = [];
  sCount: number[] = [];
  bsCount: number[] = [];
  blkIndent = 0;
  line = 0;
  lineMax: number;
  tight = false;
  listIndent = -1;
  parentType = 'root';
  level = 0;
  Token = PlainToken;

  constructor(src: string, md: Parser, env: State['env'], tokens: Token[]) {
    this.src = src;
    this.md = md;
    this.env = env;
    this.tokens = tokens;
    for (let start = 0; start < src.length;) {
      const next = src.indexOf('\n', start);
      // Nothing but white space, and no line end after it, is no line.
      if (next === -1 && BLANK.test(src.slice(start))) break;
      const end = next === -1 ? src.length : next;
      this.#addLine(start, end);
      start = end + 1;
    }
    this.lineMax = this.bMarks.length;
    this.#addLine(src.length, src.length);
  }

  #addLine(start: number, end: number): void {
    let pos = start;
    let columns = 0;
    for (; pos < end; pos++) {
      const code = this.src.charCodeAt(pos);
      if (code === SPACE) columns++;
      else if (code === TAB) columns += 4 - (columns % 4);
      else break;
    }
    this.bMarks.push(start);
    this.eMarks.push(end);
    this.tShift.push(pos - start);
    this.sCount.push(columns);
    this.bsCount.push(0);
  }

  push(type: string, tag: string, nesting: Token['nesting']): Token {
    const token = new PlainToken(type, tag, nesting);
    token.block = true;
    if (nesting < 0) this.level--;
    token.level = this.level;
    if (nesting > 0) this.level++;
    this.tokens.push(token);
    return token;
  }
}
Object.setPrototypeOf(PlainState.prototype, MarkdownIt.StateBlock.prototype);

export const PlainBlockState = PlainState as unknown as typeof MarkdownIt.StateBlock;
