/**
 * Builds a document from a stream of "begin", "end" and "text", and repairs what does not fit the schema as it goes:
 * whatever it is told, in whatever order, what it gives is valid. Every way into a document ends here.
 */
import type { RichTextDocument, RichTextMark } from './document.ts';
import { accepts, MAX_DEPTH, NODE_RULES } from './schema.ts';
import { emptyParagraph, evenRows, type Attributes, type Draft } from './draft.ts';
import type { WarningList } from './warnings.ts';

export type TextblockType = 'paragraph' | 'heading' | 'codeBlock';
export type ContainerType =
  'blockquote' | 'bulletList' | 'orderedList' | 'listItem' | 'table' | 'tableRow' | 'tableCell' | 'tableHeader';

/** A node that is being filled. */
export interface Frame {
  readonly type: 'doc' | ContainerType | TextblockType;
  attrs: Attributes | undefined;
  content: Draft[];
  /** Nobody asked for it: it was needed around something else, and ends when it no longer is. */
  readonly implied: boolean;
  open: boolean;
  /** An image stood in this textblock: what is in front of it, and the image, are in the parent already. */
  split: boolean;
  /** That its text stands apart from an image was reported. */
  reported: boolean;
}

/** What a node needs around it where it may not stand. */
function wrapperFor(parent: Frame['type'], type: string): ContainerType {
  switch (NODE_RULES[parent].content) {
    case 'items':
      return 'listItem';
    case 'rows':
      return 'tableRow';
    case 'cells':
      return 'tableCell';
    default:
      return type === 'listItem' ? 'bulletList' : 'table';
  }
}

const isTextblock = (frame: Frame): boolean =>
  frame.type === 'paragraph' || frame.type === 'heading' || frame.type === 'codeBlock';

function sameMarks(a: readonly RichTextMark[] | undefined, b: readonly RichTextMark[]): boolean {
  if (a === undefined || a === b) return a === b || b.length === 0;
  return a.length === b.length && a.every((mark, index) => sameMark(mark, b[index] as RichTextMark));
}

function sameMark(a: RichTextMark, b: RichTextMark): boolean {
  return a === b || (a.type === b.type && (a.type !== 'link' || JSON.stringify(a) === JSON.stringify(b)));
}

/** Most nodes hold one other: a list that is made with it takes a fifth of the memory of one that grows to it. */
function append(frame: Frame, node: Draft): void {
  if (frame.content.length === 0) frame.content = [node];
  else frame.content.push(node);
}

export class TreeBuilder {
  readonly #stack: Frame[] = [];
  readonly #warnings: WarningList;
  /** Whether repairs are worth a warning: those of JSON are, those of sloppy HTML are what every reader of it does. */
  readonly #strict: boolean;

  constructor(warnings: WarningList, options: { readonly strict?: boolean } = {}) {
    this.#warnings = warnings;
    this.#strict = options.strict ?? false;
    this.#push('doc', undefined, false);
  }

  /** The innermost node that is being filled. */
  get top(): Frame {
    return this.#stack[this.#stack.length - 1] as Frame;
  }

  /** Begins a container. Gives nothing where it would be too deep: its content then goes where it stands. */
  open(type: ContainerType, attrs?: Attributes): Frame | undefined {
    this.endText();
    return this.#place(type) ? this.#push(type, attrs, false) : undefined;
  }

  /** Begins a paragraph, heading or code block; one that is open ends. */
  openText(type: TextblockType, attrs?: Attributes): Frame | undefined {
    return this.#openText(type, attrs, false);
  }

