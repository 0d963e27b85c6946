import type { RichTextDocument } from './document.ts';
import { TreeBuilder } from './treeBuilder.ts';
import { WarningList, type Conversion } from './warnings.ts';

/**
 * Plain text to a document: blank lines part paragraphs, every other line end is a line break. Nothing in the text means
 * anything else, and nothing of it is lost.
 */
export function fromText(text: string): Conversion<RichTextDocument> {
  const warnings = new WarningList();
  const builder = new TreeBuilder(warnings);
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?|[\u2028\u2029]/g, '\n');
  for (const paragraph of plain.split(/\n[^\S\n]*\n\s*/)) {
    const lines = paragraph.replace(/^\n+|\s+$/g, '');
    if (lines.trim() === '') continue;
    builder.openText('paragraph');
    lines.split('\n').forEach((line, index) => {
      if (index > 0) builder.hardBreak();
      builder.text(line, []);
    });
    builder.endText();
  }
  return { document: builder.finish(), warnings: warnings.all() };
}
