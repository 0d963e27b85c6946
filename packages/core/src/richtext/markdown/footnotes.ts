/**
 * Footnotes: the references become `[1]` in the text, and the notes a numbered list at the end. Every note is kept, those
 * that nothing refers to and those whose label is taken as well, which GitHub and the footnote plugin's own list drop.
 */
import footnotes from 'markdown-it-footnote';
import { environmentOf, type Environment } from './losses.ts';
import { PlainToken } from './plainToken.ts';
import type { InlineRule, Parser, Token } from './types.ts';

interface Note {
  readonly label: string;
  readonly tokens: Token[];
  readonly line: number;
}

const labelOf = (token: Token): string => (token.meta as { label: string }).label;

/** Takes the notes out of the text. One that is defined inside of another stands after it. */
function takeNotes(tokens: readonly Token[]): { text: Token[]; notes: Note[] } {
  const text: Token[] = [];
  const notes: Note[] = [];
  const open: Note[] = [];
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') {
      const note = { label: labelOf(token), tokens: [], line: 0 };
      notes.push(note);
      open.push(note);
    } else if (token.type === 'footnote_reference_close') open.pop();
    else (open[open.length - 1]?.tokens ?? text).push(token);
  }
  return { text, notes: notes.map((note) => ({ ...note, line: note.tokens.find((one) => one.map)?.map?.[0] ?? 0 })) };
}

/** Whether there are notes: all of the text must be read before they can be put in order. */
export const hasNotes = (environment: Environment): boolean => environment.footnotes?.refs !== undefined;

/** The tokens of a text that was read to its end, with its notes as a numbered list at the end. */
export function withNotesListed(tokens: readonly Token[], environment: Environment): Token[] {
  const { footnotes: found, losses } = environment;
  const { text, notes } = takeNotes(tokens);
  const numbers = new Map((found?.list ?? []).map((one, index) => [one.label, index]));
  const numberOf = (note: Note) => numbers.get(note.label) ?? -1;
  const referred = notes.filter((note) => numberOf(note) >= 0);
  const first = new Map(referred.map((note) => [note.label, note]).reverse() as [string, Note][]);
  const ordered = [...first.values()].sort((a, b) => numberOf(a) - numberOf(b));
  // What a note of the same label says more, and what nothing refers to.
  const others = notes.filter((note) => first.get(note.label) !== note);
  const tag = (type: string, name: string, nesting: 1 | -1) => {
    const token = new PlainToken(type, name, nesting);
    token.block = true;
    return token;
  };
  text.push(tag('ordered_list_open', 'ol', 1));
  for (const note of [...ordered, ...others]) {
    losses.push({ code: 'footnotes_listed', line: note.line, detail: note.label });
    text.push(tag('list_item_open', 'li', 1));
    for (const token of note.tokens) text.push(token);
    text.push(tag('list_item_close', 'li', -1));
  }
  text.push(tag('ordered_list_close', 'ol', -1));
  return text;
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
  // The list is made here, of every note: see `withNotesListed`.
  parser.core.ruler.disable('footnote_tail');
}
