/** Why n8n polls now, and whether a poll of the same trigger is still under way. */
import type { IPollFunctions } from 'n8n-workflow';
import { pollBudget } from './pollDeadline.ts';

/**
 * - `activation`: somebody activates or changes the workflow. An error keeps it from being active.
 * - `restart`: n8n sets an active workflow up again. An error stops it: n8n 2.41 tries five times within half a minute,
 *   and then no more until somebody activates the workflow anew.
 * - `tick`: the time has come. An error is shown as a failed execution, and the next tick comes.
 */
export type Occasion = 'activation' | 'restart' | 'tick';

/** What n8n 2.41 gives a poll that no tick of its durable mode has brought about; such a tick has less. */
const UNLIMITED_MS = 5 * 60_000;

const known = new WeakSet<IPollFunctions>();

/**
 * n8n does not say it outright. It sets a trigger up with one context, in which it polls at once; in its default mode
 * the ticks come with the same one, in its durable mode each with one of its own, of the mode `update`. To be asked
 * once for each poll.
 */
export function occasionOf(context: IPollFunctions): Occasion {
  if (known.has(context)) return 'tick';
  known.add(context);
  const mode = context.getActivationMode();
  if (mode === 'init' || mode === 'leadershipChange') return 'restart';
  const durableTick = mode === 'update' && (pollBudget(context) ?? UNLIMITED_MS) < UNLIMITED_MS;
  return durableTick ? 'tick' : 'activation';
}

const underWay = new Set<string>();

/**
 * Polls, unless a poll of the same trigger is still under way: then the answer is null. n8n starts the next poll when
 * its time has come, whether the one before has ended or not, and both would tell the same events.
 */
export async function oneAtATime<Result>(context: IPollFunctions, poll: () => Promise<Result>): Promise<Result | null> {
  const trigger = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
  if (underWay.has(trigger)) return null;
  underWay.add(trigger);
  try {
    return await poll();
  } finally {
    underWay.delete(trigger);
  }
}
