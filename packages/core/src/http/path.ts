import { invalidInput } from './errors.ts';

const MAX_ID_LENGTH = 500;

/**
 * One ID as one segment of a path, whatever it holds. `.` and `..` are refused, since every URL parser takes them
 * (encoded, too) for steps in the path.
 */
export function encodeSegment(id: string): string {
  if (typeof id !== 'string' || id === '')
    throw invalidInput('id', 'An ID is missing.', 'Choose one from the list, or give its ID.');
  if (id.length > MAX_ID_LENGTH) throw invalidInput('id', `An ID is longer than ${MAX_ID_LENGTH} characters.`);
  if (id === '.' || id === '..') throw invalidInput('id', `"${id}" is not an ID.`);
  return encodeURIComponent(id.toWellFormed());
}

/** Template tag: `` path`/api/products/${productId}/sections` `` with every value encoded as one segment. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return parts.reduce((built, part, index) => built + encodeSegment(ids[index - 1] as string) + part);
}

/** Query parameters as the API takes them; what is undefined or empty is left out. Lists become one parameter each. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export function queryString(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    if (typeof value === 'object') value.forEach((one) => params.append(name, one));
    else params.append(name, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}
