/** Which marks text has at a place, from the tags that are open there. Every step takes the same time, however many there are. */
import type { RichTextMark } from '../document.ts';
import { MARK_ORDER } from '../schema.ts';
import { MARK_TAGS } from './tags.ts';

/** For each tag, the place of its mark in the order of marks. */
const PLACES: ReadonlyMap<string, number> = new Map(
  [...MARK_TAGS].map(([tag, type]) => [tag, MARK_ORDER.indexOf(type)]),
);
const CODE = 1 << MARK_ORDER.indexOf('code');
/** Without a link: the same marks are the same list, which is made once in a document. */
type Lists = Map<number, readonly RichTextMark[]>;

/** What is open when a table cell begins: it all ends with the cell, and the outside goes on as before. */
export interface MarkState {
  /** How often each tag is open. */
  tags: Map<string, number>;
  /** How many tags of each mark are open, by the mark's place. */
  counts: number[];
  /** Both are those of the outside still: they are copied before they change. */
  shared: boolean;
  /** The marks that are open, each a bit by its place. */
  open: number;
  href: string | undefined;
}

export class OpenMarks {
  #state: MarkState = { tags: new Map(), counts: MARK_ORDER.map(() => 0), shared: false, open: 0, href: undefined };
  #current: readonly RichTextMark[] | undefined = [];
  readonly #lists: Lists = new Map();
  /** A mark that is open was left out, since code or a link excludes it. */
  #dropped = false;

  open(tag: string): void {
    this.#count(tag, this.#state.tags.get(tag) ?? 0, 1);
  }

  close(tag: string): void {
    const count = this.#state.tags.get(tag) ?? 0;
    if (count > 0) this.#count(tag, count, -1);
  }

  #count(tag: string, count: number, change: 1 | -1): void {
    const state = this.#state;
    if (state.shared) {
      state.tags = new Map(state.tags);
      state.counts = [...state.counts];
      state.shared = false;
    }
    state.tags.set(tag, count + change);
    const place = PLACES.get(tag) as number;
    const open = (state.counts[place] as number) + change;
    state.counts[place] = open;
    state.open = open > 0 ? state.open | (1 << place) : state.open & ~(1 << place);
    this.#current = undefined;
  }

  /** A link begins, or ends when there is no address. There is one link at most. */
  set href(href: string | undefined) {
    this.#state.href = href;
    this.#current = undefined;
  }

  get href(): string | undefined {
    return this.#state.href;
  }

  /** Begins a cell: what is open outside still counts, but nothing in it can end that. Gives what to go back to. */
  enter(): MarkState {
    const outside = this.#state;
    this.#state = { tags: outside.tags, counts: outside.counts, shared: true, open: outside.open, href: outside.href };
    return outside;
  }

  leave(outside: MarkState): void {
    this.#state = outside;
    this.#current = undefined;
  }

  /** The marks of text that stands here: a link wins over code, and code over the rest. */
  get current(): readonly RichTextMark[] {
    return (this.#current ??= this.#work());
  }

  get dropped(): boolean {
    void this.current;
    return this.#dropped;
  }

  #work(): readonly RichTextMark[] {
    const { open, href } = this.#state;
    const hasCode = (open & CODE) !== 0;
    this.#dropped = hasCode && (href !== undefined || open !== CODE);
    if (href !== undefined) return marksOf(open & ~CODE, href);
    const kept = hasCode ? CODE : open;
    let marks = this.#lists.get(kept);
    if (marks === undefined) this.#lists.set(kept, (marks = marksOf(kept, undefined)));
    return marks;
  }
}

function marksOf(open: number, href: string | undefined): readonly RichTextMark[] {
  const marks: RichTextMark[] = [];
  MARK_ORDER.forEach((type, place) => {
    if (type === 'link') {
      if (href !== undefined) marks.push({ type, attrs: { href } });
    } else if ((open & (1 << place)) !== 0) marks.push({ type });
  });
  return marks;
}
