import * as z from 'zod/mini';
import { invalidInput } from '../http/errors.ts';
import type { Field } from './fields.ts';

/** The longest address that mail takes (RFC 5321, 4.5.3.1.3, less its brackets). */
const MAX_LENGTH = 254;
const address = z.string().check(z.maxLength(MAX_LENGTH), z.email());

/**
 * An address as the school stores it: no spaces around it, lower case. Also reads one with a name before it
 * (`Ann <ann@example.com>`) and a `mailto:` link, as they come out of mail programs. Throws `validation`.
 */
export function readEmail(field: Pick<Field, 'key' | 'label'>, value: unknown): string {
  const typed = typeof value === 'string' ? value.normalize('NFKC').trim() : '';
  const bare = (/<([^<>]+)>$/.exec(typed)?.[1] ?? typed)
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();
  if (!address.safeParse(bare).success) {
    throw invalidInput(
      field.key,
      `"${field.label}" is not an e-mail address: "${(typed || JSON.stringify(value)).slice(0, 100)}".`,
      'Give one address like ann@example.com.',
    );
  }
  return bare;
}
