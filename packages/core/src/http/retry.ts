/**
 * When a failed call is made again, and after how long. One policy for every call; time and chance come from outside,
 * so that a host without timers can bring its own and tests need not wait.
 */
import type { CourseLitError } from './errors.ts';

export interface RetryOptions {
  /** Waits so many milliseconds. Without it nothing is ever made again. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
  /** A number from 0 up to 1, as `Math.random` gives it. */
  readonly random?: (() => number) | undefined;
  /** How long one call may take with all its repeats, in milliseconds. */
  readonly budgetMs?: number | undefined;
  /** Where a host comes back by itself later, it is not worth waiting for longer than this, in milliseconds. */
  readonly longestWaitMs?: number | undefined;
  /** The moment by which every call must be over, in milliseconds since 1970, where a host has one. */
  readonly deadline?: number | undefined;
}

export const DEFAULT_BUDGET_MS = 60_000;
const MAX_ATTEMPTS = 6;
/** A school that cannot be reached at all is more often a wrong address than a restart. */
const MAX_ATTEMPTS_UNREACHED = 4;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;

/** Statuses of a server, or a proxy before it, that is busy or being restarted. A 500 would only fail again. */
const PASSING = new Set([408, 425, 429, 502, 503, 504]);

/** True for what may well be over in a moment. */
function isPassing(error: CourseLitError): boolean {
  if (error.permanent) return false;
  if (error.status !== undefined && error.status >= 400) return PASSING.has(error.status) || error.versionClash;
  return error.code === 'timeout' || error.code === 'bad_response' || error.code === 'network';
}

/**
 * Milliseconds to wait before the next attempt, or undefined when there must be none.
 * @param attempt how many attempts there were
 * @param repeatable doing it twice is the same as doing it once; a call that creates is only made again when the
 *   request surely had no effect
 * @param mostMs what is left of the time budget, or the longest wait if that is less
 */
export function delayBeforeRepeat(
  error: CourseLitError,
  attempt: number,
  repeatable: boolean,
  mostMs: number,
  random: () => number,
): number | undefined {
  const unreached = error.code === 'network' && !error.mayBeDone;
  if (!isPassing(error) || attempt >= (unreached ? MAX_ATTEMPTS_UNREACHED : MAX_ATTEMPTS)) return undefined;
  if (!repeatable && error.mayBeDone) return undefined;
  // Full jitter: many callers that failed together must not come back together.
  const backoff = random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  const wait = error.retryAfterMs === undefined ? backoff : error.retryAfterMs + random() * FIRST_DELAY_MS;
  return wait < mostMs ? wait : undefined;
}
