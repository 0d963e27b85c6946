/** What each HTML element becomes. What is named nowhere here is taken away, and its text kept. */
import type { MarkType } from '../document.ts';

/** Elements for the look of text. */
export const MARK_TAGS: ReadonlyMap<string, MarkType> = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['cite', 'italic'],
  ['dfn', 'italic'],
  ['var', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strike'],
  ['strike', 'strike'],
  ['del', 'strike'],
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
  ['mark', 'highlight'],
]);

export const HEADING_LEVELS: ReadonlyMap<string, number> = new Map([
  ['h1', 1],
  ['h2', 2],
  ['h3', 3],
  ['h4', 4],
  ['h5', 5],
  ['h6', 6],
]);

/** Elements that no document may hold, with all that is in them. */
export const REMOVED_TAGS: ReadonlySet<string> = new Set([
  'script',
  'style',
  'iframe',
  'noembed',
  'noframes',
  'template',
  'title',
]);

/** Elements that take all that follows for their own where their end tag is missing. */
export const RAW_TAGS = 'script|style|iframe|noembed|noframes|title|textarea|xmp|plaintext|template';

/** Elements that part words although nothing of them is kept: each stands on lines of its own. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'body',
  'caption',
  'center',
  'dd',
  'details',
  'dialog',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'frameset',
  'head',
  'header',
  'hgroup',
  'html',
  'legend',
  'main',
  'nav',
  'noscript',
  'optgroup',
  'option',
  'search',
  'section',
  'select',
  'summary',
  'tbody',
  'textarea',
  'tfoot',
  'thead',
]);

/** Elements that say nothing by themselves: taking them away loses nothing that a reader would miss. */
export const SILENT_TAGS: ReadonlySet<string> = new Set([
  'a',
  'article',
  'aside',
  'bdi',
  'body',
  'caption',
  'center',
  'col',
  'colgroup',
  'data',
  'div',
  'figcaption',
  'figure',
  'font',
  'footer',
  'head',
  'header',
  'hgroup',
  'html',
  'input',
  'label',
  'link',
  'main',
  'meta',
  'nav',
  'noscript',
  'picture',
  'search',
  'section',
  'source',
  'span',
  'tbody',
  'tfoot',
  'thead',
  'time',
  'track',
  'wbr',
]);

/** Elements that become nodes of their own. */
export const KEPT_BLOCK_TAGS: ReadonlySet<string> = new Set([
  ...HEADING_LEVELS.keys(),
  'blockquote',
  'dir',
  'li',
  'menu',
  'ol',
  'p',
  'pre',
  'table',
  'td',
  'th',
  'tr',
  'ul',
]);
