/** Turns titles into the part of an address that names a page. */
import { messages, refuse } from './errors.ts';

const MOST_CHARACTERS = 200;
const WORDS: Readonly<Record<string, string>> = {
  '&': 'and',
  '%': 'percent',
  $: 'dollar',
  '€': 'euro',
  '<': 'less',
  '>': 'greater',
  '|': 'or',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  '-': ' ',
};

/** Letters, digits and single dashes. Refuses what leaves nothing, or too much. */
export function slugify(text: string): string {
  const slug = [...text]
    .map((character) => WORDS[character] ?? character)
    .join('')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9\s]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase();
  if (!slug || slug.length > MOST_CHARACTERS) refuse(messages.invalidInput);
  return slug;
}

/** The slug itself, or the slug with the first free number from 1 on behind it. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 1;
  while (taken.has(`${slug}-${number}`)) number++;
  return `${slug}-${number}`;
}
