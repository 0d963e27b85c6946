/** Rich text as people have it, and as the API takes it. */
import { MAX_REQUEST_BYTES } from '../http/client.ts';
import { CourseLitError, invalidInput } from '../http/errors.ts';
import type { RichTextDocument } from '../richtext/document.ts';
import { fromHtml } from '../richtext/fromHtml.ts';
import { parseJson } from '../richtext/fromJson.ts';
import { fromMarkdown } from '../richtext/fromMarkdown.ts';
import { fromText } from '../richtext/fromText.ts';
import { isEmptyDocument, repair } from '../richtext/repair.ts';
import { validate } from '../richtext/validate.ts';
import type { Conversion } from '../richtext/warnings.ts';

/** A document, or what one is made from. JSON must be a valid document already: it is not repaired. */
export type RichTextInput =
  | RichTextDocument
  | { readonly markdown: string }
  | { readonly html: string }
  | { readonly text: string }
  | { readonly json: unknown };

const MOST_NAMED = 5;

/**
 * Makes a document, and tells what could not be kept. Throws `validation` for a document or JSON that the editor would
 * not take, with its first problems. `field` is what the error calls it.
 */
export function toDocument(input: RichTextInput, field = 'content'): Conversion<RichTextDocument> {
  if ('markdown' in input) return fromMarkdown(input.markdown);
  if ('html' in input) return fromHtml(input.html);
  if ('json' in input) return { document: checkedDocument(read(input.json, field), field), warnings: [] };
  if ('text' in input) return fromText(input.text);
  return { document: checkedDocument(input, field), warnings: [] };
}

function read(json: unknown, field: string): unknown {
  if (typeof json !== 'string') return json;
  try {
    return parseJson(json);
  } catch (error) {
    throw invalidInput(
      field,
      `The ${field} is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
      'Give a rich-text document as JSON, or choose another format.',
    );
  }
}

function checkedDocument(value: unknown, field: string): RichTextDocument {
  // The platform's own empty document, which its editor would not take.
  if (isEmptyDocument(value)) return repair(value).document;
  const problems = validate(value);
  if (problems.length === 0) return value as RichTextDocument;
  const named = problems.slice(0, MOST_NAMED).map(({ path, message }) => `${path || 'the document'} ${message}`);
  const more = problems.length - named.length;
  throw invalidInput(
    field,
    `The ${field} is not a document that the editor takes: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
    'Correct the document. A path says where in it the problem is.',
  );
}

/** Refuses what the server would (413, observed), before any call and with its size. */
export function checkSize(json: string, field: string): void {
  const size = Buffer.byteLength(json);
  if (size <= MAX_REQUEST_BYTES) return;
  throw new CourseLitError({
    code: 'too_large',
    message: `The ${field} has ${size.toLocaleString('en')} bytes (${(size / 2 ** 20).toFixed(2)} MiB) as a document; the school takes at most 1 MiB at a time.`,
    field,
    safeToRepeat: true,
  });
}
