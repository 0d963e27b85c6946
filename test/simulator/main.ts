/**
 * `npm run simulate -- --seeds 20000 [--from 0]`: so many weeks, with what was lost, repeated and invented in all of
 * them. Fails when anything was. `npm run simulate -- --scale`: what polling costs (see `scale.ts`).
 */
import { parseArgs } from 'node:util';
import { scaleTable } from './scale.ts';
import { addWeek, failuresOf, newTotals, tableOf } from './totals.ts';
import { simulateWeek } from './week.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    scale: { type: 'boolean', default: false },
  },
});
const REPORT_EVERY = 500;

async function simulate(from: number, count: number): Promise<boolean> {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(0);
  const totals = newTotals();
  let failed = 0;
  for (let done = 1; done <= count; done++) {
    const seed = from + done - 1;
    const week = await simulateWeek(seed);
    addWeek(totals, week);
    const failures = failuresOf(week);
    failed += failures.length;
    for (const failure of failures) console.log(`seed ${seed} (${week.host}): ${failure}`);
    if (done % REPORT_EVERY === 0) console.log(`${done} of ${count} weeks, ${seconds()} s, ${failed} failures`);
  }
  console.log(`${count} weeks in ${seconds()} s\n${tableOf(totals)}`);
  return failed === 0;
}

if (values.scale) for await (const line of scaleTable()) console.log(line);
else if (!(await simulate(Number(values.from), Number(values.seeds)))) process.exitCode = 1;
