/**
 * What a document should look like, worked out from the HTML that the CommonMark specification gives, by another parser
 * (parse5) and by code that shares nothing with the converter. Applies the documented degradations and nothing else:
 * headings to level 3, images as blocks, link before code before other marks, padding of empty containers and items.
 */
import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { BREAK, type OutlineBlock, type Run } from './outline.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

const MARKS: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  del: 'strike',
  code: 'code',
  mark: 'highlight',
  a: 'link',
};
const BREAKING = new Set(['div', 'section', 'article', 'details', 'summary', 'figure', 'center', 'address', 'form']);
const REMOVED = new Set(['script', 'style', 'iframe', 'template', 'title']);

/** The outline that the document of this HTML should have. */
export function referenceOutline(html: string): OutlineBlock[] {
  return flow(parseFragment(html).childNodes);
}

/** What a reader sees: every character but white space, with what images are described by. */
export function visibleCharacters(html: string): string {
  let text = '';
  const walk = (node: Node): void => {
    if (tree.isTextNode(node)) text += node.value;
    else if (tree.isElementNode(node)) {
      if (REMOVED.has(node.tagName)) return;
      if (node.tagName === 'img') text += attribute(node, 'alt') ?? '';
      node.childNodes.forEach(walk);
    }
  };
  parseFragment(html).childNodes.forEach(walk);
  return text.replace(/\s+/g, '');
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

/** http, https, mailto, tel and relative addresses only: what stands before a colon must be one of these. */
function isKeptAddress(href: string | undefined): boolean {
  const scheme = href?.match(/^[a-z][a-z0-9+.-]*:/i)?.[0].toLowerCase();
  return href !== undefined && (scheme === undefined || ['http:', 'https:', 'mailto:', 'tel:'].includes(scheme));
}

class Flow {
  readonly blocks: OutlineBlock[] = [];
  runs: Run[] = [];
  kind = 'paragraph';

  /** Ends the text that is being gathered. An element of its own may be empty, loose white space is nothing. */
  end(isElement = false, hadImage = false): void {
    const says = this.runs.some((one) => /[^ \t\n\f]/.test(one.text));
    if (says || (isElement && !hadImage)) this.blocks.push({ kind: this.kind, runs: this.runs });
    this.runs = [];
  }
}

function flow(nodes: readonly Node[], marks: readonly string[] = []): OutlineBlock[] {
  const out = new Flow();
  walkAll(nodes, marks, out);
  out.end();
  return out.blocks;
}

function walkAll(nodes: readonly Node[], marks: readonly string[], out: Flow): void {
  for (const node of nodes) {
    if (tree.isTextNode(node)) out.runs.push({ text: node.value, marks: kept(marks) });
    else if (tree.isElementNode(node)) element(node, marks, out);
  }
}

/** A link wins over code, and code over everything else. */
function kept(marks: readonly string[]): readonly string[] {
  const unique = [...new Set(marks)];
  if (!unique.includes('code')) return unique;
  return unique.includes('link') ? unique.filter((one) => one !== 'code') : ['code'];
}

function element(node: Element, marks: readonly string[], out: Flow): void {
  const { tagName: name, childNodes } = node;
  const children = childNodes as Node[];
  const mark = name === 'a' && !isKeptAddress(attribute(node, 'href')) ? undefined : MARKS[name];
  if (REMOVED.has(name)) return;
  if (mark !== undefined) return walkAll(children, [...marks, mark], out);
  if (name === 'br') return void out.runs.push({ text: BREAK, marks: [] });
  if (name === 'img') return picture(node, marks, out);
  if (name === 'p' || /^h[1-6]$/.test(name)) return textblock(node, marks, out);
  const block = blockOf(node, marks);
  if (block !== undefined) {
    out.end();
    out.blocks.push(...block);
  } else if (BREAKING.has(name)) {
    out.end();
    walkAll(children, marks, out);
    out.end();
  } else walkAll(children, marks, out);
}

function picture(node: Element, marks: readonly string[], out: Flow): void {
  const src = attribute(node, 'src') ?? '';
  if (src.trim() === '') return void out.runs.push({ text: attribute(node, 'alt') ?? '', marks: kept(marks) });
  out.end();
  out.blocks.push({ kind: `image ${src}` });
}

function textblock(node: Element, marks: readonly string[], out: Flow): void {
  out.end();
  const { kind } = out;
  out.kind = node.tagName === 'p' ? 'paragraph' : `heading ${Math.min(3, Number(node.tagName[1]))}`;
  const before = out.blocks.length;
  walkAll(node.childNodes as Node[], marks, out);
  out.end(true, out.blocks.length > before);
  out.kind = kind;
}

function blockOf(node: Element, marks: readonly string[]): OutlineBlock[] | undefined {
  const children = node.childNodes as Node[];
  switch (node.tagName) {
    case 'hr':
      return [{ kind: 'horizontalRule' }];
    case 'pre':
      return [{ kind: 'codeBlock', runs: [{ text: textOf(node).replace(/\n$/, ''), marks: ['verbatim'] }] }];
    case 'blockquote':
      return [{ kind: 'blockquote', blocks: padded(flow(children, marks)) }];
    case 'ul':
    case 'ol': {
      const start = node.tagName === 'ol' ? ` ${attribute(node, 'start') ?? 1}` : '';
      return [
        { kind: `${node.tagName === 'ol' ? 'orderedList' : 'bulletList'}${start}`, blocks: items(children, marks) },
      ];
    }
    case 'table':
      return [
        { kind: 'table', blocks: elements(node, 'tr').map((row) => ({ kind: 'tableRow', blocks: cells(row, marks) })) },
      ];
    default:
      return undefined;
  }
}

const EMPTY: OutlineBlock = { kind: 'paragraph', runs: [] };
const padded = (blocks: OutlineBlock[]): OutlineBlock[] => (blocks.length > 0 ? blocks : [EMPTY]);

function items(nodes: readonly Node[], marks: readonly string[]): OutlineBlock[] {
  return nodes
    .filter((node) => tree.isElementNode(node))
    .map((item) => {
      const blocks = flow(item.childNodes as Node[], marks);
      return { kind: 'listItem', blocks: blocks[0]?.kind === 'paragraph' ? blocks : [EMPTY, ...blocks] };
    });
}

const cells = (row: Element, marks: readonly string[]): OutlineBlock[] =>
  (row.childNodes as Node[])
    .filter((node) => tree.isElementNode(node))
    .map((cell) => ({
      kind: cell.tagName === 'th' ? 'tableHeader' : 'tableCell',
      blocks: padded(flow(cell.childNodes as Node[], marks)),
    }));

function elements(node: Parent, name: string): Element[] {
  return node.childNodes.flatMap((child) =>
    tree.isElementNode(child) ? (child.tagName === name ? [child] : elements(child, name)) : [],
  );
}

function textOf(node: Parent): string {
  return (node.childNodes as Node[])
    .map((child) => (tree.isTextNode(child) ? child.value : tree.isElementNode(child) ? textOf(child) : ''))
    .join('');
}
