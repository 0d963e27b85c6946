import type { BlockNode, InlineNode, ListItemNode, TableNode } from './document.ts';
import { repair } from './repair.ts';

/**
 * A document as plain text: blocks are parted by blank lines, list items marked, cells parted by tabs. An image is its
 * description and address, and a link is followed by its address where the text is not that. Takes any value.
 */
export function toText(document: unknown): string {
  return blocksText(repair(document).document.content);
}

const blocksText = (blocks: readonly BlockNode[]): string =>
  blocks
    .map((block) => blockText(block))
    .filter((text) => text !== '')
    .join('\n\n');

function blockText(block: BlockNode): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return inlineText(block.content);
    case 'codeBlock':
      return (block.content ?? []).map((text) => text.text).join('');
    case 'image':
      return [block.attrs.alt, `(${block.attrs.src})`].filter(Boolean).join(' ');
    case 'horizontalRule':
      return '---';
    case 'blockquote':
      return indent(blocksText(block.content), '> ', '> ');
    case 'bulletList':
      return block.content.map((item) => itemText(item, '- ')).join('\n');
    case 'orderedList': {
      const start = block.attrs?.start ?? 1;
      return block.content.map((item, index) => itemText(item, `${start + index}. `)).join('\n');
    }
    case 'table':
      return tableText(block);
  }
}

const itemText = (item: ListItemNode, marker: string): string =>
  indent(
    item.content
      .map((block) => blockText(block))
      .filter((text) => text !== '')
      .join('\n'),
    marker,
    '  ',
  );

const tableText = (table: TableNode): string =>
  table.content
    .map((row) => (row.content ?? []).map((cell) => blocksText(cell.content).replace(/\s+/g, ' ')).join('\t'))
    .join('\n');

const indent = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
    .join('\n');

function inlineText(nodes: readonly InlineNode[] = []): string {
  let text = '';
  nodes.forEach((node, index) => {
    text += node.type === 'hardBreak' ? '\n' : node.text;
    const href = linkOf(node);
    // After the last run of a link.
    if (href !== undefined && linkOf(nodes[index + 1]) !== href && !sameAddress(text, href)) text += ` (${href})`;
  });
  return text;
}

function linkOf(node: InlineNode | undefined): string | undefined {
  const mark = node?.marks?.find((one) => one.type === 'link');
  return mark?.type === 'link' && mark.attrs.href !== '' ? mark.attrs.href : undefined;
}

const sameAddress = (text: string, href: string): boolean =>
  text.endsWith(href) || text.endsWith(href.replace(/^(mailto:|tel:|https?:\/\/)/, ''));
