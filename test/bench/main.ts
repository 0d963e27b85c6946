/** `npm run bench`: measures what has a goal, prints each with its goal, and fails when one is missed. */
import { benchCalls } from './calls.bench.ts';
import { benchChanges } from './changes.bench.ts';
import { report, type Goal } from './measure.ts';
import { benchUpload } from './upload.bench.ts';

const BENCHES: Record<string, () => Promise<Goal[]>> = {
  calls: benchCalls,
  upload: benchUpload,
  changes: benchChanges,
};

const chosen = process.argv.slice(2);
const goals: Goal[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`measuring ${name} …`);
  goals.push(...(await bench()));
}
process.exitCode = report(goals) > 0 ? 1 : 0;
