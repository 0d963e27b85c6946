/** The trigger in a real n8n that restarts, is killed, and finds its school out of reach: what happened, and what was told. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  installPackage,
  startN8n,
  waitFor,
  type Credential,
  type Execution,
  type N8n,
  type WorkflowDefinition,
} from '../../packages/n8n-host/src/index.ts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { Happenings } from './happenings.ts';
import { startReceiver, type Receiver } from './receiver.ts';

/** For a machine that has other things to do. */
const PATIENCE_MS = 90_000;
/** n8n takes no interval below a minute, but several times of a minute. */
const POLL_TIMES = [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` }));
/** The workflow whose events are counted. */
export const WATCH = 'watch';
const EVENTS = [
  'customer.enrolled',
  'customer.statusChanged',
  'customer.removed',
  'lesson.completed',
  'course.completed',
];

export interface TrialOptions {
  readonly folder: string;
  readonly tarball: string;
  readonly port: number;
  readonly env: Record<string, string>;
}

/** What came not once, but not at all or more often. */
export interface Counts {
  readonly lost: string[];
  readonly repeated: string[];
}

export class Trial {
  private readonly options: TrialOptions;
  private parts: { sandbox: Sandbox; receiver: Receiver; happens: Happenings } | undefined;
  private running: N8n | undefined;

  constructor(options: TrialOptions) {
    this.options = options;
  }

  get sandbox(): Sandbox {
    return this.begun().sandbox;
  }

  get receiver(): Receiver {
    return this.begun().receiver;
  }

  get happens(): Happenings {
    return this.begun().happens;
  }

  get n8n(): N8n {
    if (!this.running) throw new Error('n8n does not run.');
    return this.running;
  }

  /** A school, somebody to receive what happens in it, and an n8n with the package. */
  async begin(): Promise<void> {
    const { folder, tarball } = this.options;
    const [sandbox, receiver] = await Promise.all([startSandbox({ seed: 'demo' }), startReceiver()]);
    this.parts = { sandbox, receiver, happens: new Happenings(sandbox.school) };
    await installPackage(folder, tarball);
    await this.start();
  }

  async start(): Promise<void> {
    const { folder, port, env } = this.options;
    this.running = await startN8n({ folder, port, env, logFile: this.logFile, readyTimeoutMs: 180_000 });
    await this.running.signIn();
  }

  /** As an administrator stops it. */
  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  async kill(): Promise<void> {
    await this.n8n.kill();
    this.running = undefined;
  }

  async end(): Promise<void> {
    this.parts?.receiver.letGo();
    await this.stop();
    await Promise.all([this.parts?.sandbox.stop(), this.parts?.receiver.stop()]);
  }

  async credentialFor({ url, key }: Sandbox, apiKey = key): Promise<Credential> {
    return this.n8n.saveCredential(`School at ${url}, ${apiKey}`, 'courseLitApi', { baseUrl: url, apiKey, domain: '' });
  }

  /** A workflow that sends every event to the receiver. */
  async activate(id: string, credential: Credential): Promise<void> {
    await this.n8n.saveWorkflow(workflow(id, credential, this.receiver.url));
    await this.n8n.activate(id);
  }

  /** Waits until a school has been polled once more, from beginning to end: another poll has begun after it. */
  async polled(school = this.sandbox): Promise<void> {
    const begun = (): number =>
      school.requests.filter(({ path }) => /^\/api\/products\?.*\bpage=1\b/.test(path)).length;
    const before = begun();
    await this.until('two polls', () => begun() >= before + 2);
  }

  /** Waits until all of these have been received; all that has happened so far, if not given. */
  async told(ids: readonly string[] = this.happens.ids): Promise<void> {
    await this.until('events', () => {
      const missing = ids.filter((id) => !this.receiver.received.includes(id));
      if (missing.length > 0) throw new Error(`Not received: ${missing.join(' ')}`);
      return true;
    });
  }

  log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  async until(what: string, isSo: () => boolean): Promise<void> {
    const check = (): void => this.running?.assertRunning();
    await waitFor(async () => isSo(), { what, timeoutMs: PATIENCE_MS, everyMs: 50, check });
  }

  async executions(): Promise<Execution[]> {
    return this.n8n.executions(WATCH, 250);
  }

  /** Runs an execution again, as the button in n8n's list does, and waits for its end. */
  async retry(executionId: string): Promise<Execution> {
    await this.n8n.rest('POST', `/executions/${executionId}/retry`, { loadWorkflow: false });
    return this.n8n.executionWhere(WATCH, ({ mode }) => mode === 'retry');
  }

  /** Whether each event is in one execution, of whatever status: once the trigger has handed it over, it is n8n's. */
  async inExecutions(ids: readonly string[]): Promise<Counts> {
    const texts = (await this.executions()).map((one) => JSON.stringify(one));
    return countsOf(ids, (id) => texts.filter((text) => text.includes(`"${id}"`)).length);
  }

  /** Whether each event has been received once. */
  received(ids: readonly string[]): Counts {
    return countsOf(ids, (id) => this.timesReceived(id));
  }

  timesReceived(id: string): number {
    return this.receiver.received.filter((one) => one === id).length;
  }

  private get logFile(): string {
    return join(this.options.folder, 'n8n.log');
  }

  private begun(): NonNullable<Trial['parts']> {
    if (!this.parts) throw new Error('The trial has not begun.');
    return this.parts;
  }
}

function countsOf(ids: readonly string[], times: (id: string) => number): Counts {
  return { lost: ids.filter((id) => times(id) === 0), repeated: ids.filter((id) => times(id) > 1) };
}

function workflow(id: string, credential: Credential, receiver: string): WorkflowDefinition {
  return {
    id,
    name: id,
    nodes: [
      {
        id: `${id}-trigger`,
        name: 'School',
        type: 'n8n-nodes-courselit.courseLitTrigger',
        typeVersion: 1,
        position: [0, 0],
        parameters: { pollTimes: { item: POLL_TIMES }, events: EVENTS, watchProduct: 'all' },
        credentials: { courseLitApi: { id: credential.id, name: credential.name } },
      },
      {
        id: `${id}-tell`,
        name: 'Tell',
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        position: [260, 0],
        parameters: {
          method: 'POST',
          url: receiver,
          sendBody: true,
          specifyBody: 'json',
          jsonBody: '={{ JSON.stringify({ id: $json.id }) }}',
          options: {},
        },
      },
    ],
    connections: { School: { main: [[{ node: 'Tell', type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
  };
}
