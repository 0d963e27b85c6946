import type { RichTextDocument } from './document.ts';
import { fromText } from './fromText.ts';
import { repair } from './repair.ts';
import { WARNINGS, type Conversion } from './warnings.ts';

/** The value that JSON text stands for, also where the text is a JSON string of it, as the API has descriptions. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * A document as JSON, or as the value that it stands for, to a valid document. Never throws: what is wrong is repaired,
 * with warnings that have the path; what is no JSON at all is kept as plain text.
 */
export function fromJson(json: unknown): Conversion<RichTextDocument> {
  let value = json;
  if (typeof json === 'string') {
    try {
      value = parseJson(json);
    } catch {
      value = json;
    }
  }
  if (typeof value === 'object' && value !== null) return repair(value);
  const { document } = fromText(value === undefined || value === null ? '' : String(value));
  return { document, warnings: [{ code: 'not_json', message: WARNINGS.not_json, path: '' }] };
}
