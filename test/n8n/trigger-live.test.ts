/**
 * The trigger in a real n8n, in n8n's default and in its durable mode, side by side: people enrol, complete lessons,
 * finish, expire and leave, while n8n is killed in the midst of a poll and of a run, is stopped and started, and finds
 * its school out of reach.
 *
 * It is counted twice: in how many executions an event is, whatever became of them, which is what a trigger answers for;
 * and how often the workflow has sent it to where it was to go. n8n does not run again what it had begun when it was
 * killed: it marks such an execution as crashed, with its events in it, and people can retry it.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '../../packages/n8n-host/src/index.ts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { packNodes } from '../../scripts/setup/pack.ts';
import { runFolder } from '../../scripts/setup/paths.ts';
import { Happenings } from '../support/happenings.ts';
import { Trial, WATCH, type Counts } from '../support/triggerTrial.ts';

const MODES = {
  default: {},
  durable: {
    N8N_SCHEDULER_ENABLED: 'true',
    N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
    N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
    N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
  },
};
type Mode = keyof typeof MODES;
const PORTS = { default: 5938, durable: 5958 };

/** How n8n's log says that the school is out of reach after a restart: at once in the one mode, at a tick in the other. */
const OUT_OF_REACH = { default: /looks again at its next poll/, durable: /Poll failed; backing off/ };

interface Outcome {
  /** IDs of what happened from the first poll after the activation on. */
  readonly made: readonly string[];
  readonly inExecutions: Counts;
  readonly received: Counts;
  readonly crashed: readonly Execution[];
  /** How often the event of the run that was cut short was received, before that run was retried and after. */
  readonly cutShort: { readonly before: number; readonly after: number; readonly retry: string };
  /** How often it was received who had enrolled right after the activation. */
  readonly early: number;
  /** A school that answered 429 when its workflow was activated. */
  readonly busy: { readonly failed: Execution; readonly received: Counts };
  /** What is said to who activates a workflow with a wrong key. */
  readonly refused: string;
}

jest.setTimeout(600_000);

const began = Date.now();
const outcomes = {} as Record<Mode, Outcome>;
const cleanUp: (() => Promise<void>)[] = [];
let folder: string;

const print = (text: string): void => void process.stderr.write(`${text}\n`);

beforeAll(async () => {
  mkdirSync(runFolder, { recursive: true });
  folder = mkdtempSync(join(runFolder, 'test-trigger-'));
  const tarball = await packNodes();
  const run = async (mode: Mode): Promise<void> => {
    const trial = new Trial({ folder: join(folder, mode), tarball, port: PORTS[mode], env: MODES[mode] });
    cleanUp.push(() => trial.end());
    await trial.begin();
    outcomes[mode] = await live(trial, mode);
  };
  await Promise.all([run('default'), run('durable')]);
  print(table());
});

afterAll(async () => {
  await Promise.all(cleanUp.map((end) => end()));
  rmSync(folder, { recursive: true, force: true });
});

async function live(trial: Trial, mode: Mode): Promise<Outcome> {
  const { happens } = trial;
  const step = (text: string): void =>
    print(`trigger, ${((Date.now() - began) / 1000).toFixed(0)} s: ${mode} mode, ${text}`);

  const early = await activated(trial);
  step('active');
  const [busy, refused] = await Promise.all([busySchool(trial), wrongKey(trial), allIsWell(trial)]);
  step('all told while all is well');
  await killedWhilePolling(trial, OUT_OF_REACH[mode]);
  step('all told after kill -9 in a poll, with the school out of reach when n8n was back');
  await restarted(trial);
  step('all told after a restart');
  const cut = await killedWhileRunning(trial);
  const [busyReceived] = await Promise.all([noLongerBusy(trial, busy.sandbox), toldAndNoMore(trial)]);
  step('all told after kill -9 in a run');

  const crashed = (await trial.executions()).filter(({ status }) => status === 'crashed');
  const [inExecutions, received] = [await trial.inExecutions(happens.ids), trial.received(happens.ids)];
  const before = trial.timesReceived(cut);
  const retry = (await trial.retry(crashed[0]?.id ?? '')).status;
  const cutShort = { before, after: trial.timesReceived(cut), retry };
  const { ids: made } = happens;
  return {
    made,
    inExecutions,
    received,
    crashed,
    cutShort,
    early: trial.timesReceived(early),
    busy: { ...busy, received: busyReceived },
    refused,
  };
}

/** Gives the ID of what happened right after the activation, which is not among what has happened since. */
async function activated(trial: Trial): Promise<string> {
  await trial.activate(WATCH, await trial.credentialFor(trial.sandbox));
  const early = trial.happens.join('anna');
  await trial.polled();
  trial.happens.ids.length = 0;
  return early;
}

async function allIsWell(trial: Trial): Promise<void> {
  const { happens } = trial;
  happens.join('ben');
  happens.learn('grace', 2);
  happens.learn('ada');
  happens.expire('mei');
  happens.leave('linus');
  await trial.told();
}

