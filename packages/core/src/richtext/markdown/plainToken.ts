/**
 * A token of markdown-it as a plain object. Its own class sets every field through a helper function of its compiler,
 * which is a third of the time of parsing; this one has the same fields and the same methods.
 */
import MarkdownIt from 'markdown-it';
import type { Token } from './types.ts';

type Nesting = Token['nesting'];

class Plain {
  type: string;
  tag: string;
  nesting: Nesting;
  level = 0;
  content = '';
  attrs: Token['attrs'] = null;
  map: Token['map'] = null;
  children: Token['children'] = null;
  meta: Token['meta'] = null;
  markup = '';
  info = '';
  block = false;
  hidden = false;

  constructor(type: string, tag: string, nesting: Nesting) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
  }
}
Object.setPrototypeOf(Plain.prototype, MarkdownIt.Token.prototype);

export const PlainToken = Plain as unknown as typeof MarkdownIt.Token;
