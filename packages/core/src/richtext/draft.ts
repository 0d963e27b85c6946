/** Nodes while they are being put together, and the tables among them. */
import type { RichTextMark } from './document.ts';
import { MAX_SPAN } from './schema.ts';
import type { WarningList } from './warnings.ts';

export type Attributes = Readonly<Record<string, unknown>>;

export interface Draft {
  type: string;
  attrs?: Attributes;
  content?: Draft[];
  text?: string;
  marks?: readonly RichTextMark[];
}

export const emptyParagraph = (): Draft => ({ type: 'paragraph' });

/** Filling up one long row and a thousand short ones could make a small text a large document. */
const MOST_ADDED_CELLS = 10_000;

const spanOf = (cell: Draft, name: 'colspan' | 'rowspan'): number => {
  const span = Number(cell.attrs?.[name] ?? 1);
  return Number.isInteger(span) && span > 1 ? Math.min(span, MAX_SPAN) : 1;
};

/** How many columns each row takes, with the cells that reach down from the rows above it. */
function widths(rows: readonly Draft[]): number[] {
  // What begins to reach into a row, and what no longer does: one pass, however long the spans are.
  const change = new Array<number>(rows.length + 1).fill(0);
  const own = rows.map((row, index) => {
    let width = 0;
    for (const cell of row.content ?? []) {
      const columns = spanOf(cell, 'colspan');
      const end = Math.min(rows.length, index + spanOf(cell, 'rowspan'));
      width += columns;
      if (end > index + 1) {
        change[index + 1] = (change[index + 1] as number) + columns;
        change[end] = (change[end] as number) - columns;
      }
    }
    return width;
  });
  let reaching = 0;
  return own.map((width, index) => width + (reaching += change[index] as number));
}

/** A table's rows, all of the same length. Rows without any cell in the whole table are no table. */
export function evenRows(rows: Draft[], warnings: WarningList): Draft[] {
  const taken = widths(rows);
  const width = taken.reduce((most, one) => Math.max(most, one), 0);
  const missing = taken.reduce((sum, one) => sum + width - one, 0);
  if (missing === 0) return width === 0 ? [] : rows;
  if (missing > MOST_ADDED_CELLS) {
    warnings.add('table_uneven');
    return rows.filter((row) => (row.content ?? []).length > 0);
  }
  warnings.add('table_padded');
  rows.forEach((row, index) => {
    const cells = row.content ?? [];
    const header = cells.length > 0 && cells.every((cell) => cell.type === 'tableHeader');
    for (let left = width - (taken[index] as number); left > 0; left--)
      cells.push({ type: header ? 'tableHeader' : 'tableCell', content: [emptyParagraph()] });
    row.content = cells;
  });
  return rows;
}
