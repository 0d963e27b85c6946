/** What a conversion could not keep. The codes are a closed set and a public contract: none changes its meaning. */

export const WARNINGS = {
  heading_level: 'Headings have three levels: this one became a heading of level 3.',
  image_moved: 'Images stand on their own: the text around this one was split.',
  image_link_removed: 'An image cannot carry a link: the image was kept without it.',
  image_removed: 'This image has no address that may be shown: only its description was kept.',
  link_removed: 'This link does not lead to a web page, an e-mail address or a phone number: only its text was kept.',
  link_title_removed: 'Links have no title: it was left out.',
  mark_removed:
    'Code cannot be bold, italic or otherwise marked, and a link cannot be code: the lesser mark was left out.',
  code_formatting_removed: 'A code block is plain text: the formatting in it was left out.',
  code_info_removed: 'A code block has a language and no other settings: they were left out.',
  task_item: 'There are no check boxes: this one became a ☐ or ☑ at the start of the item.',
  footnotes_listed: 'There are no footnotes: the notes became a numbered list at the end.',
  alignment_removed: 'Table columns have no alignment: it was left out.',
  cells_removed:
    'This row has more cells than the table has columns: GFM leaves out what is too much, and so it is here.',
  table_padded: 'The rows of this table were not of the same length: empty cells were added.',
  table_uneven:
    'The rows of this table are not of the same length, and it would take too many empty cells to fill them.',
  element_removed: 'This element is not allowed in a document: it was left out, with what it held.',
  element_unwrapped: 'There is no such element in a document: only its text was kept.',
  comment_removed: 'A comment was left out.',
  markup_as_text: 'This markup is not complete: it was kept as text.',
  front_matter_removed: 'The front matter is not part of the text: it is handed back as metadata.',
  too_deep: 'This is nested deeper than a document allows: it was moved up to the deepest level there is.',
  structure_repaired: 'This did not stand where it may: it was wrapped, moved or filled so that the editor takes it.',
  attribute_removed: 'This attribute is unknown or has a value that is not allowed: it was left out.',
  unknown_node: 'There is no such node in a document: only what it held was kept.',
  unknown_mark: 'There is no such mark in a document: it was left out.',
  not_json: 'This is not a document in JSON: it was kept as plain text.',
  more: 'There are more warnings like these.',
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof WARNINGS;
export const WARNING_CODES = Object.keys(WARNINGS) as readonly WarningCode[];

/** One thing that was changed or left out, with the line of the source (from 1) or the path in the JSON. */
export interface RichTextWarning {
  readonly code: WarningCode;
  readonly message: string;
  readonly line?: number;
  /** A JSON pointer: `/content/0/content/2`. */
  readonly path?: string;
}

/** What every conversion to a document gives. */
export interface Conversion<Document> {
  readonly document: Document;
  readonly warnings: readonly RichTextWarning[];
}

type Place = Pick<RichTextWarning, 'line' | 'path'>;

/** A text of a million bad tags gives this many warnings of a kind, and one more that counts the others. */
const MOST_OF_A_KIND = 100;

/** Collects warnings. Where something happens is only worked out for those that are kept. */
export class WarningList {
  readonly #kept: RichTextWarning[] = [];
  readonly #counts = new Map<WarningCode, number>();
  /** The place of what is being read now. */
  where: () => Place = () => ({});

  add(code: WarningCode, detail?: string, place?: Place): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > MOST_OF_A_KIND) return;
    const message = detail === undefined ? WARNINGS[code] : `${WARNINGS[code]} (${detail.slice(0, 100)})`;
    this.#kept.push({ code, message, ...(place ?? this.where()) });
  }

  all(): readonly RichTextWarning[] {
    const more = [...this.#counts]
      .filter(([, count]) => count > MOST_OF_A_KIND)
      .map(([code, count]) => ({
        code: 'more' as const,
        message: `There are ${count - MOST_OF_A_KIND} more warnings of the kind ${code}.`,
      }));
    return [...this.#kept, ...more];
  }
}
