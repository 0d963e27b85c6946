/** markdown-it as the connector uses it: CommonMark with GFM's extensions and footnotes, addresses left as they are. */
import MarkdownIt from 'markdown-it';
import { gfmAutolinks } from './autolinks.ts';
import { PlainBlockState } from './blockState.ts';
import { listedFootnotes } from './footnotes.ts';
import { PlainInlineState } from './inlineState.ts';
import { joinedLines } from './lineEnds.ts';
import { limitNesting } from './nesting.ts';
import { gfmStrike } from './strike.ts';
import { reportedTables } from './tables.ts';
import { gfmTasks } from './tasks.ts';
import { coreRuleOf, type Parser } from './types.ts';

/** The steps after the blocks are found. They are taken paragraph by paragraph, in `inline.ts`. */
const LATER = ['inline', 'linkify', 'replacements', 'smartquotes', 'text_join'];

/** A parser of which `parse` gives the blocks, with the text of each paragraph not yet read. */
export function createParser(): Parser {
  const parser: Parser = new MarkdownIt({ html: true, linkify: true, typographer: false });
  // The platform deletes an image whose address is gone from a lesson: not one byte of an address may change. Which
  // addresses are allowed is decided for every kind of input in one place, after this.
  parser.normalizeLink = (address) => address;
  parser.normalizeLinkText = (address) => address;
  parser.validateLink = () => true;
  parser.block.State = PlainBlockState;
  parser.inline.State = PlainInlineState;
  joinedLines(parser);
  gfmStrike(parser);
  gfmAutolinks(parser);
  gfmTasks(parser);
  listedFootnotes(parser);
  reportedTables(parser);
  limitNesting(parser);
  parser.core.ruler.disable(LATER);
  spareSteps(parser);
  return parser;
}

/** Leaves out the steps that have nothing to do: each goes over all of the text, or all of its tokens. */
function spareSteps(parser: Parser): void {
  const normalize = coreRuleOf(parser, 'normalize');
  const stripReferences = coreRuleOf(parser, 'strip_references');
  parser.core.ruler.at('normalize', (state) => {
    if (state.src.includes('\r') || state.src.includes('\0')) normalize(state);
  });
  parser.core.ruler.at('strip_references', (state) => {
    if (state.env.references !== undefined) stripReferences(state);
  });
}
