/**
 * From start tags, end tags and text to a document. Follows what a browser makes of HTML, tags that nobody closes
 * included, and leaves it to the tree builder that the result fits the platform's schema.
 */
import type { RichTextMark } from '../document.ts';
import type { Attributes } from '../draft.ts';
import type { Frame, TreeBuilder } from '../treeBuilder.ts';
import { isAllowedImage, isAllowedLink } from '../urls.ts';
import type { WarningList } from '../warnings.ts';
import {
  cellAttributes,
  codeLanguage,
  imageAttributes,
  isAligned,
  isCheckbox,
  keepsSpaces,
  listAttributes,
} from './attributes.ts';
import { OpenMarks } from './marks.ts';
import { OpenElements } from './openElements.ts';
import { BLOCK_TAGS, HEADING_LEVELS, KEPT_BLOCK_TAGS, MARK_TAGS, REMOVED_TAGS, SILENT_TAGS } from './tags.ts';
import type { HtmlEvents, TagAttributes } from './tokens.ts';

const SPACES = /[ \t\n\f]+/g;
const RUN = /[\t\n\f]|  /;
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c;
const NO_MARKS: readonly RichTextMark[] = [];

export class HtmlReader implements HtmlEvents {
  readonly #builder: TreeBuilder;
  readonly #warnings: WarningList;
  readonly #marks = new OpenMarks();
  readonly #elements: OpenElements;
  /** White space that counts only if more text follows in the same line, with the marks that it had. */
  #space: readonly RichTextMark[] | undefined;
  /** The element that is being left out. */
  #removed: string | undefined;
  /** A line end right at the start of `<pre>` does not count. */
  #atPreStart = false;
  /** How many `<code>` are open that keep their spaces. */
  #keepSpaces = false;

  constructor(builder: TreeBuilder, warnings: WarningList) {
    this.#builder = builder;
    this.#warnings = warnings;
    this.#elements = new OpenElements(builder, this.#marks);
  }

