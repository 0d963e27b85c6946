import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { n8nEnvironment } from './environment.ts';
import { freePort } from './ports.ts';
import { hasNativeSqlite, spawnN8n } from './process.ts';
import type { Program } from './program.ts';
import { Session } from './session.ts';
import type { Credential, CredentialTest, Execution, Owner, WorkflowDefinition } from './types.ts';
import { waitFor, type WaitOptions } from './wait.ts';

export interface StartOptions {
  /** n8n's user folder: its database, its key, its installed packages. Kept between starts. */
  folder: string;
  /** The wanted port; the next free one is taken where it is in use. */
  port?: number;
  env?: Record<string, string>;
  logFile?: string;
  readyTimeoutMs?: number;
  /** Told of the process at once, before n8n is ready: who keeps a record of it can stop it at any time, and clean up after a crash. */
  onSpawn?: (process: { pid: number; stop: () => Promise<void> }) => void;
}

interface PublicationStatus {
  status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
  triggers: { errorMessage?: string | null }[];
}

const OWNER_EMAIL = 'owner@example.com';

/** A real n8n that runs on loopback, with what a set-up or a test asks of it. */
export class N8n {
  readonly url: string;
  readonly port: number;
  readonly logFile: string;
  /** False where n8n's database runs on the stand-in for its native module. */
  readonly nativeSqlite: boolean;
  readonly #process: Program;
  readonly #session: Session;

  constructor(process: Program, port: number, folder: string, logFile: string) {
    this.#process = process;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.logFile = logFile;
    this.nativeSqlite = hasNativeSqlite();
    this.#session = new Session(this.url, folder);
  }

  get pid(): number {
    return this.#process.pid;
  }

  get owner(): Owner {
    return this.#session.owner;
  }

  /** Undefined while n8n runs, then how it ended. */
  ended(): string | undefined {
    return this.#process.ended();
  }

  whenEnded(): Promise<void> {
    return this.#process.whenEnded();
  }

  logTail(lines?: number): string {
    return this.#process.tail(lines);
  }

  async stop(): Promise<void> {
    await this.#process.stop();
  }

  /** Ends it at once (kill -9), with all that it has started. */
  async kill(): Promise<void> {
    await this.#process.stop('SIGKILL');
  }

  async signIn(email: string = OWNER_EMAIL): Promise<Owner> {
    return this.#session.signIn(email);
  }

  async rest(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.#session.rest(method, path, body);
  }

  async api(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.#session.api(method, path, body);
  }

  /** The names of these node types without their package, as n8n has loaded them; throws where it knows one of them not. Sign in first. */
  async loadedNodeTypes(names: string[]): Promise<string[]> {
    const nodeInfos = names.map((name) => ({ name, version: 1 }));
    const types = (await this.rest('POST', '/node-types', { nodeInfos })) as { name: string }[];
    return types.map((type) => type.name);
  }

  /** Creates the credential, or changes the one of that name and type. */
  async saveCredential(name: string, type: string, data: Record<string, unknown>): Promise<Credential> {
    const all = (await this.rest('GET', '/credentials')) as Credential[] | { data: Credential[] };
    const old = (Array.isArray(all) ? all : all.data).find((one) => one.name === name && one.type === type);
    const saved = await (old
      ? this.rest('PATCH', `/credentials/${old.id}`, { name, type, data })
      : this.rest('POST', '/credentials', { name, type, data }));
    const { id } = saved as Credential;
    return { id, name, type };
  }

  /** n8n's own test of a credential, as its button does it. */
  async testCredential(credential: Credential, data: Record<string, unknown>): Promise<CredentialTest> {
    return (await this.rest('POST', '/credentials/test', { credentials: { ...credential, data } })) as CredentialTest;
  }

  /** Creates the workflow under its fixed id, or replaces its content. */
  async saveWorkflow(workflow: WorkflowDefinition): Promise<void> {
    const { id, name, nodes, connections, settings = {} } = workflow;
    // Asked by the list: a look at one that is not there yet is put down in n8n's log as a refused access.
    const { data } = (await this.api('GET', '/workflows?limit=250')) as { data: { id: string }[] };
    const exists = data.some((one) => one.id === id);
    if (exists) await this.rest('PATCH', `/workflows/${id}?forceSave=true`, { name, nodes, connections, settings });
    else await this.rest('POST', '/workflows', { id, name, nodes, connections, settings });
  }

