import type { HtmlEvents } from '../html/tokens.ts';
import { escapeHtml } from './escapes.ts';

/** Writes tags and text down as HTML, for text that has HTML of its own in between. */
export class HtmlWriter implements HtmlEvents {
  html = '';

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.html += `<${name}`;
    for (const [key, value] of Object.entries(attributes)) this.html += ` ${key}="${escapeHtml(value)}"`;
    this.html += '>';
  }

  close(name: string): void {
    this.html += `</${name}>`;
  }

  text(value: string): void {
    this.html += escapeHtml(value);
  }

  comment(): void {}
  unfinished(): void {}
}
