/**
 * Markdown that is nested without end. markdown-it calls itself for every level of quotes and lists: its own limit drops
 * what is deeper, and without one it overflows the stack. Here a marker beyond the limit is text.
 */
import { environmentOf } from './losses.ts';
import { ruleOf, type BlockRule, type Parser } from './types.ts';

/** As markdown-it counts: one for a quote or a footnote, two for a list. More than a document can hold. */
const MOST_LEVELS = 44;

/** The rules that go deeper, and what each of them may interrupt (as markdown-it has it). */
const NESTING_RULES: Readonly<Record<string, string[]>> = {
  blockquote: ['paragraph', 'reference', 'blockquote', 'list'],
  list: ['paragraph', 'reference', 'blockquote'],
  footnote_def: ['paragraph', 'reference'],
};

export function limitNesting(parser: Parser): void {
  for (const [name, alt] of Object.entries(NESTING_RULES)) {
    const rule = ruleOf(parser, name);
    const limited: BlockRule = (state, startLine, endLine, silent) => {
      if (state.level < MOST_LEVELS) return rule(state, startLine, endLine, silent);
      if (!silent && rule(state, startLine, endLine, true))
        environmentOf(state.env).losses.push({ code: 'too_deep', line: startLine });
      return false;
    };
    parser.block.ruler.at(name, limited, { alt });
  }
}