  text(value: string): void {
    if (this.#removed !== undefined || value === '') return;
    if (this.#inPre) {
      this.#builder.text(this.#atPreStart && value.startsWith('\n') ? value.slice(1) : value, NO_MARKS);
      this.#atPreStart = false;
      return;
    }
    if (this.#keepSpaces) return this.#write(value.replaceAll('\n', ' '));
    let start = 0;
    let end = value.length;
    while (start < end && isSpace(value.charCodeAt(start))) start++;
    while (start < end && isSpace(value.charCodeAt(end - 1))) end--;
    if (start > 0) this.#space ??= this.#marks.current;
    if (start === end) return;
    const words = value.slice(start, end);
    this.#write(RUN.test(words) ? words.replace(SPACES, ' ') : words);
    if (end < value.length) this.#space = this.#marks.current;
  }

  comment(): void {
    if (this.#removed === undefined) this.#warnings.add('comment_removed');
  }

  unfinished(): void {
    this.#removed = undefined;
    this.#warnings.add('markup_as_text');
  }

  open(name: string, attributes: TagAttributes): void {
    if (this.#removed !== undefined) return;
    this.#atPreStart = false;
    const mark = MARK_TAGS.get(name);
    const level = HEADING_LEVELS.get(name);
    if (mark !== undefined) this.#openMark(name, attributes);
    else if (name === 'p') this.#openParagraph();
    else if (name === 'a') this.#openLink(attributes);
    else if (name === 'br') this.#break();
    else if (name === 'img' || name === 'image') this.#image(attributes);
    else if (level !== undefined) this.#openHeading(name, level);
    else if (REMOVED_TAGS.has(name)) {
      this.#warnings.add('element_removed', name);
      this.#removed = name;
    } else this.#openBlock(name, attributes);
  }

  close(name: string): void {
    if (this.#removed !== undefined) {
      if (name === this.#removed) this.#removed = undefined;
      return;
    }
    if (MARK_TAGS.has(name)) {
      if (name === 'code') this.#keepSpaces = false;
      this.#marks.close(name);
    } else if (name === 'a') this.#marks.href = undefined;
    else if (name === 'br') this.#break();
    else {
      if (name === 'pre' && this.#inPre) this.#trimPre();
      if (this.#elements.close(name)) this.#space = undefined;
      // An end tag of which nothing is open still stands between two words.
      else if (BLOCK_TAGS.has(name) || KEPT_BLOCK_TAGS.has(name)) this.#part();
    }
  }

  get #inPre(): boolean {
    return this.#builder.top.type === 'codeBlock';
  }

  /** Writes text that has no white space at its ends, or whose white space counts. */
  #write(value: string): void {
    const marks = this.#marks.current;
    const space = this.#space;
    this.#space = undefined;
    if (this.#marks.dropped) this.#warnings.add('mark_removed');
    if (space !== undefined && !this.#builder.atLineStart()) {
      if (space === marks) return this.#builder.text(` ${value}`, marks);
      this.#builder.text(' ', space);
    }
    this.#builder.text(value, marks);
  }

  #openMark(name: string, attributes: TagAttributes): void {
    if (this.#inPre) {
      if (name !== 'code') this.#warnings.add('code_formatting_removed', name);
      else this.#nameLanguage(attributes);
    }
    if (name === 'code' && keepsSpaces(attributes)) this.#keepSpaces = true;
    this.#marks.open(name);
  }

  #openLink(attributes: TagAttributes): void {
    const { href, title } = attributes;
    const address = href === undefined || isAllowedLink(href) ? href : undefined;
    if (href !== address) this.#warnings.add('link_removed');
    else if (title) this.#warnings.add('link_title_removed');
    this.#marks.href = address;
    if (this.#inPre && href !== undefined) this.#warnings.add('code_formatting_removed', 'a');
  }

  #openParagraph(): void {
    if (this.#inside('heading') || this.#inPre) return this.#part();
    this.#elements.closeText();
    this.#begin('p', this.#builder.openText('paragraph'));
  }

  #openHeading(name: string, level: number): void {
    if (this.#inPre) return this.#part();
    this.#elements.closeText();
    if (level > 3) this.#warnings.add('heading_level', name);
    this.#begin(name, this.#builder.openText('heading', { level: Math.min(level, 3) }));
  }

  #openBlock(name: string, attributes: TagAttributes): void {
    switch (name) {
      case 'pre':
      case 'listing':
      case 'xmp':
        this.#elements.closeText();
        this.#begin(name, this.#builder.openText('codeBlock', { language: codeLanguage(attributes) }));
        this.#atPreStart = true;
        return;
      case 'blockquote':
        this.#elements.closeText();
        return this.#begin(name, this.#builder.open('blockquote'));
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        this.#space = undefined;
        return this.#elements.openList(name, name === 'ol' ? listAttributes(attributes) : undefined);
      case 'li':
        this.#space = undefined;
        return this.#elements.openItem();
      case 'table':
        this.#space = undefined;
        return this.#elements.openTable();
      case 'tr':
        this.#space = undefined;
        return this.#elements.openRow();
      case 'td':
      case 'th':
        this.#space = undefined;
        if (isAligned(attributes) && this.#elements.firstAligned()) this.#warnings.add('alignment_removed');
        return this.#elements.openCell(name, cellAttributes(attributes));
      case 'hr':
        this.#elements.closeText();
        this.#space = undefined;
        this.#builder.endText();
        return this.#builder.leaf('horizontalRule');
      case 'input':
        if (isCheckbox(attributes)) this.#checkbox('checked' in attributes);
        return;
      default:
        return this.#openOther(name);
    }
  }

  #openOther(name: string): void {
    if (!SILENT_TAGS.has(name)) this.#warnings.add('element_unwrapped', name);
    if (!BLOCK_TAGS.has(name)) return;
    if (this.#inside('heading') || this.#inPre) return this.#part();
    this.#elements.closeText();
    if (name === 'dt' || name === 'dd') this.#elements.closeTerm();
    this.#builder.endText();
    this.#begin(name, undefined);
  }

  #begin(name: string, frame: Frame | undefined): void {
    this.#space = undefined;
    this.#elements.push(name, frame);
  }

  #inside(type: Frame['type']): boolean {
    return this.#builder.top.type === type;
  }

  /** Parts two words where a block that is not kept begins or ends. */
  #part(): void {
    if (this.#inPre) {
      const { content } = this.#builder.top;
      if (content[content.length - 1]?.text?.endsWith('\n') === false) this.#builder.text('\n', NO_MARKS);
    } else if (this.#inside('heading')) this.#space ??= this.#marks.current;
    else if (this.#builder.top.implied) this.#builder.endText();
    else this.#space ??= this.#marks.current;
  }

  #break(): void {
    this.#space = undefined;
    this.#builder.hardBreak();
  }

  #image(attributes: TagAttributes): void {
    const { src = '', alt = '' } = attributes;
    if (!isAllowedImage(src)) {
      this.#warnings.add('image_removed');
      return this.text(alt);
    }
    if (this.#marks.href !== undefined) this.#warnings.add('image_link_removed');
    this.#space = undefined;
    this.#builder.leaf('image', imageAttributes(attributes) as Attributes);
  }

  #checkbox(checked: boolean): void {
    this.#warnings.add('task_item');
    this.#write(checked ? '☑' : '☐');
    this.#space = this.#marks.current;
  }

  #nameLanguage(attributes: TagAttributes): void {
    const { top } = this.#builder;
    const language = codeLanguage(attributes);
    if (language !== null && top.content.length === 0) top.attrs = { language };
  }

  /** The line end in front of `</pre>` is no line of its own. */
  #trimPre(): void {
    const { content } = this.#builder.top;
    const last = content[content.length - 1];
    if (last?.text?.endsWith('\n')) {
      last.text = last.text.slice(0, -1);
      if (last.text === '') content.pop();
    }
  }
}
