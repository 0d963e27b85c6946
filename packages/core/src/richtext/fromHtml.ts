import type { RichTextDocument } from './document.ts';
import { HtmlReader } from './html/reader.ts';
import { plainHtml, readTokens } from './html/tokens.ts';
import { TreeBuilder } from './treeBuilder.ts';
import { WarningList, type Conversion } from './warnings.ts';

/** Reads HTML into a document; `lineAt` gives the source's line for a place in the HTML. */
export function readHtml(html: string, warnings: WarningList, lineAt: (index: number) => number): RichTextDocument {
  const builder = new TreeBuilder(warnings);
  const tokens = readTokens(html, new HtmlReader(builder, warnings));
  warnings.where = () => ({ line: lineAt(tokens.at()) });
  tokens.run();
  return builder.finish();
}

/** The line of a place in a text, from 1. Places must be asked for in order. */
export function lineCounter(text: string): (index: number) => number {
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
  const document = readHtml(plain, warnings, lineCounter(plain));
  return { document, warnings: warnings.all() };
}
