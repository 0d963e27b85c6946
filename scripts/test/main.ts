/** `npm test`: the set-up, then every check, each with its time; closes with a line `N passed, N failed`. */
import { tell } from '../bootstrap/failure.cjs';
import { stopAll } from '../bootstrap/run.cjs';
import { createSteps, formatElapsed } from '../bootstrap/steps.cjs';
import { root } from '../setup/paths.ts';
import { setUp } from '../setup/setup.ts';
import { jestProject, staticChecks } from './checks.ts';
import type { Check, Outcome } from './checks.ts';
import { closingLine, FAILED, sum } from './results.ts';
import type { Counts } from './results.ts';

const USAGE = `npm test -- [--no-n8n] [--set-up] [Jest's own arguments]

  --no-n8n   leave n8n out: neither installed nor tested in (also COURSELIT_NO_N8N=1)
  --set-up   install and build only
  --help     show this

Other arguments go to Jest, and only Jest runs then: npm test -- -t 'redirect', npm test -- packages/core`;

const started = Date.now();
const steps = createSteps();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
// The program that started this one is gone.
process.on('disconnect', () => stop('SIGTERM'));
process.channel?.unref();

function stop(signal: string): void {
  stopAll();
  process.exit(signal === 'SIGINT' ? 130 : 143);
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    steps.line(USAGE);
    return 0;
  }
  const withN8n = !args.includes('--no-n8n') && process.env['COURSELIT_NO_N8N'] !== '1';
  const forJest = args.filter((arg) => arg !== '--no-n8n' && arg !== '--set-up');
  await setUp(steps, { withN8n });
  if (args.includes('--set-up')) return 0;

  const tests = [jestProject('Unit tests', 'unit', forJest), jestProject('Tests of the Zapier app', 'zapier', forJest)];
  if (withN8n) tests.push(jestProject('Tests in a real n8n', 'n8n', forJest));
  const all: Counts[] = [];
  if (forJest.length === 0) for (const check of staticChecks()) all.push((await carryOut(check)).counts);
  const ran: Counts[] = [];
  for (const check of tests) ran.push((await carryOut(check)).counts);

  const executed = sum(ran).passed + sum(ran).failed;
  if (executed === 0) steps.line('\nNo test ran. Do the arguments fit any?');
  if (!withN8n) steps.line('\nLeft out, as asked for: the tests in a real n8n (test/n8n).');
  const total = sum([...all, ...ran]);
  steps.line(`\nDone in ${formatElapsed(Date.now() - started)}.\n${closingLine(total)}`);
  return total.failed > 0 || executed === 0 ? 1 : 0;
}

/** Runs one check; what failed is shown in full once its line is out. */
async function carryOut(check: Check): Promise<Outcome> {
  let outcome: Outcome = { counts: FAILED, output: '' };
  try {
    await steps.step(check.title, async (progress) => {
      outcome = await check.run(progress);
      if (outcome.counts.failed > 0) throw new Error('failed');
      return closingLine(outcome.counts);
    });
  } catch (error) {
    steps.line(`\n${outcome.output.trimEnd() || String(error)}\n`);
  }
  return outcome;
}

process.chdir(root);
try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = tell(error);
}
