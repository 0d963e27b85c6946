import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { path } from '../http/path.ts';
import { readPages, type PageOptions } from './paging.ts';
import { checked, listOf, maybe, oneOf } from './shapes.ts';

const customerSchema = z.looseObject({ userId: z.string(), email: maybe(z.string()), name: maybe(z.string()) });

export const rosterRowSchema = z.looseObject({
  user: customerSchema,
  status: maybe(z.string()),
  /** IDs of lessons, some of which may have been deleted since. A server may leave the list out. */
  completedLessons: maybe(z.array(z.string())),
  downloaded: maybe(z.boolean()),
  createdAt: maybe(z.string()),
  updatedAt: maybe(z.string()),
});
export type RosterRow = z.output<typeof rosterRowSchema>;

/** The document shows no shape of a row: one that carries the person's fields itself is read like one with a `user`. */
const rosterRow = z.pipe(
  z.transform((row: unknown) => {
    if (typeof row !== 'object' || row === null || 'user' in row) return row;
    const { userId, email, name, avatar, ...rest } = row as Record<string, unknown>;
    return { user: { userId, email, name, avatar }, ...rest };
  }),
  rosterRowSchema,
);

export const invitationSchema = z.looseObject({
  userId: maybe(z.string()),
  email: maybe(z.string()),
  name: maybe(z.string()),
  membershipId: maybe(z.string()),
  membershipStatus: maybe(z.string()),
});
export type Invitation = z.output<typeof invitationSchema>;

const newInvitationSchema = z.strictObject({ email: z.string(), tags: z.optional(z.array(z.string())) });
export type NewInvitation = z.input<typeof newInvitationSchema>;

export interface RosterFilter {
  /** Part of a name or e-mail address, in any case (observed). */
  readonly search?: string | undefined;
  /** Sent, and applied again here: observed servers ignore it. */
  readonly status?: string | undefined;
}

export function customersApi(client: Client) {
  return {
    /**
     * Enrols a person, who is created or reused, and has the school send the invitation mail. For a customer who is
     * active already it changes nothing but adds the tags, and no second mail goes out (observed).
     */
    invite: async (productId: string, invitation: NewInvitation): Promise<Invitation> =>
      client.call({
        method: 'POST',
        path: path`/api/products/${productId}/customers/invitations`,
        body: checked(newInvitationSchema, invitation),
        answer: oneOf(invitationSchema),
        idempotent: true,
      }),

    /** The customers of a product, in no order that could be relied on, each once. */
    async *roster(
      productId: string,
      { search, status }: RosterFilter = {},
      options: PageOptions = {},
    ): AsyncGenerator<RosterRow, void> {
      const page = (number: number, limit: number) =>
        client.call({
          method: 'GET',
          path: path`/api/products/${productId}/customers`,
          query: { search, status, page: number, limit },
          answer: listOf(rosterRow),
        });
      const limit = options.limit ?? Infinity;
      let given = 0;
      for await (const row of readPages(page, (one) => one.user.userId, { pageSize: options.pageSize })) {
        if (status && row.status !== status) continue;
        yield row;
        if (++given >= limit) return;
      }
    },
  };
}
