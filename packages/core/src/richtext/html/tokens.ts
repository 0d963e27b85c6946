/**
 * HTML as start tags, end tags and text. The tokenizer is htmlparser2's, without its parser: that one searches the list
 * of open elements from end to end, which takes minutes for a hundred thousand of them.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { RAW_TAGS } from './tags.ts';

export type TagAttributes = Readonly<Record<string, string>>;

export interface HtmlEvents {
  open(name: string, attributes: TagAttributes): void;
  close(name: string): void;
  text(value: string): void;
  comment(): void;
  /** A tag or comment that does not end: what it seems to hold comes as text. */
  unfinished(): void;
}

const NO_ATTRIBUTES: TagAttributes = Object.freeze({});
/** How often reading starts over behind a tag that does not end; what is left then is text as it stands. */
const MOST_RESTARTS = 20;
/** Stands for a `<` that begins nothing. NUL itself cannot be in HTML. */
const MUTED = '\u0000';
const unmute = (text: string): string => (text.includes(MUTED) ? text.replaceAll(MUTED, '<') : text);

/** Reads one piece of HTML, and knows how far it has come. */
class Reading implements TokenizerCallbacks {
  /** Up to here everything was handed on. */
  done = 0;
  /** Where the last event began. */
  at = 0;
  readonly #source: string;
  readonly #events: HtmlEvents;
  #name = '';
  #attributes: Record<string, string> | undefined;
  #key = '';
  #value = '';

  constructor(source: string, events: HtmlEvents) {
    this.#source = source;
    this.#events = events;
  }

  ontext(start: number, end: number): void {
    this.at = start;
    this.done = end;
    this.#events.text(unmute(this.#source.slice(start, end)));
  }

  ontextentity(codepoint: number, end: number): void {
    this.done = end;
    this.#events.text(String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.at = start - 1;
    this.#name = this.#source.slice(start, end).toLowerCase();
    this.#attributes = undefined;
  }

  onattribname(start: number, end: number): void {
    this.#key = this.#source.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#source.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    this.#attributes ??= Object.create(null) as Record<string, string>;
    this.#attributes[this.#key] ??= unmute(this.#value);
  }

  onopentagend(end: number): void {
    this.done = end + 1;
    this.#events.open(this.#name, this.#attributes ?? NO_ATTRIBUTES);
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    this.at = start - 2;
    const last = this.#source.indexOf('>', end);
    if (last === -1) return;
    this.done = last + 1;
    this.#events.close(this.#source.slice(start, end).toLowerCase());
  }

  oncomment(start: number, end: number): void {
    this.at = start;
    if (end >= this.#source.length) return;
    this.done = end + 1;
    this.#events.comment();
  }

  /** To a browser `<![CDATA[` is a comment that ends with the first `>`, so what follows that is text. */
  oncdata(start: number, end: number): void {
    this.at = start;
    if (end >= this.#source.length) return;
    this.done = end + 1;
    this.#events.comment();
    const visible = this.#source.indexOf('>', start) + 1;
    if (visible <= end) this.#events.text(unmute(this.#source.slice(visible, end + 1)));
  }

  ondeclaration(_start: number, end: number): void {
    if (end < this.#source.length) this.done = end + 1;
  }

  onprocessinginstruction(): void {}
  onend(): void {}
}

const RAW_TAG = new RegExp(`<(/?)(${RAW_TAGS})(?=[\\s/>])`, 'gi');

/** Without a raw element (a script, a style) that never ends, as it would take all that follows for its own. */
function muteUnclosed(html: string): string {
  const lastEnd = new Map<string, number>();
  let opens = 0;
  for (const { 1: slash, 2: name = '', index } of html.matchAll(RAW_TAG)) {
    if (slash === '') opens++;
    else lastEnd.set(name.toLowerCase(), index);
  }
  if (opens === 0) return html;
  return html.replace(RAW_TAG, (tag, slash: string, name: string, index: number) =>
    slash === '' && index > (lastEnd.get(name.toLowerCase()) ?? -1) ? MUTED + tag.slice(1) : tag,
  );
}

/** Makes HTML safe to read: with `\n` for every line end, and no NUL. */
export function plainHtml(html: string): string {
  const text = html.startsWith('\ufeff') ? html.slice(1) : html;
  return text.includes('\r') || text.includes(MUTED) ? text.replace(/\r\n?/g, '\n').replaceAll(MUTED, '\ufffd') : text;
}

/**
 * Hands on all of the HTML, in order. Nothing is swallowed by a tag that is never closed. `at` tells where in the source
 * the last event began.
 */
export function readTokens(html: string, events: HtmlEvents): { at: () => number; run: () => void } {
  let base = 0;
  let reading: Reading | undefined;
  const run = () => {
    let rest = muteUnclosed(html);
    for (let restarts = 0; ; restarts++) {
      reading = new Reading(rest, events);
      const tokenizer = new Tokenizer({ decodeEntities: true }, reading);
      tokenizer.write(rest);
      tokenizer.end();
      const { done } = reading;
      if (done >= rest.length) return;
      events.unfinished();
      if (restarts === MOST_RESTARTS) return events.text(unmute(rest.slice(done)));
      events.text('<');
      base += done + 1;
      rest = rest.slice(done + 1);
    }
  };
  return { at: () => base + (reading?.at ?? 0), run };
}

/** Where in a fragment something begins that it does not end: a tag, a comment, a script. -1 if there is no such thing. */
export function unfinishedAt(fragment: string): number {
  const nothing: HtmlEvents = { open() {}, close() {}, text() {}, comment() {}, unfinished() {} };
  const muted = muteUnclosed(fragment);
  const reading = new Reading(muted, nothing);
  const tokenizer = new Tokenizer({}, reading);
  tokenizer.write(muted);
  tokenizer.end();
  const raw = muted.indexOf(MUTED);
  const open = reading.done < fragment.length ? reading.done : -1;
  return raw === -1 ? open : open === -1 ? raw : Math.min(raw, open);
}
