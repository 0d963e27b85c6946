/** `npm run bench`: the set-up without n8n, then what is measured (test/bench). Arguments choose among the benches. */
import { tell } from '../bootstrap/failure.cjs';
import { createSteps } from '../bootstrap/steps.cjs';
import { root } from '../setup/paths.ts';
import { setUp } from '../setup/setup.ts';

process.chdir(root);
try {
  await setUp(createSteps(), { withN8n: false });
  // Only now is there anything to import from.
  const { bench } = await import('../../test/bench/main.ts');
  process.exitCode = (await bench(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.exitCode = tell(error);
}
