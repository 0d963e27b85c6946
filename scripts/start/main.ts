/** `npm start`: a sandbox school, a real n8n with the packed node, and one payment that enrols its buyer. */
import { join } from 'node:path';
import { PlainError, tell } from '../bootstrap/failure.cjs';
import { stopAll } from '../bootstrap/run.cjs';
import { createSteps, formatElapsed } from '../bootstrap/steps.cjs';
import { root, runFolder } from '../setup/paths.ts';
import { setUp } from '../setup/setup.ts';
import { Cleanup } from './cleanup.ts';
import { RunLock } from './lock.ts';
import { readOptions, USAGE } from './options.ts';

const started = Date.now();
const cleanup = new Cleanup();
const steps = createSteps();
let ready = false;

/** Ends in order, however it comes to an end: a terminal sends its signal to everyone, npm sends it again. */
async function end(code: number): Promise<never> {
  stopAll();
  await cleanup.run();
  process.exit(code);
}

function stopped(): void {
  if (cleanup.begun) return;
  process.stdout.write('\nStopping...\n');
  void end(ready ? 0 : 130);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopped);
// The program that started this one is gone.
process.on('disconnect', stopped);
process.channel?.unref();

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return void process.stdout.write(`${USAGE}\n`);
  const lock = new RunLock(join(runFolder, 'start.lock'));
  await lock.take();
  cleanup.add(() => lock.release());
  await setUp(steps, { withN8n: true });

  // These need what was installed only now.
  const { startSchool } = await import('./school.ts');
  const { startAutomation } = await import('./automation.ts');
  const { sendPayment } = await import('./payment.ts');
  const { anotherPayment, summary } = await import('./summary.ts');

  const school = await steps.step('Starting the sandbox school', () => startSchool(options.schoolPort));
  cleanup.add(() => school.stop());
  const automation = await startAutomation(steps, school, {
    port: options.n8nPort,
    fresh: options.fresh,
    onSpawn: ({ pid, stop }) => {
      cleanup.add(stop);
      void lock.note({ n8nPid: pid });
    },
  });
  await lock.note({ addresses: { school: school.page, n8n: automation.n8n.url } });
  for (const line of movedPorts(options, school.url, automation.n8n.port)) steps.line(`  ${line}`);
  const enrolment = await steps.step('Sending a payment and waiting for the buyer to be enrolled', () =>
    sendPayment(automation, school),
  );

  steps.line(
    `\nThe main job ran: a payment came in, and its buyer was enrolled. (${formatElapsed(Date.now() - started)} in all)\n`,
  );
  steps.line(`${summary(automation, school, enrolment)}\n`);
  if (options.once) return;
  ready = true;
  steps.line(`Send another payment:\n\n${anotherPayment(automation.n8n.url)}\n\nCtrl-C stops everything.`);
  await automation.n8n.whenEnded();
  if (!cleanup.begun)
    throw new PlainError(
      `n8n ${automation.n8n.ended() ?? 'ended'}.`,
      'Start it again with `npm start`.',
      automation.n8n.logTail(),
    );
}

function movedPorts(wanted: { schoolPort: number; n8nPort: number }, schoolUrl: string, n8nPort: number): string[] {
  const schoolPort = Number(new URL(schoolUrl).port);
  return [
    schoolPort === wanted.schoolPort ? '' : `Port ${wanted.schoolPort} is taken: the school is on ${schoolPort}.`,
    n8nPort === wanted.n8nPort ? '' : `Port ${wanted.n8nPort} is taken: n8n is on ${n8nPort}.`,
  ].filter(Boolean);
}

process.chdir(root);
try {
  await main();
  // A stop that has begun ends the process itself.
  if (!cleanup.begun) await end(0);
} catch (error) {
  if (!cleanup.begun) {
    tell(error);
    await end(1);
  }
}
