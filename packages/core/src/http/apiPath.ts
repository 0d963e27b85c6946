/** A path that a person typed, which must stay within the API of the school. */
import { invalidInput } from './errors.ts';

const MAX_LENGTH = 2000;
const EXAMPLE = 'Give it like /api/products, without the address of the school.';

/** Takes encodings off until there are none, so that nothing hides in one: a server may do the same. */
function decoded(text: string, rounds = 5): string | undefined {
  let plain = text;
  for (let round = 0; round < rounds; round++) {
    let next: string;
    try {
      next = decodeURIComponent(plain);
    } catch {
      return undefined;
    }
    if (next === plain) return plain;
    plain = next;
  }
  return undefined;
}

/**
 * Reads a path below `/api/` of the school, in the form in which it goes into a request. Throws `validation` for what
 * could lead anywhere else: a whole address, `//host`, a backslash, steps up in any encoding, a slash inside of a
 * segment; and for a query or fragment, which do not belong in a path.
 */
export function readApiPath(field: string, typed: string): string {
  const refuse = (why: string, hint = EXAMPLE) => invalidInput(field, `The path ${why}.`, hint);
  const given = typed.trim();
  if (given.length > MAX_LENGTH) throw refuse(`is longer than ${MAX_LENGTH} characters`);
  if (/[\\\p{Cc}\p{Cs}]/u.test(given)) throw refuse('holds a character that no path has');
  if (/^[a-z][a-z0-9+.-]*:/i.test(given) || given.startsWith('//')) throw refuse('is the address of a server');
  if (/[?#]/.test(given)) throw refuse('holds a ? or #', 'Put what follows it into the query.');
  const path = given.startsWith('/') ? given : `/${given}`;
  if (!/^\/api\/[^/]/.test(path)) throw refuse('does not lead into the API of the school');
  const segments = path.slice(1).split('/');
  const encoded = segments.map((segment) => {
    const plain = decoded(segment);
    if (plain === undefined) throw refuse('is not encoded as a path is');
    if (plain === '') throw refuse('has an empty part, or a slash at its end');
    if (plain === '.' || plain === '..') throw refuse('holds a step to another place');
    if (/[/\\?#\p{Cc}\p{Cs}]/u.test(plain)) throw refuse('holds an encoded character that changes where it leads');
    return encodeURIComponent(decodeURIComponent(segment));
  });
  return `/${encoded.join('/')}`;
}
