/**
 * The rules of the platform's editor in one table, for checking, repairing and building alike. They are those of its
 * schema (Tiptap 3.10), narrowed by what the API document allows: headings to 3, and the depth that its database takes.
 */
import type { MarkType, NodeType } from './document.ts';
import { isAllowedImage, isAllowedLink } from './urls.ts';

/**
 * How many nodes there may be from the document (1) down to a text, both counted. The platform's database refuses what
 * is near 47; the editor itself overflows at 2000.
 */
export const MAX_DEPTH = 39;

/** The most columns or rows that one cell may take, as HTML has it for columns. */
export const MAX_SPAN = 1000;

/** What a node's content is made of. */
type ContentKind = 'blocks' | 'inline' | 'text' | 'items' | 'rows' | 'cells' | 'none';

export interface NodeRule {
  readonly content: ContentKind;
  /** There must be one child at least. */
  readonly filled?: boolean;
  /** The first child must be of this type. */
  readonly first?: NodeType;
  /** How many levels it takes at least, from itself down to a text. */
  readonly height: number;
  readonly attributes?: Readonly<Record<string, AttributeRule>>;
}

export interface AttributeRule {
  readonly required?: boolean;
  readonly isValid: (value: unknown) => boolean;
  /** What is wrong when it is not: "must be …". */
  readonly must: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const textOrNull: AttributeRule = { isValid: (value) => value === null || isText(value), must: 'be text or null' };
const sizeOrNull: AttributeRule = {
  isValid: (value) => value === null || isText(value) || (typeof value === 'number' && Number.isFinite(value)),
  must: 'be a number, text or null',
};
const span: AttributeRule = { isValid: (value) => isWhole(value, 1, MAX_SPAN), must: `be a whole number from 1 up` };
const cell = {
  content: 'blocks',
  filled: true,
  height: 3,
  attributes: {
    colspan: span,
    rowspan: span,
    colwidth: {
      isValid: (value: unknown) =>
        value === null || (Array.isArray(value) && value.every((one) => typeof one === 'number')),
      must: 'be a list of numbers or null',
    },
  },
} as const satisfies NodeRule;

export const NODE_RULES: Readonly<Record<NodeType, NodeRule>> = {
  doc: { content: 'blocks', filled: true, height: 3 },
  paragraph: { content: 'inline', height: 2 },
  heading: {
    content: 'inline',
    height: 2,
    attributes: {
      level: {
        required: true,
        isValid: (value) => value === 1 || value === 2 || value === 3,
        must: 'be 1, 2 or 3',
      },
    },
  },
  codeBlock: { content: 'text', height: 2, attributes: { language: textOrNull } },
  blockquote: { content: 'blocks', filled: true, height: 3 },
  bulletList: { content: 'items', filled: true, height: 4 },
  orderedList: {
    content: 'items',
    filled: true,
    height: 4,
    attributes: {
      start: { isValid: (value) => Number.isInteger(value), must: 'be a whole number' },
      type: textOrNull,
    },
  },
  listItem: { content: 'blocks', filled: true, first: 'paragraph', height: 3 },
  table: { content: 'rows', filled: true, height: 5 },
  tableRow: { content: 'cells', height: 4 },
  tableCell: cell,
  tableHeader: cell,
  image: {
    content: 'none',
    height: 1,
    attributes: {
      src: {
        required: true,
        isValid: (value) => isText(value) && isAllowedImage(value),
        must: 'be an address that is relative or begins with http: or https:',
      },
      alt: textOrNull,
      title: textOrNull,
      width: sizeOrNull,
      height: sizeOrNull,
    },
  },
  horizontalRule: { content: 'none', height: 1 },
  hardBreak: { content: 'none', height: 1 },
  text: { content: 'none', height: 1 },
};

export const MARK_RULES: Readonly<Record<MarkType, Readonly<Record<string, AttributeRule>>>> = {
  link: {
    href: {
      required: true,
      isValid: (value) => isText(value) && isAllowedLink(value),
      must: 'be an address that is relative or begins with http:, https:, mailto: or tel:',
    },
    target: textOrNull,
    rel: textOrNull,
    class: textOrNull,
  },
  bold: {},
  italic: {},
  underline: {},
  strike: {},
  highlight: {},
  code: {},
};

/** The order in which marks are written, from the outside in. To the editor it makes no difference. */
export const MARK_ORDER = Object.keys(MARK_RULES) as readonly MarkType[];

const BLOCKS: ReadonlySet<string> = new Set<NodeType>([
  'paragraph',
  'heading',
  'codeBlock',
  'image',
  'horizontalRule',
  'blockquote',
  'bulletList',
  'orderedList',
  'table',
]);

const ACCEPTED: Readonly<Record<ContentKind, (type: string) => boolean>> = {
  blocks: (type) => BLOCKS.has(type),
  inline: (type) => type === 'text' || type === 'hardBreak',
  text: (type) => type === 'text',
  items: (type) => type === 'listItem',
  rows: (type) => type === 'tableRow',
  cells: (type) => type === 'tableCell' || type === 'tableHeader',
  none: () => false,
};

/** Whether a node may stand directly in another. */
export function accepts(parent: NodeType, child: string): boolean {
  return ACCEPTED[NODE_RULES[parent].content](child);
}

export function isNodeType(type: unknown): type is NodeType {
  return typeof type === 'string' && Object.hasOwn(NODE_RULES, type);
}

export function isMarkType(type: unknown): type is MarkType {
  return typeof type === 'string' && Object.hasOwn(MARK_RULES, type);
}

/** The names for what may stand in a node, for messages. */
export const CONTENT_WORDS: Readonly<Record<ContentKind, string>> = {
  blocks: 'blocks (paragraph, heading, list, ...)',
  inline: 'text and hardBreak',
  text: 'plain text',
  items: 'listItem nodes',
  rows: 'tableRow nodes',
  cells: 'tableCell and tableHeader nodes',
  none: 'nothing',
};
