/**
 * Markdown to a document, for lessons as people write them. Raw HTML stays as the text that it is, and images become
 * blocks of their own, since the editor has no image inside a paragraph.
 */
import MarkdownIt from 'markdown-it';
import { document, paragraph, type RichTextDocument, type RichTextMark, type RichTextNode } from './document.ts';

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

// Typographic changes and link guessing are off: what is written is what is kept.
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** Any other scheme could run as a script on a learner's page. An address without a scheme is one of the school's own. */
const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'];
const IMAGE_SCHEMES = ['http', 'https'];

function isAllowed(address: string, schemes: readonly string[]): boolean {
  // Browsers drop white space and control characters before they look for the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\u0000-\u0020\u007f-\u009f]/g, ''))?.[1];
  return scheme === undefined || schemes.includes(scheme.toLowerCase());
}

const WRAPPERS: Record<string, string> = {
  blockquote_open: 'blockquote',
  bullet_list_open: 'bulletList',
  ordered_list_open: 'orderedList',
  list_item_open: 'listItem',
  table_open: 'table',
  tr_open: 'tableRow',
  th_open: 'tableHeader',
  td_open: 'tableCell',
};
const MARKS: Record<string, RichTextMark['type']> = { strong: 'bold', em: 'italic', s: 'strike', link: 'link' };

/** A block that is being filled. */
interface Open {
  readonly type: string;
  readonly attrs?: RichTextNode['attrs'];
  readonly content: RichTextNode[];
}

export function fromMarkdown(markdown: string): RichTextDocument {
  const root: Open = { type: 'doc', content: [] };
  const stack: Open[] = [root];
  const top = () => stack[stack.length - 1] as Open;

  for (const token of parser.parse(markdown, {})) {
    const wrapper = WRAPPERS[token.type];
    if (wrapper) {
      const start = wrapper === 'orderedList' ? Number(token.attrGet('start') ?? 1) : 1;
      stack.push({ type: wrapper, content: [], ...(start !== 1 && { attrs: { start } }) });
    } else if (token.type.endsWith('_close') && WRAPPERS[token.type.replace(/_close$/, '_open')]) {
      const closed = stack.pop() as Open;
      top().content.push(finished(closed));
    } else if (token.type === 'heading_open') {
      // The platform has three levels.
      stack.push({ type: 'heading', attrs: { level: Math.min(3, Number(token.tag.slice(1))) }, content: [] });
    } else if (token.type === 'paragraph_open') {
      stack.push({ type: 'paragraph', content: [] });
    } else if (token.type === 'heading_close' || token.type === 'paragraph_close') {
      const { type, attrs, content } = stack.pop() as Open;
      top().content.push(...splitAtImages(type, attrs, content));
    } else if (token.type === 'inline') {
      const nodes = inline(token.children ?? []);
      // A table cell holds its text without a paragraph around it.
      const { type } = top();
      top().content.push(
        ...(type === 'tableHeader' || type === 'tableCell' ? splitAtImages('paragraph', undefined, nodes) : nodes),
      );
    } else if (token.type === 'fence' || token.type === 'code_block') {
      top().content.push(codeBlock(token));
    } else if (token.type === 'hr') {
      top().content.push({ type: 'horizontalRule' });
    }
  }
  return document(root.content);
}

/** The schema wants a block in every container, and a paragraph first in a list item. */
function finished({ type, attrs, content }: Open): RichTextNode {
  const needsParagraph =
    type === 'listItem' ? content[0]?.type !== 'paragraph' : content.length === 0 && type !== 'tableRow';
  return { type, ...(attrs && { attrs }), content: needsParagraph ? [paragraph(), ...content] : content };
}

function codeBlock(token: Token): RichTextNode {
  const text = token.content.replace(/\n$/, '');
  const language = token.info.trim().split(/\s+/)[0] || null;
  return { type: 'codeBlock', attrs: { language }, ...(text && { content: [{ type: 'text', text }] }) };
}

/** An image ends the block that it stands in, and the rest goes on after it in a block of the same kind. */
function splitAtImages(type: string, attrs: RichTextNode['attrs'], nodes: readonly RichTextNode[]): RichTextNode[] {
  const blocks: RichTextNode[] = [];
  let run: RichTextNode[] = [];
  const flush = () => {
    if (run.some((node) => node.text?.trim())) blocks.push({ type, ...(attrs && { attrs }), content: run });
    run = [];
  };
  for (const node of nodes) {
    if (node.type === 'image') {
      flush();
      blocks.push(node);
    } else run.push(node);
  }
  flush();
  return blocks.length > 0 ? blocks : [{ type, ...(attrs && { attrs }) }];
}

function inline(tokens: readonly Token[]): RichTextNode[] {
  const nodes: RichTextNode[] = [];
  // An opening that is refused (a link to a script) still stands here, so that its end finds it.
  const open: (RichTextMark | undefined)[] = [];
  const add = (text: string, code = false) => {
    if (text === '') return;
    const active = open.filter((mark) => mark !== undefined);
    const unique = active.filter((mark, index) => active.findIndex((other) => other.type === mark.type) === index);
    const link = unique.find((mark) => mark.type === 'link');
    // Code excludes every other mark; a link says more than the look of its text, so it wins.
    const marks: RichTextMark[] = code && !link ? [{ type: 'code' }] : unique;
    nodes.push({ type: 'text', ...(marks.length > 0 && { marks }), text });
  };
  for (const token of tokens) {
    if (token.type === 'softbreak') add(' ');
    else if (token.type === 'hardbreak') nodes.push({ type: 'hardBreak' });
    else if (token.type === 'code_inline') add(token.content, true);
    else if (token.type === 'image') {
      const src = String(token.attrGet('src') ?? '');
      if (src && isAllowed(src, IMAGE_SCHEMES)) nodes.push(image(src, token.content, titleOf(token)));
      else add(token.content);
    } else if (token.nesting === 1) {
      const type = MARKS[token.type.replace(/_open$/, '')];
      const href = String(token.attrGet('href') ?? '');
      open.push(
        type === 'link' ? (isAllowed(href, LINK_SCHEMES) ? { type, attrs: { href } } : undefined) : type && { type },
      );
    } else if (token.nesting === -1) open.pop();
    else add(token.content);
  }
  return nodes;
}

function titleOf(token: Token): string {
  return String(token.attrGet('title') ?? '');
}

function image(src: string, alt: string, title: string): RichTextNode {
  return { type: 'image', attrs: { src, ...(alt && { alt }), ...(title && { title }) } };
}
