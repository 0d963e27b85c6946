/** The words of a text and of a document, in order: what must neither join nor vanish. */
interface Json {
  readonly type?: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Json[];
}

/** All text of a document, with a line end at every end of a block and the descriptions of its images. */
export function textOfDocument(document: unknown): string {
  let text = '';
  const walk = ({ type, text: own, attrs, content }: Json): void => {
    if (own !== undefined) text += own;
    if (type === 'hardBreak') text += '\n';
    if (type === 'image') text += `\n${String(attrs?.['alt'] ?? '')}`;
    content?.forEach(walk);
    if (type !== 'text' && type !== 'hardBreak') text += '\n';
  };
  walk(document as Json);
  return text;
}

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