/** Activates a workflow while its school refuses every call, and lets it answer once n8n has shown what is wrong. */
async function busySchool(trial: Trial): Promise<{ sandbox: Sandbox; failed: Execution }> {
  const sandbox = await startSandbox({ seed: 'demo', idSeed: 2 });
  cleanUp.push(sandbox.stop);
  // It asks to be left alone for longer than a poll waits.
  const fault = sandbox.faults.add({ fault: { kind: 'status', status: 429, retryAfter: 21 } });
  await trial.activate('busy', await trial.credentialFor(sandbox));
  const failed = await trial.n8n.executionWhere('busy', ({ status }) => status === 'error', 90_000);
  fault.remove();
  return { sandbox, failed };
}

async function noLongerBusy(trial: Trial, sandbox: Sandbox): Promise<Counts> {
  await trial.polled(sandbox);
  const happens = new Happenings(sandbox.school);
  happens.join('uma');
  await trial.told(happens.ids);
  return trial.received(happens.ids);
}

async function wrongKey(trial: Trial): Promise<string> {
  const credential = await trial.credentialFor(trial.sandbox, 'sk-wrong');
  return trial.activate('refused', credential).then(
    () => 'nothing',
    (error: Error) => error.message,
  );
}

async function killedWhilePolling(trial: Trial, outOfReach: RegExp): Promise<void> {
  const { happens, sandbox } = trial;
  // The answer to the second roster: of the first one the poll knows already.
  const held = sandbox.faults.add({ fault: { kind: 'hang' }, path: /\/customers/, skip: 1 });
  happens.join('cleo');
  happens.learn('mei', 1);
  happens.leave('anna');
  await trial.until('a poll that is held up', () => held.hits > 0);
  await trial.kill();
  held.remove();
  happens.join('carl');
  const down = sandbox.faults.add({ fault: { kind: 'reset', when: 'before' } });
  const { length } = trial.log();
  await trial.start();
  await trial.until('word of the failure', () => outOfReach.test(trial.log().slice(length)));
  down.remove();
  await trial.told();
}

async function restarted(trial: Trial): Promise<void> {
  const { happens } = trial;
  await trial.stop();
  happens.join('dora');
  happens.learn('mei', 1);
  happens.expire('ben');
  await trial.start();
  await trial.told();
}

/** Gives the ID of the event whose run was cut short. */
async function killedWhileRunning(trial: Trial): Promise<string> {
  const { happens, receiver } = trial;
  receiver.hold();
  const cut = happens.join('eve');
  await trial.told();
  await trial.kill();
  receiver.letGo();
  await trial.start();
  happens.join('finn');
  happens.learn('mei');
  return cut;
}

async function toldAndNoMore(trial: Trial): Promise<void> {
  await trial.told();
  // Whatever there were to repeat would come now.
  await trial.polled();
}

function table(): string {
  const modes = ['default', 'durable'] as const;
  const rows: [string, (outcome: Outcome) => number][] = [
    ['events after the first poll', ({ made }) => made.length],
    ['in no execution: lost', ({ inExecutions }) => inExecutions.lost.length],
    ['in two executions: repeated', ({ inExecutions }) => inExecutions.repeated.length],
    ['never received', ({ received }) => received.lost.length],
    ['received twice', ({ received }) => received.repeated.length],
    ['runs cut short, not run again by n8n', ({ crashed }) => crashed.length],
    ['told of 1 before the first poll', ({ early }) => early],
  ];
  const line = (label: string, values: readonly (string | number)[]): string =>
    `  ${label.padEnd(38)}${values.map((value) => String(value).padStart(10)).join('')}`;
  return [
    line("the trigger in n8n's mode", modes),
    ...rows.map(([label, of]) =>
      line(
        label,
        modes.map((mode) => of(outcomes[mode])),
      ),
    ),
  ].join('\n');
}

describe.each(['default', 'durable'] as const)('in the %s mode', (mode) => {
  const none: Counts = { lost: [], repeated: [] };

  it('every event is in exactly one execution, whatever n8n and the school go through', () => {
    expect(outcomes[mode].made).toHaveLength(23);
    expect(outcomes[mode].inExecutions).toEqual(none);
  });

  it('every event is passed on once', () => {
    expect(outcomes[mode].received).toEqual(none);
  });

  it('a run that was cut short is marked, and passes its event on again when somebody retries it', () => {
    const { crashed, cutShort } = outcomes[mode];
    expect(crashed).toHaveLength(1);
    expect(cutShort).toEqual({ before: 1, after: 2, retry: 'success' });
  });

  it('a school that answers 429 at the activation does not prevent it; what is wrong is shown, and then all is told', () => {
    const { failed, received } = outcomes[mode].busy;
    expect(failed.data?.resultData?.error?.message).toMatch(/limiting requests/);
    expect(received).toEqual(none);
  });

  it('a wrong key prevents the activation, which says so', () => {
    expect(outcomes[mode].refused).toMatch(/could not activate workflow refused: .*API key/);
  });
});

describe('what happens before the first poll after the activation', () => {
  it('is told in the default mode, which takes note while it activates the workflow', () => {
    expect(outcomes.default.early).toBe(1);
  });

  it('is told at most once in the durable mode, where that first poll takes note', () => {
    expect(outcomes.durable.early).toBeLessThanOrEqual(1);
  });
});
