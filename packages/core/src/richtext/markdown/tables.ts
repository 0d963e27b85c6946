/** Tables: GFM ignores what a row has beyond the columns of its header, which is no reason to lose it in silence. */
import { environmentOf } from './losses.ts';
import { ruleOf, type BlockRule, type Parser, type Token } from './types.ts';

const PIPE = 0x7c;
const BACKSLASH = 0x5c;

/** How many cells a line has: its pipes that are not escaped, but for those at its ends. */
function cellsOf(line: string): number {
  const text = line.trim();
  const last = text.length - 1;
  let cells = 1;
  for (let index = 1; index < last; index++)
    if (text.charCodeAt(index) === PIPE && text.charCodeAt(index - 1) !== BACKSLASH) cells++;
  return cells;
}

export function reportedTables(parser: Parser): void {
  const rule = ruleOf(parser, 'table');
  const reported: BlockRule = (state, startLine, endLine, silent) => {
    const before = state.tokens.length;
    if (!rule(state, startLine, endLine, silent)) return false;
    if (silent) return true;
    const isCell = (token: Token | undefined) => token?.type === 'th_open';
    let columns = 0;
    for (let index = before; state.tokens[index]?.type !== 'thead_close'; index++)
      if (isCell(state.tokens[index])) columns++;
    for (let line = startLine + 2; line < state.line; line++) {
      const text = state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
      if (cellsOf(text) > columns) environmentOf(state.env).losses.push({ code: 'cells_removed', line });
    }
    return true;
  };
  parser.block.ruler.at('table', reported, { alt: ['paragraph', 'reference'] });
}
