import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  /** What is waited for, as it reads after "Waited 20 s for". */
  what: string;
  timeoutMs: number;
  everyMs?: number;
  /** Looked at before each try: an error it throws ends the wait at once. */
  check?: () => void;
}

/** Asks again and again until there is an answer. A try that throws counts as no answer; its last message is told when time is up. */
export async function waitFor<T>(ask: () => Promise<T | undefined | false>, options: WaitOptions): Promise<T> {
  const { what, timeoutMs, everyMs = 250, check } = options;
  const end = Date.now() + timeoutMs;
  let last = '';
  for (;;) {
    check?.();
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      last = '';
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    if (Date.now() >= end) {
      throw new Error(
        `Waited ${Math.round(timeoutMs / 1000)} s for ${what}, in vain.${last ? ` The last try said: ${last}` : ''}`,
      );
    }
    await sleep(everyMs);
  }
}
