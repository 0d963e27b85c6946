import type {
  BlockNode,
  InlineNode,
  ListItemNode,
  MarkType,
  RichTextMark,
  TableCellNode,
  TableRowNode,
} from './document.ts';
import { escapeHtml } from './escape.ts';
import { repair } from './repair.ts';

type Block = BlockNode | ListItemNode | TableRowNode | TableCellNode;
type AttributeValue = string | number | null | undefined;

const MARK_TAGS: Readonly<Record<Exclude<MarkType, 'link'>, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  highlight: 'mark',
  code: 'code',
};

/**
 * A document as HTML: elements and attributes of a fixed list, with every text and value escaped, so that it does
 * nothing when it is shown. Takes any value, and repairs it first where it is not valid.
 */
export function toHtml(document: unknown): string {
  return repair(document)
    .document.content.map((block) => blockHtml(block))
    .join('\n');
}

/** One block on one line, with no line end even in code: as Markdown takes HTML without ending it at a blank line. */
export function blockOnOneLine(block: Block): string {
  return blockHtml(block).replaceAll('\n', '&#10;');
}

function element(name: string, attributes: Readonly<Record<string, AttributeValue>>, content: string): string {
  return `${startTag(name, attributes)}${content}</${name}>`;
}

function startTag(name: string, attributes: Readonly<Record<string, AttributeValue>>): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`);
  return `<${name}${written.join('')}>`;
}

const blocksHtml = (blocks: readonly Block[] = []): string => blocks.map((block) => blockHtml(block)).join('');

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return element('p', {}, inlineHtml(block.content));
    case 'heading':
      return element(`h${block.attrs.level}`, {}, inlineHtml(block.content));
    case 'codeBlock': {
      const language = block.attrs?.language;
      const code = (block.content ?? []).map((text) => escapeHtml(text.text)).join('');
      // One line end at the end of it is not read as a part of the code.
      return `<pre>${element('code', { class: language ? `language-${language}` : null }, code && `${code}\n`)}</pre>`;
    }
    case 'image': {
      const { src, alt, title, width, height } = block.attrs;
      return startTag('img', { src, alt, title, width, height });
    }
    case 'horizontalRule':
      return '<hr>';
    case 'blockquote':
      return element('blockquote', {}, blocksHtml(block.content));
    case 'bulletList':
      return element('ul', {}, blocksHtml(block.content));
    case 'orderedList': {
      const { start, type } = block.attrs ?? {};
      return element('ol', { start: start === 1 ? null : start, type }, blocksHtml(block.content));
    }
    case 'listItem':
      return element('li', {}, blocksHtml(block.content));
    case 'table':
      return element('table', {}, element('tbody', {}, blocksHtml(block.content)));
    case 'tableRow':
      return element('tr', {}, blocksHtml(block.content));
    case 'tableCell':
    case 'tableHeader':
      return element(block.type === 'tableCell' ? 'td' : 'th', spans(block), blocksHtml(block.content));
  }
}

function spans({ attrs = {} }: TableCellNode): Record<string, AttributeValue> {
  const more = (span: number | undefined) => (span === 1 ? undefined : span);
  return { colspan: more(attrs.colspan), rowspan: more(attrs.rowspan) };
}

function inlineHtml(nodes: readonly InlineNode[] = []): string {
  return nodes
    .map((node) => {
      const content = node.type === 'hardBreak' ? '<br>' : escapeHtml(node.text);
      return (node.marks ?? []).reduceRight((inner, mark) => marked(mark, inner), content);
    })
    .join('');
}

function marked(mark: RichTextMark, inner: string): string {
  if (mark.type === 'link') return `<a href="${escapeHtml(mark.attrs.href)}">${inner}</a>`;
  // What HTML would run together, code means.
  const style = mark.type === 'code' && /^ | $| {2}/.test(inner) ? 'white-space:pre-wrap' : null;
  return element(MARK_TAGS[mark.type], { style }, inner);
}
