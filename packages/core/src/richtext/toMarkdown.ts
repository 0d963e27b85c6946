import type { List, ListItem, Nodes, Parents, Text } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, toMarkdown as serialize, type Handle, type Options } from 'mdast-util-to-markdown';
import { toTree } from './mdast/blocks.ts';
import { repair } from './repair.ts';

/** The serializer looks for an item's place in its list, each time from the start: here an item is told its number. */
const listItem: Handle = (node: ListItem, parent: Parents | undefined, state, info) => {
  if (parent?.type !== 'list' || !parent.ordered) return defaultHandlers.listItem(node, parent, state, info);
  const number = (node.data as { number?: number } | undefined)?.number ?? 1;
  const own: List = { type: 'list', ordered: true, start: number, spread: parent.spread ?? false, children: [node] };
  return defaultHandlers.listItem(node, own, state, info);
};

/**
 * Text in which nothing can mean anything to Markdown, as most is: it need not be searched for each of the fifty things
 * that the serializer knows. A letter first, so that no line can begin with a marker, and no address.
 */
const PLAIN = /^[A-Za-z\u00c0-\u1fff](?:[A-Za-z0-9 \u00c0-\u1fff,;'"?%/$-]|(?<![Ww])\.)*(?<! )$/;

const text: Handle = (node: Text, parent: Parents | undefined, state, info) =>
  PLAIN.test(node.value) ? node.value : defaultHandlers.text(node, parent, state, info);

const options: Options = {
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), gfmStrikethroughToMarkdown()],
  handlers: { listItem, text },
  bullet: '-',
  rule: '*',
  emphasis: '*',
  fences: true,
  unsafe: [
    // Addresses that the text has but that are no links (GFM, autolinks).
    { character: '@', before: '[+\\-.\\w]', after: '[\\-.\\w]', inConstruct: 'phrasing' },
    { character: '.', before: '[Ww]', after: '[\\-.\\w]', inConstruct: 'phrasing' },
    { character: ':', before: '[psPS]', after: '\\/', inConstruct: 'phrasing' },
    // What a reader of tables trims.
    { character: '\u00a0', inConstruct: 'tableCell' },
    // What TOML front matter begins with.
    { atBreak: true, character: '+', after: '\\+' },
  ],
};

/**
 * A document as Markdown, which `fromMarkdown` turns into the same document again. What Markdown has no words for
 * (underlined and highlighted text, tables with spans, empty paragraphs) is written as HTML. Takes any value, and
 * repairs it first where it is not valid.
 */
export function toMarkdown(document: unknown): string {
  const markdown = serialize(toTree(repair(document).document) as Nodes, options);
  // At the very start it would be taken for the mark of an encoding.
  return markdown.startsWith('\ufeff') ? `&#xFEFF;${markdown.slice(1)}` : markdown;
}
