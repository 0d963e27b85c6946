/**
 * A thousand weeks of schools under load, with each host's way of keeping state. The schools are small (up to 26
 * customers a product, 4 to 9 rows a page) and polls are hours apart, so that pages shift as they do in large schools
 * and a week takes a twentieth of a second. `npm run simulate -- --seeds 20000` runs more of them.
 */
import { addWeek, failuresOf, newTotals } from './simulator/totals.ts';
import { simulateWeek } from './simulator/week.ts';

const SEEDS = 1000;

it(`loses, repeats and invents nothing in ${SEEDS} weeks`, async () => {
  const totals = newTotals();
  const failures: string[] = [];
  for (let seed = 0; seed < SEEDS; seed++) {
    const week = await simulateWeek(seed);
    addWeek(totals, week);
    failures.push(...failuresOf(week).map((failure) => `seed ${seed} (${week.host}): ${failure}`));
  }
  expect(failures).toEqual([]);
  // It has been put to the test: there were events, kills that made hosts repeat, and things that no poll could see.
  expect(totals.delivered).toBeGreaterThan(20 * SEEDS);
  expect(totals.repeatedUnsaved).toBeGreaterThan(0);
  expect(totals.invisible).toBeGreaterThan(0);
}, 600_000);

it('gives the same week for the same seed', async () => {
  expect(await simulateWeek(7)).toEqual(await simulateWeek(7));
});
