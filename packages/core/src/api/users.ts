import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
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
  const send = async (method: 'POST' | 'PATCH', input: UserInput): Promise<UserAnswer> =>
    client.call({
      method,
      path: '/api/user',
      headers: { domain },
      body: checked(userInputSchema, input),
      answer: userAnswerSchema,
    });
  return {
    /**
     * Creates a user. For an address that exists already a server answers `conflict` (documented) or says nothing of
     * it and changes nothing (observed): ask `exists` first where that matters.
     */
    create: async (input: UserInput) => send('POST', input),

    /** Changes a user (observed). Throws `not_found`. */
    update: (input: UserInput) => send('PATCH', input),
  };
}
