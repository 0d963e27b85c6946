/** Everything that is measured, each with its goal. */
import { benchCalls } from './calls.bench.ts';
import { benchChanges } from './changes.bench.ts';
import { report, type Goal } from './measure.ts';
import { benchN8nLoad } from './n8nLoad.bench.ts';
import { benchRichText } from './richtext.bench.ts';
import { benchUpload } from './upload.bench.ts';
import { benchZapier } from './zapier.bench.ts';

/** Memory comes first, while the process has little else in it. */
const BENCHES: Record<string, () => Promise<Goal[]>> = {
  upload: benchUpload,
  calls: benchCalls,
  richtext: benchRichText,
  changes: benchChanges,
  load: benchN8nLoad,
  zapier: benchZapier,
};

/** Measures those that are named, or all; prints each figure with its goal. Gives whether all goals were met. */
export async function bench(names: readonly string[]): Promise<boolean> {
  const unknown = names.find((name) => !(name in BENCHES));
  if (unknown !== undefined)
    throw new Error(`There is no bench "${unknown}". There are: ${Object.keys(BENCHES).join(', ')}.`);
  const goals: Goal[] = [];
  for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
    console.log(`measuring ${name} …`);
    goals.push(...((await BENCHES[name]?.()) ?? []));
  }
  return report(goals) === 0;
}
