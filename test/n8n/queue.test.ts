/**
 * n8n in queue mode, as larger installations run it: PostgreSQL, Redis, a server that takes the payments in and two
 * workers that run the workflow. One of the workers is killed in the midst of it.
 *
 * n8n does not run again what a worker had begun when it died: it gives such an execution up, and whoever called the
 * webhook is told so (500) or, where the worker died between the last node and its report, may get no answer at all. A
 * payment provider sends again then, and so does the sender here. What must hold is that a customer whom the dead worker
 * had invited already is not invited a second time, and that nobody is left out.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkoutCompleted,
  exampleWorkflow,
  installPackage,
  startN8n,
  startPostgres,
  startRedis,
  startWorker,
  waitFor,
  whyNoPostgres,
  whyNoRedis,
  type Execution,
  type N8n,
  type Worker,
} from '../../packages/n8n-host/src/index.ts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { packNodes } from '../../scripts/setup/pack.ts';
import { runFolder } from '../../scripts/setup/paths.ts';

const PAYMENTS = 2_000;
/** How many payments are on their way at a time. */
const SENDERS = 40;
/** How many executions a worker runs at a time: n8n's own default. */
const CONCURRENCY = 10;
/** More than one worker can hold: some of them are the other's, whichever is killed. */
const SLOW = CONCURRENCY + 4;
/** How often the sender sends one payment, and how long it waits for an answer. */
const MOST_TRIES = 6;
const PATIENCE_MS = 60_000;

/** How soon a dead worker is noticed: a minute by default, which nobody has to wait for here. */
const SOON = {
  QUEUE_WORKER_LOCK_DURATION: '10000',
  QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
  QUEUE_WORKER_STALLED_INTERVAL: '3000',
};
const WORKFLOW = 'courselitPayment';

const missing = whyNoPostgres() ?? whyNoRedis();
const suite = missing === undefined ? describe : describe.skip;

jest.setTimeout(240_000);

