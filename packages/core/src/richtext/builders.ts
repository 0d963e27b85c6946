/**
 * Documents in code: `doc(heading(2, 'Install'), paragraph('Run ', bold('rustup')))`. What may stand where is said by
 * the types; what they cannot say (two marks that exclude each other, an address that is not allowed, the depth) `doc`
 * checks, and throws `validation` with the path of the first problem.
 */
import { invalidInput } from '../http/errors.ts';
import type {
  BlockNode,
  BlockquoteNode,
  BulletListNode,
  CellAttributes,
  CodeBlockNode,
  HardBreakNode,
  HeadingLevel,
  HeadingNode,
  HorizontalRuleNode,
  ImageNode,
  InlineNode,
  LinkMark,
  ListItemNode,
  OrderedListNode,
  ParagraphNode,
  RichTextDocument,
  RichTextMark,
  TableCellNode,
  TableNode,
  TableRowNode,
} from './document.ts';
import { validate } from './validate.ts';

/** Text, or what the functions for marks give. */
export type Inline = string | InlineNode | readonly InlineNode[];
/** A block, or text for a paragraph. */
export type Block = BlockNode | string;
type OneOrMore<Value> = readonly [Value, ...Value[]];

/** The whole document. Throws `validation` that names the first thing that the editor would not take, with its path. */
export function doc(...blocks: OneOrMore<Block>): RichTextDocument {
  const document: RichTextDocument = { type: 'doc', content: blocks.map(toBlock) };
  const [problem] = validate(document);
  if (problem) throw invalidInput('document', `The document is not valid: ${problem.path} ${problem.message}.`);
  return document;
}

export const paragraph = (...content: readonly Inline[]): ParagraphNode => ({ type: 'paragraph', ...filled(content) });

export const heading = (level: HeadingLevel, ...content: readonly Inline[]): HeadingNode => ({
  type: 'heading',
  attrs: { level },
  ...filled(content),
});

export const codeBlock = (code: string, language: string | null = null): CodeBlockNode => ({
  type: 'codeBlock',
  attrs: { language },
  ...(code !== '' && { content: [{ type: 'text', text: code }] }),
});

export const blockquote = (...blocks: OneOrMore<Block>): BlockquoteNode => ({
  type: 'blockquote',
  content: blocks.map(toBlock),
});

/** A list item begins with a paragraph. */
export const listItem = (first: ParagraphNode | string, ...blocks: readonly Block[]): ListItemNode => ({
  type: 'listItem',
  content: [typeof first === 'string' ? paragraph(first) : first, ...blocks.map(toBlock)],
});

export const bulletList = (...items: OneOrMore<ListItemNode | string>): BulletListNode => ({
  type: 'bulletList',
  content: items.map(toItem),
});

export const orderedList = (...items: OneOrMore<ListItemNode | string>): OrderedListNode => ({
  type: 'orderedList',
  content: items.map(toItem),
});

/** A numbered list that begins with another number than 1. */
export const orderedListFrom = (start: number, ...items: OneOrMore<ListItemNode | string>): OrderedListNode => ({
  type: 'orderedList',
  attrs: { start },
  content: items.map(toItem),
});

export const table = (...rows: OneOrMore<TableRowNode>): TableNode => ({ type: 'table', content: rows });
export const tableRow = (...cells: OneOrMore<TableCellNode>): TableRowNode => ({ type: 'tableRow', content: cells });
export const tableCell = (...blocks: OneOrMore<Block>): TableCellNode => cell('tableCell', blocks);
export const tableHeader = (...blocks: OneOrMore<Block>): TableCellNode => cell('tableHeader', blocks);
/** A cell over several columns or rows. */
export const spanning = (one: TableCellNode, attrs: CellAttributes): TableCellNode => ({ ...one, attrs });

export const image = (attrs: ImageNode['attrs']): ImageNode => ({ type: 'image', attrs });
export const horizontalRule = (): HorizontalRuleNode => ({ type: 'horizontalRule' });
export const hardBreak = (): HardBreakNode => ({ type: 'hardBreak' });

export const text = (value: string, ...marks: readonly RichTextMark[]): readonly InlineNode[] =>
  value === '' ? [] : [{ type: 'text', text: value, ...(marks.length > 0 && { marks }) }];
export const bold = (...content: readonly Inline[]): readonly InlineNode[] => marked({ type: 'bold' }, content);
export const italic = (...content: readonly Inline[]): readonly InlineNode[] => marked({ type: 'italic' }, content);
export const underline = (...content: readonly Inline[]): readonly InlineNode[] =>
  marked({ type: 'underline' }, content);
export const strike = (...content: readonly Inline[]): readonly InlineNode[] => marked({ type: 'strike' }, content);
export const highlight = (...content: readonly Inline[]): readonly InlineNode[] =>
  marked({ type: 'highlight' }, content);
/** Code excludes every other mark, so it takes plain text only. */
export const code = (value: string): readonly InlineNode[] => text(value, { type: 'code' });
export const link = (href: string, ...content: readonly Inline[]): readonly InlineNode[] =>
  marked({ type: 'link', attrs: { href } } satisfies LinkMark, content);

function inlines(content: readonly Inline[]): InlineNode[] {
  return content.flatMap((one) => (typeof one === 'string' ? text(one) : one));
}

function filled(content: readonly Inline[]): { content?: readonly InlineNode[] } {
  const nodes = inlines(content);
  return nodes.length > 0 ? { content: nodes } : {};
}

/** The same mark twice is the same as once. */
function marked(mark: RichTextMark, content: readonly Inline[]): readonly InlineNode[] {
  return inlines(content).map((node) => {
    const has = mark.type !== 'link' && node.marks?.some((one) => one.type === mark.type);
    return has || node.type === 'hardBreak' ? node : { ...node, marks: [mark, ...(node.marks ?? [])] };
  });
}

function toBlock(block: Block): BlockNode {
  return typeof block === 'string' ? paragraph(block) : block;
}

function toItem(item: ListItemNode | string): ListItemNode {
  return typeof item === 'string' ? listItem(item) : item;
}

function cell(type: TableCellNode['type'], blocks: OneOrMore<Block>): TableCellNode {
  return { type, content: blocks.map(toBlock) };
}
