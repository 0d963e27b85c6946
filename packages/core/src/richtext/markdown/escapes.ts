import MarkdownIt from 'markdown-it';

/** markdown-it's own: text as HTML, with single quotes left as they are, and Markdown's escapes and entities as text. */
export const { escapeHtml, unescapeAll } = new MarkdownIt().utils;