suite(`n8n in queue mode${missing === undefined ? '' : ` (left out: ${missing})`}`, () => {
  const cleanUp: (() => Promise<void> | void)[] = [];
  const emails = Array.from({ length: PAYMENTS }, (_, number) => `buyer-${number}@example.com`);
  const answers: { email: string; status: number | 'none' }[] = [];
  const started = Date.now();
  let sandbox: Sandbox;
  let productId: string;
  let n8n: N8n;
  let workers: Worker[];
  /** Whom the killed worker had invited, without having been told that it did. */
  let inDoubt: string[];
  let given: Execution[];

  const say = (text: string): void =>
    void process.stderr.write(`queue mode, ${((Date.now() - started) / 1000).toFixed(0)} s: ${text}\n`);

  beforeAll(async () => {
    mkdirSync(runFolder, { recursive: true });
    const folder = mkdtempSync(join(runFolder, 'test-queue-'));
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
    const [postgres, redis, school, tarball] = await Promise.all([
      startPostgres(),
      startRedis(),
      startSandbox({ seed: 'demo' }),
      packNodes(),
    ]);
    cleanUp.push(postgres.stop, redis.stop, school.stop);
    sandbox = school;
    // Each with a folder of its own, as in containers: n8n, and what is installed in it.
    const folders = ['main', 'worker-1', 'worker-2'].map((name) => join(folder, name));
    await Promise.all(folders.map((one) => installPackage(one, tarball)));
    const [main = '', ...workerFolders] = folders;
    const env = {
      ...postgres.env,
      ...redis.env,
      ...SOON,
      EXECUTIONS_MODE: 'queue',
      N8N_ENCRYPTION_KEY: 'only-for-this-test',
      // By default a finished job leaves no trace in Redis. The server looks for it a moment after it has put it there,
      // and where a worker was faster, it would wait for ever and leave the webhook's caller without an answer.
      N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
      N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '1000',
      // Most of an execution's time would go into a fresh isolate for its two expressions, which other tests have.
      N8N_EXPRESSION_ENGINE: 'legacy',
      DB_POSTGRESDB_POOL_SIZE: '10',
      // What went well is not kept, as on any server with this much to do; what did not is.
      EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
      EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
    };
    n8n = await startN8n({ folder: main, port: 5878, env });
    cleanUp.push(() => n8n.stop());
    workers = await Promise.all(
      workerFolders.map((one, index) =>
        startWorker({
          name: `worker-${index + 1}`,
          folder: one,
          port: 5900 + 10 * index,
          concurrency: CONCURRENCY,
          env,
        }),
      ),
    );
    cleanUp.push(...workers.map((worker) => () => worker.stop()));
    say('n8n and two workers are ready');

    await n8n.signIn();
    const credential = await n8n.saveCredential('School', 'courseLitApi', {
      baseUrl: sandbox.url,
      apiKey: sandbox.key,
      domain: '',
    });
    const product = [...sandbox.school.products.values()].find(({ title }) => title === 'AI Foundations');
    if (!product) throw new Error('The demo school has no course "AI Foundations".');
    ({ productId } = product);
    await n8n.saveWorkflow(await exampleWorkflow('payment-received', credential, product));
    await n8n.activate(WORKFLOW);
    await sendAll();
    given = await n8n.executions(WORKFLOW, 100);
  });

  afterAll(async () => {
    for (const end of cleanUp.reverse()) await end();
  });

  /** What a payment provider does: sends again what was not taken. */
  const send = async (email: string): Promise<void> => {
    const event = checkoutCompleted({ email, name: 'Bea Buyer', tags: ['paid'], amountTotal: 4900, currency: 'usd' });
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const answer = await fetch(`${n8n.url}/webhook/payment`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch(() => undefined);
      await answer?.text();
      answers.push({ email, status: answer?.status ?? 'none' });
      if (answer?.ok) return;
    }
  };

  const sendAll = async (): Promise<void> => {
    const waiting = [...emails].reverse();
    const sender = async (): Promise<void> => {
      for (let email = waiting.pop(); email !== undefined; email = waiting.pop()) {
        await send(email);
        if (answers.length % 250 === 0) say(`${answers.length} answers`);
      }
    };
    const senders = Array.from({ length: SENDERS }, sender);
    await waitFor(async () => answers.length >= PAYMENTS / 2, {
      what: 'half of the payments',
      timeoutMs: 150_000,
      everyMs: 20,
    });
    await killOneMidway();
    await Promise.all(senders);
    say(`all ${PAYMENTS} payments sent`);
  };

  /** Kills a worker when the school has done what it asked for, and the answer is still on its way. */
  const killOneMidway = async (): Promise<void> => {
    const slow = sandbox.faults.add({
      fault: { kind: 'drip', bytes: 16, ms: 250 },
      method: 'POST',
      path: /\/invitations$/,
      times: SLOW,
    });
    await waitFor(async () => slow.hits === SLOW, { what: 'slow answers', timeoutMs: 20_000, everyMs: 5 });
    const answeredBefore = new Set(answers.map(({ email }) => email));
    const [killed] = workers;
    if (!killed) throw new Error('There is no worker to kill.');
    await killed.stop('SIGKILL');
    const invited = sandbox.outbox.map(({ to }) => to);
    inDoubt = invited.filter((email) => emails.includes(email) && !answeredBefore.has(email));
    say(`a worker is killed, with ${inDoubt.length} invitations made that nobody has been told of`);
  };

  const members = (): string[] => {
    const { school } = sandbox;
    const all = school.products.get(productId)?.members ?? [];
    return all.map(({ userId }) => school.users.get(userId)?.email ?? '').filter((email) => email.startsWith('buyer-'));
  };

  it('enrols everyone who has paid, exactly once', () => {
    expect(members()).toHaveLength(PAYMENTS);
    expect(new Set(members())).toEqual(new Set(emails));
  });

  it('has one invitation mailed to each', () => {
    const mailed = sandbox.outbox.map(({ to }) => to).filter((email) => email.startsWith('buyer-'));
    expect(mailed).toHaveLength(PAYMENTS);
    expect(new Set(mailed)).toEqual(new Set(emails));
  });

  it('tells the sender in the end that each payment was taken', () => {
    const taken = answers.filter(({ status }) => status === 200).map(({ email }) => email);
    expect(taken).toHaveLength(PAYMENTS);
    expect(new Set(taken)).toEqual(new Set(emails));
  });

  it('leaves the sender to send again what the killed worker had begun, and nothing else', () => {
    const refused = answers.filter(({ status }) => status !== 200);
    say(`not taken at first: ${refused.map(({ status }) => status).join(', ')}`);
    say(`kept by n8n: ${given.map(({ status }) => status).join(', ')}`);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(CONCURRENCY);
    expect(refused.every(({ status }) => status === 500 || status === 'none')).toBe(true);
    // n8n keeps one execution for each refusal, to be seen and run again, and none of any other kind.
    expect(given.every(({ status }) => status === 'crashed' || status === 'error')).toBe(true);
    expect(given).toHaveLength(refused.filter(({ status }) => status === 500).length);
  });

  it('invites nobody twice whom the killed worker had invited', () => {
    const refused = new Set(answers.filter(({ status }) => status !== 200).map(({ email }) => email));
    const twice = inDoubt.filter((email) => refused.has(email));
    expect(twice.length).toBeGreaterThan(0);
    for (const email of twice) {
      expect(members().filter((one) => one === email)).toHaveLength(1);
      expect(sandbox.outbox.filter(({ to }) => to === email)).toHaveLength(1);
    }
  });

  it('has both workers do the work', () => {
    const done = workers.map(
      ({ logFile }) => readFileSync(logFile, 'utf8').match(/Worker started execution/g)?.length ?? 0,
    );
    say(`executions by worker: ${done.join(' and ')}`);
    expect(Math.min(...done)).toBeGreaterThan(PAYMENTS / 10);
    // Once for each time that it was sent, less what the killed worker did not come to log.
    const sum = done.reduce((one, other) => one + other, 0);
    expect(sum).toBeLessThanOrEqual(answers.length);
    expect(sum).toBeGreaterThanOrEqual(answers.length - CONCURRENCY);
  });
});
