import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { hasCode } from '../http/errors.ts';
import { checked, maybe } from './shapes.ts';

/** What a user may do in the school (documented, closed). */
export const PERMISSIONS = [
  'course:manage',
  'course:manage_any',
  'course:publish',
  'course:enroll',
  'media:manage',
  'site:manage',
  'setting:manage',
  'user:manage',
  'community:manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The answer's `email` is an opaque hash, not the address (documented). */
const userAnswerSchema = z.looseObject({ email: maybe(z.string()) });
export type UserAnswer = z.output<typeof userAnswerSchema>;

const userInputSchema = z.strictObject({
  email: z.string(),
  name: z.optional(z.string()),
  permissions: z.optional(z.array(z.enum(PERMISSIONS))),
  subscribedToUpdates: z.optional(z.boolean()),
});
export type UserInput = z.input<typeof userInputSchema>;

/** `domain` is the school's domain name: this one resource asks for it in a header (documented). */
export function usersApi(client: Client, domain: string) {
  const send = async (
    method: 'POST' | 'PATCH',
    input: UserInput,
    lookup?: (client: Client) => Promise<UserAnswer | undefined>,
  ): Promise<UserAnswer> => {
    const body = checked(userInputSchema, input);
    return client.call({
      method,
      path: '/api/user',
      headers: { domain },
      body,
      answer: userAnswerSchema,
      lane: `user ${body.email.toLowerCase()}`,
      ...(lookup && { lookup }),
    });
  };

  /**
   * Whether the school has this user; null where it cannot say. There is no call that reads a user; an update that
   * changes nothing tells: it is refused for a stranger (observed).
   */
  async function exists(email: string): Promise<boolean | null> {
    try {
      await client.call({
        method: 'PATCH',
        path: '/api/user',
        headers: { domain },
        body: { email },
        answer: userAnswerSchema,
      });
      return true;
    } catch (error) {
      if (hasCode(error, 'not_found')) return false;
      // Updating is not in the API document: a school without it says so, or takes issue with the empty update.
      if (hasCode(error, 'not_a_school', 'unsupported', 'bad_request', 'validation', 'bad_response')) return null;
      throw error;
    }
  }

  return {
    exists,

    /**
     * Creates a user. For an address that exists already a server answers `conflict` (documented) or says nothing of
     * it and changes nothing (observed): ask `exists` first where that matters.
     */
    create: (input: UserInput): Promise<UserAnswer> =>
      send('POST', input, async (bound) => ((await usersApi(bound, domain).exists(input.email)) ? {} : undefined)),

    /** Changes a user (observed). The address must be as the school has it: lower case. Throws `not_found`. */
    update: (input: UserInput): Promise<UserAnswer> => send('PATCH', input),
  };
}
