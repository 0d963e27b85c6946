/** A document as the tree that mdast-util-to-markdown writes. */
import type { BlockContent, Html, List, ListItem, PhrasingContent, Root, Table } from 'mdast';
import type {
  BlockNode,
  BulletListNode,
  ImageNode,
  ListItemNode,
  OrderedListNode,
  ParagraphNode,
  RichTextDocument,
  TableCellNode,
  TableNode,
} from '../document.ts';
import { blockOnOneLine } from '../toHtml.ts';
import { phrasing, withTask } from './phrasing.ts';

/** The largest number that an ordered list's marker can have. */
const LARGEST_NUMBER = 999_999_999;

export function toTree(document: RichTextDocument): Root {
  return { type: 'root', children: blocks(document.content) };
}

const html = (value: string): Html => ({ type: 'html', value });
const asHtml = (block: BlockNode): BlockContent => html(blockOnOneLine(block));

/** An empty paragraph all by itself is what an empty container has: there is nothing to write. */
function blocks(nodes: readonly BlockNode[]): BlockContent[] {
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined && isEmpty(only)) return [];
  return nodes.map((node) => block(node));
}

const isEmpty = (node: BlockNode): boolean => node.type === 'paragraph' && (node.content ?? []).length === 0;

function block(node: BlockNode): BlockContent {
  switch (node.type) {
    case 'paragraph':
      // Without any text it would be HTML that stands alone, and no paragraph.
      return !node.content?.some((one) => one.type === 'text')
        ? asHtml(node)
        : { type: 'paragraph', children: phrasing(node.content, 'lines') };
    case 'heading':
      return { type: 'heading', depth: node.attrs.level, children: phrasing(node.content, 'oneLine') };
    case 'codeBlock':
      return {
        type: 'code',
        lang: node.attrs?.language ?? null,
        value: (node.content ?? []).map((text) => text.text).join(''),
      };
    case 'image':
      return { type: 'paragraph', children: [image(node)] };
    case 'horizontalRule':
      return { type: 'thematicBreak' };
    case 'blockquote':
      return { type: 'blockquote', children: blocks(node.content) };
    case 'bulletList':
      return list(node, undefined);
    case 'orderedList': {
      const start = node.attrs?.start ?? 1;
      const isPlain = (node.attrs?.type ?? null) === null && start >= 0;
      return isPlain && start + node.content.length - 1 <= LARGEST_NUMBER ? list(node, start) : asHtml(node);
    }
    case 'table':
      return isPlainTable(node) ? table(node) : asHtml(node);
  }
}

/** Markdown has no sizes, and no line ends in addresses and descriptions. */
function image(node: ImageNode): PhrasingContent {
  const { src, alt, title, width, height } = node.attrs;
  const needsHtml = (width ?? null) !== null || (height ?? null) !== null || /[\n\r]/.test(`${src}${alt}${title}`);
  if (needsHtml) return html(blockOnOneLine(node));
  return { type: 'image', url: src, alt: alt ?? '', ...(title && { title }) };
}

function list(node: BulletListNode | OrderedListNode, start: number | undefined): List {
  const children = node.content.map((item, index) => listItem(item, start === undefined ? undefined : start + index));
  const spread = children.some((item) => item.spread === true);
  return { type: 'list', ordered: start !== undefined, ...(start !== undefined && { start }), spread, children };
}

function listItem(node: ListItemNode, number: number | undefined): ListItem {
  const children = itemBlocks(node);
  // Close together only what stays apart without a blank line: one paragraph, and lists after it.
  const spread = children.some((child, index) => (index === 0 ? child.type === 'html' : child.type !== 'list'));
  return { type: 'listItem', spread, children, data: { number } as ListItem['data'] };
}

function itemBlocks({ content: [first, ...rest] }: ListItemNode): BlockContent[] {
  if (!isEmpty(first)) return [taskOr(first), ...rest.map((one) => block(one))];
  // In front of any other block the paragraph that an item begins with comes back by itself.
  const [next] = rest;
  if (next === undefined || next.type !== 'paragraph') return rest.map((one) => block(one));
  return [first, ...rest].map((one) => block(one));
}

function taskOr(paragraph: ParagraphNode): BlockContent {
  const written = block(paragraph);
  return written.type === 'paragraph' ? { ...written, children: withTask(written.children) } : written;
}

/** Whether a table is one that GFM can write: a header, then rows, of cells that hold one line each. */
function isPlainTable({ content: rows }: TableNode): boolean {
  const width = rows[0]?.content?.length ?? 0;
  return (
    width > 0 &&
    rows.every(
      (row, index) =>
        row.content?.length === width &&
        row.content.every((cell) => cell.type === (index === 0 ? 'tableHeader' : 'tableCell') && isPlainCell(cell)),
    )
  );
}

function isPlainCell({ attrs = {}, content }: TableCellNode): boolean {
  if ((attrs.colspan ?? 1) !== 1 || (attrs.rowspan ?? 1) !== 1) return false;
  return content.every((node, index) => {
    const isLine = node.type === 'paragraph' && (content.length === 1 || !isEmpty(node));
    return node.type === 'image' || (isLine && content[index - 1]?.type !== 'paragraph');
  });
}

function table(node: TableNode): Table {
  const children = node.content.map((row) => ({
    type: 'tableRow' as const,
    children: (row.content ?? []).map((cell) => ({ type: 'tableCell' as const, children: cellLine(cell) })),
  }));
  return { type: 'table', children };
}

function cellLine({ content }: TableCellNode): PhrasingContent[] {
  return content.flatMap((node, index): PhrasingContent[] => {
    const part =
      node.type === 'image' ? [image(node)] : node.type === 'paragraph' ? phrasing(node.content, 'oneLine') : [];
    return index === 0 ? part : [{ type: 'text', value: ' ' }, ...part];
  });
}
