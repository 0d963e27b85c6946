import { setTimeout as sleep } from 'node:timers/promises';
import { createSchool, type School } from '@courselit-connector/core';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { toZapierError } from './errors.ts';
import { zapierTransport } from './transport.ts';
import { VERSION } from './version.ts';

/**
 * How long one run may take in all, in milliseconds. Zapier ends a run after 30 seconds without a word to the user, so
 * the last call of a run is given up early enough to say what happened.
 */
export const RUN_MS = 25_000;

/** Zapier runs a throttled step again by itself: only a short wait is worth the run's time. In milliseconds. */
const LONGEST_WAIT_MS = 2_000;

/** What a perform function is given that matters here. */
export type RunBundle = Pick<Bundle, 'authData'>;

/** Does some work on the connected school, and turns whatever goes wrong into an error that Zapier understands. */
export async function withSchool<Result>(
  z: Pick<ZObject, 'request' | 'errors'>,
  bundle: RunBundle,
  work: (school: School) => Promise<Result>,
): Promise<Result> {
  try {
    const { baseUrl = '', apiKey = '', domain } = bundle.authData;
    const key = apiKey.trim();
    return await work(
      createSchool({
        baseUrl,
        domain,
        transport: zapierTransport(z, { baseUrl, apiKey: key }),
        secrets: [key],
        userAgent: `courselit-connector/${VERSION} (Zapier)`,
        timeoutMs: RUN_MS,
        deadline: Date.now() + RUN_MS,
        longestWaitMs: LONGEST_WAIT_MS,
        sleep: (ms) => sleep(ms),
      }),
    );
  } catch (error) {
    throw toZapierError(z.errors, error);
  }
}
