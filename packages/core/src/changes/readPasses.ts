/** One read of a roster, from where the last one stopped: page after page and, for a first look, pass after pass. */
import type { RosterReading } from './facts.ts';
import type { ProductMemory } from './memory.ts';
import { knownCheck, pageOf, type ProductPoll } from './productPoll.ts';
import { readRosterPages } from './readRoster.ts';

/**
 * Rows slip from page to page while customers come and go, and whoever is missed by a first look would be taken for new
 * by the next. So a first look goes on until a pass shows exactly whom the one before showed; no more often than this,
 * though.
 */
export const MOST_PASSES = 5;

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((userId) => other.has(userId));

/** A read that is under way: the page to go on with, and which time through the roster it is. */
export type Round = NonNullable<ProductMemory['round']>;

export interface PassesRead {
  readonly round: Round;
  /** Everybody was seen. */
  readonly isOver: boolean;
  /** Why a page could not be read. Those before it were taken. */
  readonly failure?: unknown;
}

/** @param most stop after so many pages */
export async function readPasses(
  poll: ProductPoll,
  reading: RosterReading,
  begun: Round,
  most: number,
): Promise<PassesRead> {
  const { memory, parallel, mayGoOn, twice } = poll;
  const isFirstLook = memory.settled === null || twice;
  const isKnown = knownCheck(memory);
  let round = begun;
  let former: ReadonlySet<string> | undefined;
  for (;;) {
    let newcomers = 0;
    // Whom a pass shows matters as long as there may be another.
    const seen = isFirstLook ? new Set<string>() : null;
    const isWholePass = round.page === 1;
    const read = await readRosterPages({
      page: pageOf(poll),
      take: (rows) => {
        const ids = rows.map((row) => row.user.userId);
        const isNew = ids.some((userId) => !(seen ?? reading).has(userId));
        if (seen) newcomers += ids.filter((userId) => !reading.has(userId) && !isKnown(userId)).length;
        for (const userId of ids) seen?.add(userId);
        reading.add(rows);
        return isNew;
      },
      from: round.page,
      expected: memory.pages,
      parallel,
      mayGoOn,
      most,
    });
    round = { ...round, page: read.next };
    // A second look that is cut short is better than none, where the first one showed everything.
    if (!read.ended) {
      const isOver = poll.complete && read.failure === undefined && round.pass > 1;
      return { round, isOver, ...(read.failure !== undefined && { failure: read.failure }) };
    }
    memory.pages = read.next - 1;
    if (!seen) return { round, isOver: true };
    const isSame = former
      ? isSameSet(seen, former)
      : isWholePass && newcomers === 0 && seen.size === memory.customers.count;
    if ((round.pass > 1 && isSame) || round.pass >= MOST_PASSES) return { round, isOver: true };
    former = isWholePass ? seen : undefined;
    round = { page: 1, pass: round.pass + 1 };
  }
}
