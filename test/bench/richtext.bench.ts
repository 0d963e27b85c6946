/** Rich text: one text of 1 MB, converted in turn by the core, by markdown-it alone, and by the converters of others. */
import { markdownToPortableText } from '@portabletext/markdown';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Image } from '@tiptap/extension-image';
import { Link } from '@tiptap/extension-link';
import { Table } from '@tiptap/extension-table';
import { TableCell } from '@tiptap/extension-table-cell';
import { TableHeader } from '@tiptap/extension-table-header';
import { TableRow } from '@tiptap/extension-table-row';
import { MarkdownManager } from '@tiptap/markdown';
import { StarterKit } from '@tiptap/starter-kit';
import { markdownToBlocks } from '@tryfabric/martian';
import { defaultMarkdownParser } from 'prosemirror-markdown';
import { createRequire } from 'node:module';
import { fromMarkdown, toMarkdown } from '../../packages/core/src/richtext/index.ts';
import { median, timed, type Goal } from './measure.ts';
import { mixedMarkdown } from './mixedMarkdown.ts';

const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;

// markdown-it is a dependency of the core, not of the tests.
const require = createRequire(new URL('../../packages/core/package.json', import.meta.url));
const MarkdownIt = require('markdown-it') as new () => { render(markdown: string): string };

export async function benchRichText(): Promise<Goal[]> {
  const text = mixedMarkdown(2 ** 20);
  const document = fromMarkdown(text).document;
  const plain = new MarkdownIt();
  const tiptap = new MarkdownManager({
    extensions: [
      StarterKit.configure({ codeBlock: false, link: false }),
      CodeBlock,
      Link,
      Image,
      Table,
      TableRow,
      TableHeader,
      TableCell,
    ],
  });
  const tasks: Record<string, () => unknown> = {
    core: () => fromMarkdown(text),
    'markdown-it': () => plain.render(text),
    'prosemirror-markdown': () => defaultMarkdownParser.parse(text),
    '@tiptap/markdown': () => tiptap.parse(text),
    '@portabletext/markdown': () => markdownToPortableText(text),
    '@tryfabric/martian': () => markdownToBlocks(text, { notionLimits: { truncate: false } }),
    serializer: () => toMarkdown(document),
  };
  // What takes many seconds is measured in few rounds: the difference is not one of noise.
  const slow = new Set(['@tiptap/markdown', '@portabletext/markdown', '@tryfabric/martian']);
  const times = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const names = Object.keys(tasks).filter((name) => !slow.has(name) || round === 0);
    for (const name of round % 2 ? names : names.toReversed()) {
      const seconds = await timed(async () => tasks[name]?.());
      if (round >= 0) times.get(name)?.push(seconds);
    }
  }
  const seconds = (name: string) => median(times.get(name) ?? []);
  const others = ['@tiptap/markdown', '@portabletext/markdown', 'prosemirror-markdown', '@tryfabric/martian'];
  return [
    {
      what: `1 MB of Markdown to a document, to markdown-it's own render (${(seconds('core') * 1000).toFixed(0)} ms)`,
      value: seconds('core') / seconds('markdown-it'),
      most: 2.5,
      unit: 'x',
    },
    ...others.map((name) => ({
      what: `the same, to ${name} (${(seconds(name) * 1000).toFixed(0)} ms)`,
      value: seconds('core') / seconds(name),
      most: 1,
      unit: 'x',
    })),
    { what: 'its document to Markdown', value: seconds('serializer'), most: 1, unit: ' s' },
  ];
}
