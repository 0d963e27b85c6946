/** The judge of what is valid: the platform's real editor schema, which the connector itself never sees. */
import { getSchema } from '@tiptap/core';
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight';
import { Heading } from '@tiptap/extension-heading';
import { Highlight } from '@tiptap/extension-highlight';
import { Image } from '@tiptap/extension-image';
import { Link } from '@tiptap/extension-link';
import { Table } from '@tiptap/extension-table';
import { TableCell } from '@tiptap/extension-table-cell';
import { TableHeader } from '@tiptap/extension-table-header';
import { TableRow } from '@tiptap/extension-table-row';
import { StarterKit } from '@tiptap/starter-kit';
import { createLowlight } from 'lowlight';

const schema = getSchema([
  StarterKit.configure({ codeBlock: false, link: false, heading: false }),
  Heading,
  Link,
  Table,
  TableRow,
  TableHeader,
  TableCell,
  Image,
  CodeBlockLowlight.configure({ lowlight: createLowlight() }),
  Highlight,
]);

interface Json {
  readonly type?: unknown;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Json[];
  readonly marks?: readonly Json[];
}

/** Where an attribute that a document had is gone or another one once the editor has read it. */
function dropped(before: Json, after: Json, path = ''): string | undefined {
  for (const [name, value] of Object.entries(before.attrs ?? {}))
    if (JSON.stringify(after.attrs?.[name]) !== JSON.stringify(value)) return `${path}/attrs/${name}`;
  for (const mark of before.marks ?? []) {
    const same = after.marks?.find((one) => one.type === mark.type);
    if (!same) return `${path}/marks/${String(mark.type)}`;
    const lost = dropped(mark, same, `${path}/marks/${String(mark.type)}`);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/** What is wrong with a document, as the platform's editor sees it; undefined when it takes it whole. */
export function problemOf(document: unknown): string | undefined {
  try {
    const node = schema.nodeFromJSON(document);
    node.check();
    const pairs: [Json, Json, string][] = [[document as Json, node.toJSON() as Json, '']];
    for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
      const [before, after, path] = pair;
      const lost = dropped(before, after, path);
      if (lost !== undefined) return `dropped: ${lost}`;
      if ((before.content?.length ?? 0) !== (after.content?.length ?? 0)) return `other content: ${path}`;
      before.content?.forEach((child, index) =>
        pairs.push([child, after.content?.[index] as Json, `${path}/content/${index}`]),
      );
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
