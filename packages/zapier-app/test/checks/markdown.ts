/** Links in texts that people read, which Zapier shows as Markdown. */

const LINK = /\[[^\][]+\]\(([^()\s]+)\)/g;
const CODE = /`[^`]+`/g;

/** Where the links of a text lead. */
export function linksIn(text = ''): string[] {
  return [...text.replace(CODE, '').matchAll(LINK)].map(([, target = '']) => target);
}

/** What is left of a text without code and whole links: an address or a bracket in it is a mistake. */
export const outsideLinks = (text: string): string => text.replace(CODE, '').replace(LINK, '');
