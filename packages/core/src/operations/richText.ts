/** A field for rich text, and the choice of its format next to it. */
import { checkSize, toDocument } from '../api/richText.ts';
import type { RichTextDocument } from '../richtext/document.ts';
import { WARNING_CODES, type Conversion } from '../richtext/warnings.ts';
import * as z from 'zod/mini';

export const RICH_TEXT_FORMATS = ['markdown', 'html', 'text', 'json'] as const;
export type RichTextFormat = (typeof RICH_TEXT_FORMATS)[number];

/** The choice that goes with a rich-text field. */
export const contentFormatField = {
  key: 'contentFormat',
  type: 'choice',
  choices: [
    { value: 'markdown', label: 'Markdown' },
    { value: 'html', label: 'HTML' },
    { value: 'text', label: 'Plain Text' },
    { value: 'json', label: 'JSON', description: "A document of the school's editor" },
  ],
  default: 'markdown',
  label: 'Content Format',
  help: 'How the content is written. What a lesson cannot hold is changed or left out, and named in the output under "warnings".',
} as const;

/** One, so that hosts that work out their fields from a sample see what a warning is made of. */
export const WARNINGS_SAMPLE = [
  {
    code: 'heading_level',
    message: 'Headings have three levels: this one became a heading of level 3. (h4)',
    line: 12,
  },
];

/** What could not be kept, as it stands in the output of an operation. */
export const warningsSchema = z.array(
  z.object({
    code: z.enum(WARNING_CODES),
    message: z.string(),
    line: z.optional(z.number()),
    path: z.optional(z.string()),
  }),
);

/**
 * Makes the document before any call. Throws `validation` for JSON that the editor would not take, with its first
 * problems, and `too_large` for a document over 1 MiB.
 */
export function readRichText(value: string, format: RichTextFormat, field: string): Conversion<RichTextDocument> {
  const conversion = toDocument({ [format]: value } as Parameters<typeof toDocument>[0], field);
  checkSize(JSON.stringify(conversion.document), field);
  return conversion;
}
