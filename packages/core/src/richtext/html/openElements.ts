/**
 * The elements that are open, and which of them an end tag ends. Nothing here searches the whole list: it counts what is
 * open by name, so that a hundred thousand open elements take no more time each than one.
 */
import type { Attributes } from '../draft.ts';
import type { Frame, TreeBuilder } from '../treeBuilder.ts';
import type { MarkState, OpenMarks } from './marks.ts';

/** How many are open of each name; nothing until one is. */
type Counts = Map<string, number> | undefined;

interface Element {
  readonly name: string;
  /** The node that it became, if one. */
  frame: Frame | undefined;
  /** What a cell goes back to when it ends. */
  readonly outside: { readonly counts: Counts; readonly lists: List[]; readonly marks: MarkState } | undefined;
}

interface List {
  readonly index: number;
  item: boolean;
}

interface Table {
  readonly index: number;
  /** 0: none open, 1: a row, 2: a cell. */
  level: 0 | 1 | 2;
  begun: boolean;
  aligned: boolean;
}

const TEXT_TAGS: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'listing', 'xmp']);
const TABLE_END_TAGS: ReadonlySet<string> = new Set(['table', 'tr', 'td', 'th']);

export class OpenElements {
  readonly #open: Element[] = [];
  readonly #builder: TreeBuilder;
  readonly #marks: OpenMarks;
  /** How many of each name are open in the innermost cell: an end tag cannot reach out of one. */
  #counts: Counts;
  #lists: List[] = [];
  readonly #tables: Table[] = [];

  constructor(builder: TreeBuilder, marks: OpenMarks) {
    this.#builder = builder;
    this.#marks = marks;
  }

  push(name: string, frame: Frame | undefined, outside: Element['outside'] = undefined): void {
    this.#open.push({ name, frame, outside });
    if (outside) this.#counts = undefined;
    else if (!TABLE_END_TAGS.has(name)) (this.#counts ??= new Map()).set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Ends the innermost element of this name, and all in it. Gives false where none is open. */
  close(name: string): boolean {
    if (TABLE_END_TAGS.has(name)) return this.#closeTablePart(name);
    const list = this.#lists[this.#lists.length - 1];
    if (name === 'li' && list !== undefined) {
      if (!list.item) return false;
      this.#popTo(list.index + 1);
      return true;
    }
    if (!this.#counts?.get(name)) return false;
    while (this.#pop() !== name);
    return true;
  }

  /** Ends a paragraph, heading or code block: no other block may stand in one. */
  closeText(): void {
    const last = this.#open[this.#open.length - 1];
    if (last !== undefined && TEXT_TAGS.has(last.name)) this.#pop();
  }

  closeTerm(): void {
    if (!this.close('dt')) this.close('dd');
  }

  openList(name: string, attributes: Attributes | undefined): void {
    this.closeText();
    const frame = this.#builder.open(name === 'ol' ? 'orderedList' : 'bulletList', attributes);
    this.#lists.push({ index: this.#open.length, item: false });
    this.push(name, frame);
  }

  openItem(): void {
    const list = this.#lists[this.#lists.length - 1];
    if (list === undefined) this.close('li');
    else this.#popTo(list.index + 1);
    this.closeText();
    this.#builder.endText();
    this.push('li', this.#builder.open('listItem'));
    if (list !== undefined) list.item = true;
  }

  openTable(): void {
    this.closeText();
    this.#builder.endText();
    const table = this.#tables[this.#tables.length - 1];
    // A table right in a table, and in no cell of it, ends that.
    if (table !== undefined && table.begun && table.level < 2) this.#popTo(table.index);
    this.#tables.push({ index: this.#open.length, level: 0, begun: false, aligned: false });
    this.push('table', undefined);
  }

  /** The table's node begins with its first row: what stands before that, a caption, comes before the table. */
  openRow(): void {
    const table = this.#tables[this.#tables.length - 1];
    if (table === undefined) return this.#builder.endText();
    this.#popTo(table.index + 1);
    this.#begin(table);
    this.push('tr', this.#open[table.index]?.frame && this.#builder.open('tableRow'));
    table.level = 1;
  }

  openCell(name: 'td' | 'th', attributes: Attributes | undefined): void {
    const table = this.#tables[this.#tables.length - 1];
    if (table === undefined) return this.#builder.endText();
    if (table.level === 0) this.openRow();
    else this.#popTo(table.index + 2);
    const isKept = this.#open[table.index]?.frame !== undefined;
    this.#builder.endText();
    const frame = isKept ? this.#builder.open(name === 'th' ? 'tableHeader' : 'tableCell', attributes) : undefined;
    this.push(name, frame, { counts: this.#counts, lists: this.#lists, marks: this.#marks.enter() });
    this.#lists = [];
    table.level = 2;
  }

  /** True once a table, for the first of its cells that is aligned. */
  firstAligned(): boolean {
    const table = this.#tables[this.#tables.length - 1];
    if (table === undefined || table.aligned) return false;
    return (table.aligned = true);
  }

  #begin(table: Table): void {
    if (table.begun) return;
    table.begun = true;
    const element = this.#open[table.index];
    if (element) element.frame = this.#builder.open('table');
  }

  #closeTablePart(name: string): boolean {
    const table = this.#tables[this.#tables.length - 1];
    const level = { table: 0, tr: 1, td: 2, th: 2 }[name] as number;
    if (table === undefined || table.level < level) return false;
    this.#popTo(table.index + level);
    return true;
  }

  #popTo(length: number): void {
    while (this.#open.length > length) this.#pop();
  }

  #pop(): string {
    const { name, frame, outside } = this.#open.pop() as Element;
    if (frame) this.#builder.close(frame);
    else this.#builder.endText();
    if (outside) {
      this.#counts = outside.counts;
      this.#lists = outside.lists;
      this.#marks.leave(outside.marks);
    } else if (!TABLE_END_TAGS.has(name)) this.#counts?.set(name, (this.#counts.get(name) ?? 1) - 1);
    const table = this.#tables[this.#tables.length - 1];
    if (table !== undefined) {
      if (this.#open.length === table.index) this.#tables.pop();
      else if (this.#open.length === table.index + 1) table.level = 0;
      else if (this.#open.length === table.index + 2) table.level = Math.min(table.level, 1) as 0 | 1;
    }
    const list = this.#lists[this.#lists.length - 1];
    if (list !== undefined && this.#open.length === list.index) this.#lists.pop();
    else if (list !== undefined && this.#open.length === list.index + 1) list.item = false;
    return name;
  }
}
