/**
 * `npm run simulate -- --seeds 20000 [--from 0]`: so many weeks, with what was lost, repeated and invented in all of
 * them. Fails when anything was.
 */
import { parseArgs } from 'node:util';
import { addWeek, failuresOf, newTotals } from './totals.ts';
import { simulateWeek } from './week.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '0' } },
});
const [from, count] = [Number(values.from), Number(values.seeds)];
const started = performance.now();
const totals = newTotals();
for (let seed = from; seed < from + count; seed++) {
  const week = await simulateWeek(seed);
  addWeek(totals, week);
  for (const failure of failuresOf(week)) console.log(`seed ${seed} (${week.host}): ${failure}`);
  if ((seed - from + 1) % 500 === 0) console.log(JSON.stringify({ weeks: seed - from + 1, ...totals }));
}
console.log(`${count} weeks in ${((performance.now() - started) / 1000).toFixed(1)} s`);
console.log(JSON.stringify(totals, null, 2));
process.exitCode = totals.lost + totals.repeated + totals.invented + totals.mismarked > 0 ? 1 : 0;
