/**
 * The platform's rich-text document: a tree of nodes as its editor stores it. The nodes, marks and attributes are those
 * of the API document; the few attributes beyond it (`start`, spans, widths) are those that the editor itself writes.
 */

interface PlainMark {
  readonly type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'highlight';
}

export interface LinkMark {
  readonly type: 'link';
  readonly attrs: {
    readonly href: string;
    readonly target?: string | null;
    readonly rel?: string | null;
    readonly class?: string | null;
  };
}

export type RichTextMark = PlainMark | LinkMark;
export type MarkType = RichTextMark['type'];

/** A run of characters, never empty. */
export interface TextNode {
  readonly type: 'text';
  readonly text: string;
  readonly marks?: readonly RichTextMark[];
}

export interface HardBreakNode {
  readonly type: 'hardBreak';
  readonly marks?: readonly RichTextMark[];
}

export type InlineNode = TextNode | HardBreakNode;

export interface ParagraphNode {
  readonly type: 'paragraph';
  readonly content?: readonly InlineNode[];
}

export type HeadingLevel = 1 | 2 | 3;

export interface HeadingNode {
  readonly type: 'heading';
  readonly attrs: { readonly level: HeadingLevel };
  readonly content?: readonly InlineNode[];
}

/** One plain string; lines are separated by `\n`. */
export interface CodeBlockNode {
  readonly type: 'codeBlock';
  readonly attrs?: { readonly language?: string | null };
  readonly content?: readonly TextNode[];
}

export interface ImageNode {
  readonly type: 'image';
  readonly attrs: {
    readonly src: string;
    readonly alt?: string | null;
    readonly title?: string | null;
    readonly width?: number | string | null;
    readonly height?: number | string | null;
  };
}

export interface HorizontalRuleNode {
  readonly type: 'horizontalRule';
}

export interface BlockquoteNode {
  readonly type: 'blockquote';
  readonly content: readonly BlockNode[];
}

/** Its first block is a paragraph. */
export interface ListItemNode {
  readonly type: 'listItem';
  readonly content: readonly [ParagraphNode, ...BlockNode[]];
}

export interface BulletListNode {
  readonly type: 'bulletList';
  readonly content: readonly ListItemNode[];
}

export interface OrderedListNode {
  readonly type: 'orderedList';
  readonly attrs?: { readonly start?: number; readonly type?: string | null };
  readonly content: readonly ListItemNode[];
}

export interface CellAttributes {
  readonly colspan?: number;
  readonly rowspan?: number;
  readonly colwidth?: readonly number[] | null;
}

export interface TableCellNode {
  readonly type: 'tableCell' | 'tableHeader';
  readonly attrs?: CellAttributes;
  readonly content: readonly BlockNode[];
}

export interface TableRowNode {
  readonly type: 'tableRow';
  readonly content?: readonly TableCellNode[];
}

export interface TableNode {
  readonly type: 'table';
  readonly content: readonly TableRowNode[];
}

export type BlockNode =
  | ParagraphNode
  | HeadingNode
  | CodeBlockNode
  | ImageNode
  | HorizontalRuleNode
  | BlockquoteNode
  | BulletListNode
  | OrderedListNode
  | TableNode;

export interface RichTextDocument {
  readonly type: 'doc';
  readonly content: readonly BlockNode[];
}

export type RichTextNode = RichTextDocument | BlockNode | ListItemNode | TableRowNode | TableCellNode | InlineNode;
export type NodeType = RichTextNode['type'];