  #openText(type: TextblockType, attrs: Attributes | undefined, implied: boolean): Frame | undefined {
    this.endText();
    return this.#place(type) ? this.#push(type, attrs, implied) : undefined;
  }

  /** Ends a node, and all that is still open in it. */
  close(frame: Frame): void {
    while (frame.open) this.#pop();
  }

  /** Ends the paragraph, heading or code block that is open, if one is. */
  endText(): void {
    if (isTextblock(this.top)) this.#pop();
  }

  /** Whether what comes next would be the first in its line. */
  atLineStart(): boolean {
    const { top } = this;
    const last = isTextblock(top) ? top.content[top.content.length - 1] : undefined;
    return last === undefined || last.type === 'hardBreak';
  }

  text(given: string, marks: readonly RichTextMark[]): void {
    if (given === '') return;
    // Half a character is one that the platform's database would replace just so.
    const value = given.toWellFormed();
    const frame = this.#textblock();
    const { content, type } = frame;
    const last = content[content.length - 1];
    if (last?.type === 'text' && (type === 'codeBlock' || sameMarks(last.marks, marks))) last.text += value;
    else
      append(
        frame,
        marks.length > 0 && type !== 'codeBlock' ? { type: 'text', text: value, marks } : { type: 'text', text: value },
      );
  }

  hardBreak(marks: readonly RichTextMark[] = []): void {
    const frame = this.#textblock();
    if (frame.type === 'codeBlock') this.text('\n', []);
    else append(frame, marks.length > 0 ? { type: 'hardBreak', marks } : { type: 'hardBreak' });
  }

  /** An image or a rule. In a textblock it parts the text before it from the text after it. */
  leaf(type: 'image' | 'horizontalRule', attrs?: Attributes): void {
    const frame = this.top;
    const leaf: Draft = attrs ? { type, attrs } : { type };
    if (!isTextblock(frame)) {
      if (this.#place(type)) append(this.top, leaf);
      return;
    }
    const parent = this.#stack[this.#stack.length - 2] as Frame;
    if (frame.content.length > 0) {
      if (type === 'image') this.#reportMove(frame);
      this.#flush(frame, parent);
    }
    frame.split = true;
    append(parent, leaf);
  }

  finish(): RichTextDocument {
    const [root] = this.#stack as [Frame];
    while (this.#stack.length > 1) this.#pop();
    if (root.content.length === 0) root.content.push(emptyParagraph());
    return { type: 'doc', content: root.content } as unknown as RichTextDocument;
  }

  /** The textblock that text goes to. */
  #textblock(): Frame {
    if (!isTextblock(this.top)) this.#openText('paragraph', undefined, true);
    return this.top;
  }

  /** Makes room for a node of this type: ends what was only implied, and wraps it where it may not stand. */
  #place(type: string): boolean {
    while (this.top.implied && !accepts(this.top.type, type)) this.#pop();
    const { height } = NODE_RULES[type as Frame['type']];
    if (accepts(this.top.type, type) && this.#stack.length + height <= MAX_DEPTH) return true;
    const wrappers: ContainerType[] = [];
    for (let parent = this.top.type; !accepts(parent, type); parent = wrappers[wrappers.length - 1] as ContainerType)
      wrappers.push(wrapperFor(parent, type));
    if (this.#stack.length + wrappers.length + height > MAX_DEPTH) {
      this.#warnings.add('too_deep', type);
      return false;
    }
    if (wrappers.length > 0 && this.#strict) this.#warnings.add('structure_repaired', `${type} in ${this.top.type}`);
    for (const wrapper of wrappers) this.#push(wrapper, undefined, true);
    return true;
  }

  #push(type: Frame['type'], attrs: Attributes | undefined, implied: boolean): Frame {
    const frame: Frame = { type, attrs, content: [], implied, open: true, split: false, reported: false };
    this.#stack.push(frame);
    return frame;
  }

  #pop(): void {
    const frame = this.#stack.pop() as Frame;
    frame.open = false;
    const parent = this.top;
    if (isTextblock(frame)) {
      if (frame.content.length > 0 && frame.split) this.#reportMove(frame);
      if (frame.content.length > 0 || !(frame.split || frame.implied)) this.#flush(frame, parent);
      return;
    }
    this.#fill(frame);
    const { type, attrs, content } = frame;
    // A list or table with nothing in it says nothing; a row without cells may yet be filled by its table.
    if (content.length > 0 || type === 'tableRow') append(parent, attrs ? { type, attrs, content } : { type, content });
  }

  /** Hands over what a textblock holds so far. */
  #flush(frame: Frame, parent: Frame): void {
    const { type, attrs, content } = frame;
    if (content.length === 0) append(parent, attrs ? { type, attrs } : { type });
    else {
      append(parent, attrs ? { type, attrs, content } : { type, content });
      frame.content = [];
    }
  }

  #reportMove(frame: Frame): void {
    if (!frame.reported) this.#warnings.add('image_moved');
    frame.reported = true;
  }

  /** What the schema wants in a container, and is not there. */
  #fill(frame: Frame): void {
    const { type } = frame;
    const rule = NODE_RULES[type];
    const before = frame.content.length;
    if (type === 'table') frame.content = evenRows(frame.content, this.#warnings);
    else if (rule.first !== undefined) {
      if (frame.content[0]?.type !== rule.first) frame.content.unshift(emptyParagraph());
    } else if (rule.filled && rule.content === 'blocks' && before === 0) frame.content.push(emptyParagraph());
    if (this.#strict && frame.content.length !== before) this.#warnings.add('structure_repaired', type);
  }
}
