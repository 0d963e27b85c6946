/** What is read from the attributes of a tag. */
import type { Attributes } from '../draft.ts';
import { MAX_SPAN } from '../schema.ts';
import type { TagAttributes } from './tokens.ts';

/** A whole number, or nothing: `12`, but not `12px` or `50%`. */
const whole = (value: string | undefined): number | undefined =>
  value !== undefined && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : undefined;

/** The `language-x` of a code block's classes. */
export function codeLanguage({ class: classes = '' }: TagAttributes): string | null {
  return /(?:^|\s)lang(?:uage)?-(\S+)/.exec(classes)?.[1] ?? null;
}

export function listAttributes({ start, type }: TagAttributes): Attributes | undefined {
  if (start === undefined && type === undefined) return undefined;
  const first = whole(start);
  const attributes = {
    ...(first !== undefined && first !== 1 && { start: first }),
    ...(type !== undefined && /^[aAiI]$/.test(type) && { type }),
  };
  return Object.keys(attributes).length > 0 ? attributes : undefined;
}

export function cellAttributes({ colspan, rowspan }: TagAttributes): Attributes | undefined {
  if (colspan === undefined && rowspan === undefined) return undefined;
  const spans = Object.entries({ colspan: whole(colspan) ?? 1, rowspan: whole(rowspan) ?? 1 })
    .filter(([, span]) => span > 1)
    .map(([name, span]) => [name, Math.min(span, MAX_SPAN)] as const);
  return spans.length > 0 ? Object.fromEntries(spans) : undefined;
}

export const isAligned = ({ style = '', align = '' }: TagAttributes): boolean =>
  align !== '' || /text-align/i.test(style);

export const isCheckbox = ({ type = '' }: TagAttributes): boolean => type.toLowerCase() === 'checkbox';

export const keepsSpaces = ({ style = '' }: TagAttributes): boolean => /white-space:\s*(pre|break-spaces)/i.test(style);

/** The address is kept byte for byte: the platform deletes an image whose address is gone from a lesson. */
export function imageAttributes({ src, alt, title, width, height }: TagAttributes): Attributes {
  const [wide, high] = [whole(width), whole(height)];
  return {
    src,
    ...(alt && { alt }),
    ...(title && { title }),
    ...(wide !== undefined && wide > 0 && { width: wide }),
    ...(high !== undefined && high > 0 && { height: high }),
  };
}
