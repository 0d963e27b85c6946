/**
 * Progress customer by customer, for a school whose roster does not tell it. Each takes a request, so there are only so
 * many a poll: first those who were active since their progress was last read, the most recent first, then the rest
 * in turn. What is not reached stays as it is, and its turn comes.
 */
import { hasCode } from '../http/errors.ts';
import { indexOf, valueAt } from './customers.ts';
import { keysOf } from './customersCodec.ts';
import type { RosterReading } from './facts.ts';
import { tagOf, type Key } from './hash.ts';
import type { ProductMemory } from './memory.ts';
import type { ProductPoll } from './productPoll.ts';

/** How far the reading has got. */
export interface ProgressPlace {
  /** The upper half of the key of the last customer whose turn it was. */
  readonly turn: number;
  /** How many of those who have been active wait to be read. */
  readonly behind: number;
  /** Of the read of the roster that is under way: how far from `turn` it has come in each of its parts, and who waits. */
  readonly round?: { readonly reach: number; readonly behind: number } | undefined;
}

/** Keys lie on a circle: past the last comes the first. */
const CIRCLE = 2 ** 32;

/** Of the budget, this part at least is for those whose turn it is. */
const SHARE_IN_TURN = 0.2;

/**
 * Reads as many as the poll may, adds what they show to the reading, and remembers how far it has got. Gives whether
 * nobody's progress is left unread.
 */
export async function readProgress(poll: ProductPoll, reading: RosterReading): Promise<boolean> {
  const { memory, mayGoOn } = poll;
  const { active, rest } = candidates(memory, reading);
  if (active.length + rest.length === 0) return true;
  const budget = poll.complete ? Infinity : poll.progressRequests;
  const inTurn = Math.min(rest.length, Math.max(Math.ceil(budget * SHARE_IN_TURN), budget - active.length));
  const chosen = [...active.slice(0, budget - inTurn), ...rest.slice(0, inTurn)];
  const read = new Set<number>();
  let next = 0;
  const worker = async () => {
    while (next < chosen.length && mayGoOn()) {
      const one = chosen[next++] as Candidate;
      await readOne(poll, reading, one).catch((error: unknown) => {
        next = chosen.length;
        throw error;
      });
      read.add(one.place);
    }
  };
  // All workers end before a failure is passed on: nothing must change behind the back of whoever catches it.
  const ended = await Promise.allSettled(Array.from({ length: poll.parallel }, worker));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  const { turn = 0, behind = 0, round = { reach: CIRCLE, behind: 0 } } = memory.progress ?? {};
  const unread = rest.findIndex((one) => !read.has(one.place));
  const reach = unread < 0 ? CIRCLE : unread === 0 ? 0 : distance(turn, rest[unread - 1] as Candidate);
  const waiting = active.filter((one) => !read.has(one.place)).length;
  memory.progress = {
    turn,
    behind,
    round: { reach: Math.min(round.reach, reach), behind: round.behind + waiting },
  };
  return unread < 0 && waiting === 0;
}

/**
 * The whole roster was gone through: the next turn begins where every part of it has come. (Each part has customers of
 * its own all around the circle; if each went on from where the last one stopped, some would never be reached.)
 */
export function endOfRound({ turn, behind, round }: ProgressPlace): ProgressPlace {
  if (!round) return { turn, behind };
  return { turn: (turn + round.reach) % CIRCLE, behind: round.behind };
}

const distance = (turn: number, { key }: Candidate): number => (key.high - turn + CIRCLE) % CIRCLE;

interface Candidate {
  readonly place: number;
  readonly key: Key;
  /** Milliseconds since 1970; 0 where the school does not say. */
  readonly activeAt: number;
}

function candidates(
  { customers: known, moved, progress: at }: ProductMemory,
  { people }: RosterReading,
): { active: Candidate[]; rest: Candidate[] } {
  const key = keysOf(moved);
  const active: Candidate[] = [];
  const rest: Candidate[] = [];
  for (let place = 0; place < people.count; place++) {
    if (!people.isUnread(place)) continue;
    const one = { place, key: key(people.userIds[place] as string), activeAt: people.activeAt[place] || 0 };
    const index = indexOf(known, one.key);
    const tag = index < 0 ? 0 : valueAt(known.columns.activity, index);
    (tag === activityTag(one) ? rest : active).push(one);
  }
  active.sort((a, b) => b.activeAt - a.activeAt || a.key.high - b.key.high);
  rest.sort((a, b) => a.key.high - b.key.high);
  const turn = rest.findIndex((one) => one.key.high > (at?.turn ?? 0));
  return { active, rest: turn < 0 ? rest : [...rest.slice(turn), ...rest.slice(0, turn)] };
}

const activityTag = ({ activeAt }: Candidate): number => tagOf(String(activeAt));

async function readOne(
  { school, memory: { productId } }: ProductPoll,
  reading: RosterReading,
  candidate: Candidate,
): Promise<void> {
  const { place } = candidate;
  const userId = reading.people.userIds[place] as string;
  try {
    const { lessonIds, downloaded } = await school.customers.completed(productId, userId);
    reading.addProgress(place, lessonIds, downloaded, activityTag(candidate));
  } catch (error) {
    // Left since the roster was read, or has not begun: nothing is known, and nothing has happened.
    if (!hasCode(error, 'not_found')) throw error;
  }
}
