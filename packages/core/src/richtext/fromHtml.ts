import type { RichTextDocument } from './document.ts';
import { HtmlReader } from './html/reader.ts';
import { plainHtml, readTokens } from './html/tokens.ts';
import { TreeBuilder } from './treeBuilder.ts';
import { WarningList, type Conversion } from './warnings.ts';

/** The line of a place in a text, from 1. Places must be asked for in order. */
function lineCounter(text: string): (index: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (index) => {
    while (next !== -1 && next < index) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

/**
 * HTML, a whole page or a piece of one, to a document. Never throws: what a document cannot hold is left out or turned
 * into what is nearest, and each such thing is a warning with its line.
 */
export function fromHtml(html: string): Conversion<RichTextDocument> {
  const warnings = new WarningList();
  const plain = plainHtml(html);
  const builder = new TreeBuilder(warnings);
  const tokens = readTokens(plain, new HtmlReader(builder, warnings));
  const lineAt = lineCounter(plain);
  warnings.where = () => ({ line: lineAt(tokens.at()) });
  tokens.run();
  return { document: builder.finish(), warnings: warnings.all() };
}