  /** Activates the workflow and waits until its triggers are at work: n8n sets them up only after it has answered. */
  async activate(workflowId: string): Promise<void> {
    await this.api('POST', `/workflows/${workflowId}/activate`);
    const { status, triggers } = await this.waitFor(
      async () => {
        const now = (await this.rest('GET', `/workflows/${workflowId}/publication-status`)) as PublicationStatus;
        return now.status !== 'in_progress' && now.status !== 'not_published' && now;
      },
      { what: `workflow ${workflowId} to be active`, timeoutMs: 60_000 },
    );
    if (status === 'published') return;
    const why = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
    throw new Error(`n8n could not activate workflow ${workflowId}: ${why.join(' ') || status}`);
  }

  async deactivate(workflowId: string): Promise<void> {
    await this.api('POST', `/workflows/${workflowId}/deactivate`);
  }

  /** The workflow's executions, newest first, with their data. */
  async executions(workflowId: string, limit = 20): Promise<Execution[]> {
    const { data } = (await this.api(
      'GET',
      `/executions?workflowId=${encodeURIComponent(workflowId)}&includeData=true&limit=${limit}`,
    )) as { data: Execution[] };
    // The API gives ids as numbers in some versions.
    return data.map((one) => ({ ...one, id: String(one.id) }));
  }

  /** Runs a saved workflow by hand from one of its triggers, as the editor's button does it, and waits until it has ended. */
  async runByHand(workflowId: string, trigger: string, timeoutMs = 60_000): Promise<Execution> {
    const { executionId } = (await this.rest('POST', `/workflows/${workflowId}/run`, {
      triggerToStartFrom: { name: trigger },
    })) as { executionId: string };
    return this.waitFor(
      async () => {
        const one = (await this.api('GET', `/executions/${executionId}?includeData=true`)) as Execution;
        return one.stoppedAt !== null && { ...one, id: String(one.id) };
      },
      { what: `execution ${executionId} of workflow ${workflowId}`, timeoutMs, everyMs: 100 },
    );
  }

  /** Waits for an execution that answers the question, and has ended. */
  async executionWhere(
    workflowId: string,
    fits: (execution: Execution) => boolean,
    timeoutMs = 30_000,
  ): Promise<Execution> {
    return this.waitFor(
      async () => (await this.executions(workflowId)).find((one) => one.stoppedAt !== null && fits(one)),
      {
        what: `an execution of workflow ${workflowId}`,
        timeoutMs,
      },
    );
  }

  /** Posts to an active workflow's webhook. n8n may take a moment to listen after an activation; until then it takes nothing. */
  async postWebhook(path: string, body: unknown): Promise<{ status: number; body: string }> {
    const post = async (): Promise<{ status: number; body: string }> => {
      const response = await fetch(`${this.url}/webhook/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      });
      return { status: response.status, body: await response.text() };
    };
    let answer = await post();
    for (let tries = 0; answer.status === 404 && tries < 40; tries += 1) {
      this.assertRunning();
      await sleep(250);
      answer = await post();
    }
    return answer;
  }

  /** Waits, but no longer than n8n runs. */
  async waitFor<T>(ask: () => Promise<T | undefined | false>, options: Omit<WaitOptions, 'check'>): Promise<T> {
    return waitFor(ask, { ...options, check: () => this.assertRunning() });
  }

  assertRunning(): void {
    const ended = this.ended();
    if (ended !== undefined) throw new Error(`n8n ${ended}. The end of its log:\n${this.logTail()}`);
  }
}

/** Starts n8n and waits until it answers. What is to be installed in its folder must be there by then. */
export async function startN8n(options: StartOptions): Promise<N8n> {
  const { folder, env = {}, readyTimeoutMs = 120_000 } = options;
  await mkdir(folder, { recursive: true });
  const logFile = options.logFile ?? join(folder, 'n8n.log');
  const port = await freePort(options.port ?? 5678);
  // n8n's own default lies one above its server's. It listens there late, so two that start at a time must not want the same.
  const brokerPort = await freePort(port + 1);
  const child = spawnN8n(n8nEnvironment({ folder, port, brokerPort, extra: env }), logFile, folder);
  options.onSpawn?.({ pid: child.pid, stop: () => child.stop() });
  const n8n = new N8n(child, port, folder, logFile);
  try {
    await n8n.waitFor(
      async () => (await fetch(`${n8n.url}/healthz/readiness`, { signal: AbortSignal.timeout(2_000) })).ok,
      {
        what: 'n8n to be ready',
        timeoutMs: readyTimeoutMs,
      },
    );
    return n8n;
  } catch (error) {
    await n8n.stop();
    if (n8n.ended() === undefined || !(error instanceof Error) || error.message.includes('its log')) throw error;
    throw new Error(`${error.message} The end of n8n's log:\n${n8n.logTail()}`);
  }
}
