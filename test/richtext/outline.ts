/**
 * What "the same block sequence and mark runs" means: the outline of a document is one line a block, with its nesting,
 * kind and level, and after it the runs of text with their marks. White space counts as one space, and at the ends of a
 * block as none.
 */
export interface Run {
  readonly text: string;
  readonly marks: readonly string[];
}

export interface OutlineBlock {
  readonly kind: string;
  readonly runs?: readonly Run[];
  readonly blocks?: readonly OutlineBlock[];
}

/** Stands for a line break among runs of text. */
export const BREAK = '\u2028';

interface Json {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly Json[];
  readonly content?: readonly Json[];
}

export function outlineOf(document: unknown): OutlineBlock[] {
  return ((document as Json).content ?? []).map(outlineBlock);
}

function outlineBlock(node: Json): OutlineBlock {
  const content = node.content ?? [];
  switch (node.type) {
    case 'heading':
      return { kind: `heading ${String(node.attrs?.['level'])}`, runs: content.map(run) };
    case 'paragraph':
      return { kind: 'paragraph', runs: content.map(run) };
    case 'codeBlock':
      return { kind: 'codeBlock', runs: [{ text: content.map((one) => one.text).join(''), marks: ['verbatim'] }] };
    case 'image':
      return { kind: `image ${String(node.attrs?.['src'])}` };
    case 'orderedList':
      return { kind: `orderedList ${String(node.attrs?.['start'] ?? 1)}`, blocks: content.map(outlineBlock) };
    case 'horizontalRule':
      return { kind: 'horizontalRule' };
    default:
      return { kind: node.type, blocks: content.map(outlineBlock) };
  }
}

const run = ({ type, text = '', marks = [] }: Json): Run =>
  type === 'hardBreak'
    ? { text: BREAK, marks: [] }
    : { text: text.replaceAll('\n', ' '), marks: marks.map((mark) => mark.type) };

/** Runs as they are compared: joined where their marks are the same, without white space that does not show. */
export function tidy(runs: readonly Run[]): string {
  if (runs[0]?.marks[0] === 'verbatim') return runs.map((one) => one.text).join('');
  const joined: { text: string; marks: string }[] = [];
  let before = BREAK;
  for (const { text, marks } of runs) {
    let shown = text.replace(/[ \t\n\f]+/g, ' ');
    if (/[ \u2028]$/.test(before) && shown.startsWith(' ')) shown = shown.slice(1);
    if (shown === '') continue;
    if (shown === BREAK) trimLast(joined);
    before = shown;
    const key = shown === BREAK ? '' : [...marks].sort().join('+');
    const last = joined[joined.length - 1];
    if (last !== undefined && last.marks === key) last.text += shown;
    else joined.push({ text: shown, marks: key });
  }
  trimLast(joined);
  return joined
    .map(({ text, marks }) => (marks ? `<${marks}>${text}</>` : text))
    .join('')
    .replaceAll(BREAK, '⏎');
}

function trimLast(joined: { text: string; marks: string }[]): void {
  const last = joined[joined.length - 1];
  if (last === undefined) return;
  last.text = last.text.replace(/ +$/, '');
  if (last.text === '') joined.pop();
}

/** One line a block. */
export function lines(blocks: readonly OutlineBlock[], indent = ''): string {
  return blocks
    .map(({ kind, runs, blocks: inner }) => {
      const own = `${indent}${kind}${runs ? ` | ${tidy(runs)}` : ''}`;
      return inner ? `${own}\n${lines(inner, `${indent}  `)}` : own;
    })
    .join('\n');
}
