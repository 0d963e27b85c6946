/** A Markdown text as tags and text: what its HTML would say, without writing it down and reading it again. */
import { readTokens, type HtmlEvents } from '../html/tokens.ts';
import type { WarningList } from '../warnings.ts';
import { unescapeAll } from './escapes.ts';
import { hasNotes, Notes } from './footnotes.ts';
import { blockHtml } from './html.ts';
import { attributesOf, emitInline, NO_ATTRIBUTES, parseInline } from './inline.ts';
import { handOn, type Environment } from './losses.ts';
import type { Parser, Token } from './types.ts';

export class MarkdownReading {
  readonly #parser: Parser;
  readonly #tokens: Token[];
  readonly #environment: Environment;
  /** HTML was among what was handed on, and may have left something open. */
  #afterHtml = false;
  /** The line that what was handed on last came from, from 0. */
  line = 0;

  /** Finds the blocks of a text. */
  constructor(parser: Parser, markdown: string, environment: Environment) {
    this.#parser = parser;
    this.#tokens = parser.parse(markdown, handOn(environment));
    this.#environment = environment;
  }

  /**
   * Hands on all of the text, once. A paragraph is read when its turn comes, and nothing is held on to that was handed
   * on: collecting what a megabyte leaves behind is a large part of the time that it takes.
   */
  run(events: HtmlEvents, warnings: WarningList): void {
    const notes = hasNotes(this.#environment) ? new Notes() : undefined;
    this.#emit(this.#tokens, events, warnings, notes);
    const listed = notes?.inOrder(this.#environment) ?? [];
    if (listed.length > 0) events.open('ol', NO_ATTRIBUTES);
    for (const note of listed) {
      this.line = Math.max(note.line, 0);
      warnings.add('footnotes_listed', note.label);
      events.open('li', NO_ATTRIBUTES);
      this.#emit(note.tokens, events, warnings);
      events.close('li');
    }
    if (listed.length > 0) events.close('ol');
  }

  /** Hands on tokens, but for those of notes where these are to be put aside. */
  #emit(tokens: (Token | undefined)[], events: HtmlEvents, warnings: WarningList, notes?: Notes): void {
    let before: Token | undefined;
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index] as Token;
      tokens[index] = undefined;
      if (notes?.take(token)) {
        // The numbers of what they refer to follow the order in which all of it was written.
        if (token.type === 'inline') token.children = this.#read(token);
        continue;
      }
      if (token.map && token.nesting !== -1) this.line = token.map[0];
      switch (token.type) {
        case 'inline':
          if (emitInline(token.children?.length ? token.children : this.#read(token), events)) this.#afterHtml = true;
          break;
        case 'html_block':
          this.#afterHtml = true;
          readTokens(blockHtml(token), events).run();
          break;
        case 'fence':
        case 'code_block':
          emitCode(token, events, warnings);
          break;
        default:
          if (token.hidden) break;
          if (this.#afterHtml) emitTag(token, before, tokens[index + 1], events);
          else emitBareTag(token, events);
      }
      before = token;
    }
  }

  #read(token: Token): Token[] {
    return parseInline(this.#parser, token, this.#environment);
  }
}

function emitBareTag(token: Token, events: HtmlEvents): void {
  if (token.nesting === -1) events.close(token.tag);
  else events.open(token.tag, attributesOf(token));
}

/** A tag, and the line ends that HTML has around it: they count where HTML has left something open. */
function emitTag(token: Token, before: Token | undefined, next: Token | undefined, events: HtmlEvents): void {
  if (token.nesting === -1) events.close(token.tag);
  else {
    if (before?.hidden && before.nesting === -1) events.text('\n');
    events.open(token.tag, attributesOf(token));
    if (token.nesting === 1 && next && (next.type === 'inline' || next.hidden || isEndOf(next, token))) return;
  }
  events.text('\n');
}

const isEndOf = (token: Token, start: Token): boolean => token.nesting === -1 && token.tag === start.tag;

/** A code block with its language; what else its first line says is lost. */
function emitCode(token: Token, events: HtmlEvents, warnings: WarningList): void {
  const [language = '', ...more] = token.type === 'fence' ? unescapeAll(token.info).trim().split(/\s+/) : [];
  if (more.length > 0) warnings.add('code_info_removed', more.join(' '));
  events.open('pre', NO_ATTRIBUTES);
  events.open('code', language === '' ? NO_ATTRIBUTES : { class: `language-${language}` });
  events.text(token.content);
  events.close('code');
  events.close('pre');
  events.text('\n');
}
