/**
 * Weeks of schools under load, watched by Zaps: the triggers of the app, polled as Zapier does it, which remembers the ids
 * that it has seen and starts a Zap for each other one.
 */
import { addWeek, failuresOf, newTotals, tableOf } from './simulator/totals.ts';
import { simulateWeek } from './simulator/week.ts';
import { zapOfApp } from './simulator/zapierApp.ts';

// The pauses before something is tried again: a simulated school is not waited for.
jest.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

const SEEDS = 150;

it(`Zaps lose, repeat and invent nothing in ${SEEDS} weeks`, async () => {
  const totals = newTotals();
  const failures: string[] = [];
  for (let seed = 0; seed < SEEDS; seed++) {
    const week = await simulateWeek(seed, zapOfApp);
    addWeek(totals, week);
    failures.push(...failuresOf(week).map((failure) => `seed ${seed}: ${failure}`));
  }
  process.stdout.write(`${SEEDS} weeks of Zaps:\n${tableOf(totals)}\n`);
  expect(failures).toEqual([]);
  expect(totals.polls).toBeGreaterThan(30 * SEEDS);
  expect(totals.delivered).toBeGreaterThan(10 * SEEDS);
  expect(totals.invisible).toBeGreaterThan(0);
}, 600_000);
