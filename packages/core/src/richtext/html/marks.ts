/** Which marks text has at a place, from the tags that are open there. Every step takes the same time, however many there are. */
import type { MarkType, RichTextMark } from '../document.ts';
import { MARK_ORDER } from '../schema.ts';
import { MARK_TAGS } from './tags.ts';

/** What is open when a table cell begins: it all ends with the cell, and the outside goes on as before. */
export interface MarkState {
  tags: Map<string, number>;
  /** The tags are those of the outside still: they are copied before they change. */
  shared: boolean;
  href: string | undefined;
}

export class OpenMarks {
  #state: MarkState = { tags: new Map(), shared: false, href: undefined };
  #current: readonly RichTextMark[] | undefined = [];
  /** A mark that is open was left out, since code or a link excludes it. */
  #dropped = false;

  open(tag: string): void {
    this.#count(tag, (this.#state.tags.get(tag) ?? 0) + 1);
  }

  close(tag: string): void {
    const count = this.#state.tags.get(tag) ?? 0;
    if (count === 0) return;
    this.#count(tag, count - 1);
  }

  #count(tag: string, count: number): void {
    if (this.#state.shared) this.#state.tags = new Map(this.#state.tags);
    this.#state.shared = false;
    this.#state.tags.set(tag, count);
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
    this.#state = { tags: outside.tags, shared: true, href: outside.href };
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
    const open = new Set<MarkType>();
    for (const [tag, count] of this.#state.tags) if (count > 0) open.add(MARK_TAGS.get(tag) as MarkType);
    const { href } = this.#state;
    const code = open.has('code');
    this.#dropped = code && (href !== undefined || open.size > 1);
    if (code && href === undefined) return [{ type: 'code' }];
    return MARK_ORDER.filter((type) => (type === 'link' ? href !== undefined : type !== 'code' && open.has(type))).map(
      (type): RichTextMark => (type === 'link' ? { type, attrs: { href: href ?? '' } } : { type }),
    );
  }
}
