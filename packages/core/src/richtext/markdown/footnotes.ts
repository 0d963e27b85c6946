/**
 * Footnotes: the references become `[1]` in the text, and the notes a numbered list at the end. Every note is kept, those
 * that nothing refers to and those whose label is taken as well, which GitHub and the footnote plugin's own list drop.
 */
import footnotes from 'markdown-it-footnote';
import { environmentOf, type Environment } from './losses.ts';
import type { InlineRule, Parser, Token } from './types.ts';

export interface Note {
  readonly label: string;
  readonly tokens: Token[];
  /** Where its text begins, from 0. */
  line: number;
}

/** Whether a text has notes, once its blocks were found. */
export const hasNotes = ({ footnotes: found }: Environment): boolean => found?.refs !== undefined;

/** The notes of a text, put aside while it is read: only at its end it is known which number each of them has. */
export class Notes {
  readonly #all: Note[] = [];
  readonly #open: Note[] = [];

  /** Takes a token that is of a note, or where one begins or ends. Gives false for what is not. */
  take(token: Token): boolean {
    const note = this.#open[this.#open.length - 1];
    if (token.type === 'footnote_reference_open') {
      const { label } = token.meta as { label: string };
      const begun = { label, tokens: [], line: -1 };
      this.#all.push(begun);
      this.#open.push(begun);
    } else if (note === undefined) return false;
    else if (token.type === 'footnote_reference_close') this.#open.pop();
    else {
      if (note.line === -1 && token.map) note.line = token.map[0];
      note.tokens.push(token);
    }
    return true;
  }

  /** In the order of their numbers. A note that was defined inside of another stands after it. */
  inOrder({ footnotes: found }: Environment): readonly Note[] {
    const numbers = new Map((found?.list ?? []).map((one, index) => [one.label, index]));
    const numbered: Note[] = [];
    // What a note of the same label says more, and what nothing refers to.
    const others: Note[] = [];
    for (const note of this.#all) {
      const number = numbers.get(note.label);
      if (number === undefined || numbered[number] !== undefined) others.push(note);
      else numbered[number] = note;
    }
    return [...numbered.filter((note) => note !== undefined), ...others];
  }
}

/** A label has no brackets in it: the plugin's own rule looks for its end in all of the line, for every start of one. */
const LABEL = /\[\^([^\s[\]]{1,999})\]/y;

const referenceRule: InlineRule = (state, silent) => {
  const { footnotes: found } = environmentOf(state.env);
  if (found?.refs === undefined || state.src.charCodeAt(state.pos) !== 0x5b) return false;
  LABEL.lastIndex = state.pos;
  const label = LABEL.exec(state.src)?.[1];
  if (label === undefined || !Object.hasOwn(found.refs, `:${label}`)) return false;
  if (LABEL.lastIndex > state.posMax) return false;
  if (!silent) {
    found.list ??= [];
    const { list, refs } = found;
    if ((refs[`:${label}`] ?? -1) < 0) refs[`:${label}`] = list.push({ label, count: 0 }) - 1;
    state.push('footnote_ref', '', 0).meta = { id: refs[`:${label}`] };
  }
  state.pos += label.length + 3;
  return true;
};

/** What stands in the text for a note: its number. */
export const referenceText = (token: Token): string => `[${(token.meta as { id: number }).id + 1}]`;

export function listedFootnotes(parser: Parser): void {
  // Its types are those of another version of markdown-it.
  parser.use(footnotes as unknown as (parser: Parser) => void);
  // Not part of GFM, and a caret before a bracket may well be meant as it stands.
  parser.inline.ruler.disable('footnote_inline');
  parser.inline.ruler.at('footnote_ref', referenceRule);
  // The list is made of every note, in `blocks.ts`.
  parser.core.ruler.disable('footnote_tail');
}
