/** The platform's rich-text document: a tree of nodes as its editor stores it. */

export interface RichTextMark {
  readonly type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'link' | 'highlight';
  readonly attrs?: Readonly<Record<string, string>>;
}

export interface RichTextNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, string | number | null>>;
  readonly content?: readonly RichTextNode[];
  readonly text?: string;
  readonly marks?: readonly RichTextMark[];
}

export interface RichTextDocument extends RichTextNode {
  readonly type: 'doc';
  readonly content: readonly RichTextNode[];
}

export const paragraph = (content: readonly RichTextNode[] = []): RichTextNode =>
  content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' };

/** A document is never empty: the editor wants one block at least. */
export const document = (blocks: readonly RichTextNode[]): RichTextDocument => ({
  type: 'doc',
  content: blocks.length > 0 ? blocks : [paragraph()],
});
