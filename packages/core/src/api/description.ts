import { checkSize, toDocument, type RichTextInput } from './richText.ts';

/**
 * The JSON string of a document, which is how the API takes a description (documented). Throws `validation` for what is
 * no document, and `too_large` for one over 1 MiB.
 */
export function toDescription(input: RichTextInput): string {
  const description = JSON.stringify(toDocument(input, 'description').document);
  // As a string in JSON it is longer than it is by itself.
  checkSize(JSON.stringify(description), 'description');
  return description;
}
