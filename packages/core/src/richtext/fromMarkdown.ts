import type { RichTextDocument } from './document.ts';
import { HtmlReader } from './html/reader.ts';
import { MarkdownReading } from './markdown/blocks.ts';
import { takeFrontMatter, type FrontMatter } from './markdown/frontMatter.ts';
import { newEnvironment } from './markdown/losses.ts';
import { createParser } from './markdown/parser.ts';
import { TreeBuilder } from './treeBuilder.ts';
import { WarningList, type Conversion } from './warnings.ts';

const parser = createParser();

export interface MarkdownConversion extends Conversion<RichTextDocument> {
  /** The settings in front of the text, where there are any. */
  readonly metadata?: { readonly frontMatter: FrontMatter };
}

/**
 * Markdown (CommonMark with GFM's extensions, footnotes, and HTML in it) to a document. Never throws: what a document
 * cannot hold is left out or turned into what is nearest, and each such thing is a warning with its line.
 */
export function fromMarkdown(markdown: string): MarkdownConversion {
  const warnings = new WarningList();
  const text = markdown.replace(/^\ufeff/, '');
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const { frontMatter, body, lines: skipped } = takeFrontMatter(plain);
  if (frontMatter) warnings.add('front_matter_removed', undefined, { line: 1 });
  const environment = newEnvironment();
  const reading = new MarkdownReading(parser, body, environment);
  for (const { code, line, detail } of environment.losses) warnings.add(code, detail, { line: line + 1 + skipped });
  warnings.where = () => ({ line: reading.line + 1 + skipped });
  const builder = new TreeBuilder(warnings);
  reading.run(new HtmlReader(builder, warnings), warnings);
  return { document: builder.finish(), warnings: warnings.all(), ...(frontMatter && { metadata: { frontMatter } }) };
}
