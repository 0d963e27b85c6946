import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { path } from '../http/path.ts';
import { lessonsApi } from './lessons.ts';
import { LARGEST_PAGE, readPages, type PageOptions } from './paging.ts';
import { completedLessonIds, joinProgress, serverProgressSchema, type Progress } from './progress.ts';
import { rosterRow, type RosterRow } from './rosterRow.ts';
import { checked, listOf, maybe, oneOf } from './shapes.ts';

export const invitationSchema = z.looseObject({
  userId: maybe(z.string()),
  email: maybe(z.string()),
  name: maybe(z.string()),
  membershipId: maybe(z.string()),
  membershipStatus: maybe(z.string()),
  /** What could not be made sure of, in words for a person. */
  warning: maybe(z.string()),
});
export type Invitation = z.output<typeof invitationSchema>;

const newInvitationSchema = z.strictObject({ email: z.string(), tags: z.optional(z.array(z.string())) });
export type NewInvitation = z.input<typeof newInvitationSchema>;

/** The states of an enrolment (observed). */
export const STATUSES = ['active', 'pending', 'payment_failed', 'expired', 'rejected', 'paused'] as const;

export interface RosterFilter {
  /** Part of a name or e-mail address, in any case (observed). */
  readonly search?: string | undefined;
  /** Sent, and applied again here: observed servers ignore it. */
  readonly status?: string | undefined;
}

/** Clocks differ: an enrolment counts as older than a call when it is older by more than this, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

export function customersApi(client: Client) {
  const readPage = (productId: string, { search, status }: RosterFilter, page: number, limit: number) =>
    client.call({
      method: 'GET',
      path: path`/api/products/${productId}/customers`,
      query: { search, status, page, limit },
      answer: listOf(rosterRow),
    });
  const readProgress = (productId: string, userId: string) =>
    client.call({
      method: 'GET',
      path: path`/api/products/${productId}/customers/${userId}/progress`,
      answer: oneOf(serverProgressSchema),
    });

  async function* roster(
    productId: string,
    { search, status }: RosterFilter = {},
    options: PageOptions = {},
  ): AsyncGenerator<RosterRow, void> {
    const page = (number: number, limit: number) => readPage(productId, { search, status }, number, limit);
    const { limit = Infinity, ...paging } = options;
    if (limit <= 0) return;
    let given = 0;
    for await (const row of readPages(page, (one) => one.user.userId, paging)) {
      if (status && row.status !== status) continue;
      yield row;
      if (++given >= limit) return;
    }
  }

  async function findByEmail(productId: string, email: string): Promise<RosterRow | undefined> {
    const wanted = email.trim().toLowerCase();
    for await (const row of roster(productId, { search: wanted })) {
      if (row.user.email?.toLowerCase() === wanted) return row;
    }
    return undefined;
  }

  return {
    /** The customers of a product, in no order that could be relied on, each once. */
    roster,

    /**
     * One page of the roster, from 1, of 200 rows at most, less those of people who are gone: it may be shorter, and
     * even empty, before the end.
     */
    rosterPage: async (productId: string, page: number, filter: RosterFilter = {}): Promise<RosterRow[]> =>
      (await readPage(productId, filter, page, LARGEST_PAGE)).filter((row) => row !== null),

    /** Which lessons a customer has completed, those deleted since included. Throws `not_found` for one not enrolled. */
    async completed(
      productId: string,
      userId: string,
    ): Promise<{ readonly lessonIds: string[]; readonly downloaded: boolean | null }> {
      const source = await readProgress(productId, userId);
      return { lessonIds: completedLessonIds(source), downloaded: source.downloaded ?? null };
    },

    /** The customer with exactly this address, in any case; undefined when the product has none. */
    findByEmail,

    /**
     * Enrols a person, who is created or reused, and has the school send the invitation mail. For a customer who is
     * active already it changes nothing but adds the tags, and no second mail goes out (observed).
     */
    async invite(productId: string, invitation: NewInvitation): Promise<Invitation> {
      const body = checked(newInvitationSchema, invitation);
      const started = client.now();
      return client.call({
        method: 'POST',
        path: path`/api/products/${productId}/customers/invitations`,
        body,
        answer: oneOf(invitationSchema),
        idempotent: true,
        lane: `customer ${body.email.toLowerCase()}`,
        lookup: async (bound) => {
          const row = await customersApi(bound).findByEmail(productId, body.email);
          return row?.status === 'active' ? fromRoster(row, body.tags ?? [], started) : undefined;
        },
      });
    },

    /** How far a customer is. Throws `not_found` for one who is not enrolled. */
    async progress(productId: string, userId: string): Promise<Progress> {
      const [source, lessons] = await Promise.all([
        readProgress(productId, userId),
        lessonsApi(client).list(productId),
      ]);
      return joinProgress(productId, userId, source, lessons);
    },
  };
}

/** The answer to an invitation that got none, as the roster tells it. */
function fromRoster(row: RosterRow, tags: readonly string[], started: number): Invitation {
  const enrolled = Date.parse(row.createdAt ?? '');
  // Someone who was enrolled before tells nothing of this invitation's tags, and a second one might add them twice.
  const before = !(enrolled > started - CLOCK_TOLERANCE_MS);
  return {
    userId: row.user.userId,
    email: row.user.email,
    name: row.user.name,
    membershipStatus: row.status,
    ...(before &&
      tags.length > 0 && {
        warning: `The school did not confirm the invitation. The customer is enrolled, but the tags (${tags.join(', ')}) may not have been added: check them in the dashboard.`,
      }),
  };
}
