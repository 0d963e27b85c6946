import type { IPollFunctions } from 'n8n-workflow';

/** Time to compare, to keep the state and to come back, in milliseconds. */
const TO_FINISH = 5_000;

/** How long n8n lets this poll take, in milliseconds; undefined where it does not say, as an older n8n does not. */
export function pollBudget(context: IPollFunctions): number | undefined {
  const budget = (context as { getPollBudgetMs?: () => number | undefined }).getPollBudgetMs?.();
  return typeof budget === 'number' && Number.isFinite(budget) ? budget : undefined;
}

/**
 * When a poll must stop reading, in milliseconds since 1970. n8n's durable mode allows a poll 45 seconds and says what
 * is left of them; an older n8n says nothing and sets no limit.
 */
export function pollDeadline(context: IPollFunctions, now: number): number | undefined {
  const budget = pollBudget(context);
  return budget === undefined ? undefined : now + Math.max(1_000, budget - TO_FINISH);
}
