/**
 * Line ends in a paragraph. markdown-it makes a token of each; here one that is no hard break is a character of the text,
 * so that a paragraph of a hundred thousand lines is one token and not two hundred thousand.
 */
import { inlineRuleOf, type InlineRule, type Parser } from './types.ts';

const LINE_END = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;

export function joinedLines(parser: Parser): void {
  const rule = inlineRuleOf(parser, 'newline');
  const joined: InlineRule = (state, silent) => {
    const { src, pos, posMax } = state;
    if (src.charCodeAt(pos) !== LINE_END) return false;
    // Spaces in front may mean a hard break, and are to be taken off.
    if (silent || src.charCodeAt(pos - 1) === SPACE) return rule(state, silent);
    state.pending += '\n';
    let next = pos + 1;
    while (next < posMax && (src.charCodeAt(next) === SPACE || src.charCodeAt(next) === TAB)) next++;
    state.pos = next;
    return true;
  };
  parser.inline.ruler.at('newline', joined);
}
