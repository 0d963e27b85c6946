import { invalidInput } from '../http/errors.ts';
import type { RichTextDocument } from '../richtext/document.ts';
import { fromMarkdown } from '../richtext/fromMarkdown.ts';

/** Rich text as people have it. */
export type DescriptionInput = { readonly markdown: string };

/** The JSON string of a document, which is how the API takes a description (documented). */
export function toDescription(input: DescriptionInput | RichTextDocument): string {
  if ('markdown' in input) return JSON.stringify(fromMarkdown(input.markdown));
  if (input.type === 'doc' && Array.isArray(input.content)) return JSON.stringify(input);
  throw invalidInput(
    'description',
    'The description is not a rich-text document.',
    'Give a document whose type is "doc", or { markdown }.',
  );
}
