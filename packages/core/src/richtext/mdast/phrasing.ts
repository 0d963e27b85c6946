/** Runs of marked text as Markdown nests them. */
import type { Html, PhrasingContent } from 'mdast';
import type { InlineNode, MarkType, RichTextMark } from '../document.ts';
import { MARK_ORDER } from '../schema.ts';

interface Run {
  readonly node: InlineNode;
  /** The marks that are not written yet. */
  readonly marks: readonly RichTextMark[];
}

const html = (value: string): Html => ({ type: 'html', value });
const LINE_BREAK = '<br>';
const TASKS: Readonly<Record<string, string>> = { '☐': '[ ] ', '☑': '[x] ' };

/** What is written between two marks of these, since Markdown has none. */
const HTML_MARKS: Partial<Record<MarkType, string>> = { underline: 'u', highlight: 'mark' };

/** Text as Markdown. Where there is but one line, in headings and cells, a line break is HTML. */
export function phrasing(nodes: readonly InlineNode[] = [], lines: 'lines' | 'oneLine'): PhrasingContent[] {
  const runs = nodes.map((node) => ({ node, marks: node.marks ?? [] }));
  const written = nest(runs, lines);
  // A backslash breaks the line only between two pieces of text.
  return written.map((node, index) =>
    node.type === 'break' && (index === 0 || index === written.length - 1) ? html(LINE_BREAK) : node,
  );
}

function nest(runs: readonly Run[], lines: 'lines' | 'oneLine'): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (let index = 0; index < runs.length;) {
    const run = runs[index] as Run;
    const outer = outermost(runs, index);
    if (outer === undefined) {
      nodes.push(leaf(run, lines));
      index++;
      continue;
    }
    const inner = runs
      .slice(index, outer.end)
      .map(({ node, marks }) => ({ node, marks: marks.filter((mark) => mark.type !== outer.mark.type) }));
    nodes.push(...wrapped(outer.mark, inner, lines));
    index = outer.end;
  }
  return nodes;
}

/** The mark that goes around the most of what follows; a link before all others. Code is written with its text. */
function outermost(runs: readonly Run[], start: number): { mark: RichTextMark; end: number } | undefined {
  let best: { mark: RichTextMark; end: number } | undefined;
  for (const type of MARK_ORDER) {
    const mark = runs[start]?.marks.find((one) => one.type === type);
    if (mark === undefined || type === 'code') continue;
    let end = start + 1;
    while (end < runs.length && runs[end]?.marks.some((one) => isSame(one, mark))) end++;
    if (best === undefined || end > best.end) best = { mark, end };
    if (type === 'link') return best;
  }
  return best;
}

const isSame = (a: RichTextMark, b: RichTextMark): boolean =>
  a.type === b.type && (a.type !== 'link' || b.type !== 'link' || a.attrs.href === b.attrs.href);

function wrapped(mark: RichTextMark, inner: readonly Run[], lines: 'lines' | 'oneLine'): PhrasingContent[] {
  const tag = HTML_MARKS[mark.type];
  if (tag !== undefined) return [html(`<${tag}>`), ...nest(inner, lines), html(`</${tag}>`)];
  // A break at the edge of a link or of emphasis is no break to every reader.
  const children = nest(inner, lines).map((node, index, all): PhrasingContent =>
    node.type === 'break' && (index === 0 || index === all.length - 1) ? html(LINE_BREAK) : node,
  );
  switch (mark.type) {
    case 'link':
      return [{ type: 'link', url: mark.attrs.href, children }];
    case 'bold':
      return [{ type: 'strong', children }];
    case 'italic':
      return [{ type: 'emphasis', children }];
    default:
      return [{ type: 'delete', children }];
  }
}

function leaf({ node }: Run, lines: 'lines' | 'oneLine'): PhrasingContent {
  if (node.type === 'hardBreak') return lines === 'lines' ? { type: 'break' } : html(LINE_BREAK);
  const value = node.text.replace(/[\n\r]+/g, ' ');
  const isCode = node.marks?.some((mark) => mark.type === 'code');
  return isCode ? { type: 'inlineCode', value } : { type: 'text', value };
}

/** A list item whose text begins with ☐ or ☑ is a task. */
export function withTask(nodes: PhrasingContent[]): PhrasingContent[] {
  const [first, ...rest] = nodes;
  const task = first?.type === 'text' ? TASKS[first.value[0] ?? ''] : undefined;
  if (first?.type !== 'text' || task === undefined || first.value[1] !== ' ') return nodes;
  const value = first.value.slice(2);
  if (value.trim() === '' && rest.length === 0) return nodes;
  return [html(task), ...(value === '' ? [] : [{ ...first, value }]), ...rest];
}
