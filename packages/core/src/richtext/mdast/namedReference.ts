import { decodeHTMLStrict } from 'entities';

/**
 * The character that a name (`amp`) stands for, or false. For bundles: it takes the place of the package of that name,
 * which mdast-util-to-markdown needs for nodes that are never written here, and which has the same table of two thousand
 * names that markdown-it has already.
 */
export function decodeNamedCharacterReference(name: string): string | false {
  const reference = `&${name};`;
  const character = decodeHTMLStrict(reference);
  return character === reference ? false : character;
}
