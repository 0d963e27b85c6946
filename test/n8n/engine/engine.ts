import { fork } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { INodeProperties } from '../../../packages/n8n-nodes/test/types.ts';

export interface Shown {
  readonly name: string;
  readonly message: string;
  readonly description: string | null;
  readonly httpCode: string | null;
  readonly itemIndex: number | null;
  readonly failure: { readonly cause: string; readonly retryAfterMs?: number } | null;
  /** All that hangs on the error, to be searched for what must not be there. */
  readonly everything: string;
}

export interface Item {
  readonly json: Record<string, unknown>;
  readonly pairedItem?: unknown;
}

/** What n8n shows over the output of a node. */
export interface Hint {
  readonly message: string;
  readonly type?: string;
  readonly location?: string;
}

/** A file of an item: in `data` as base64, or an ID of where n8n has it. */
export interface Binary {
  readonly data: string;
  readonly mimeType: string;
  readonly fileName?: string;
  readonly id?: string;
}

export interface NodeOrder {
  readonly parameters?: Record<string, unknown>;
  readonly credentials?: Record<string, string>;
  readonly items?: readonly { readonly json: Record<string, unknown>; readonly binary?: Record<string, Binary> }[];
  readonly onError?: 'continueRegularOutput' | 'continueErrorOutput';
  /** What the trigger remembers from the poll before. */
  readonly kept?: Record<string, unknown>;
}

export interface LoadedNode {
  readonly name: string;
  readonly displayName: string;
  readonly properties: INodeProperties[];
  readonly [more: string]: unknown;
}

export interface Engine {
  load(folder: string): Promise<{ nodes: LoadedNode[]; credentials: { name: string }[]; known: object }>;
  execute(
    order: NodeOrder,
  ): Promise<{ status: string; outputs: Item[][]; hints: readonly Hint[]; error?: Shown; everything: string }>;
  poll(
    order: NodeOrder & {
      readonly mode?: 'trigger' | 'manual';
      /** The poll while the trigger is set up, and why it is; a tick of n8n's durable mode, if not given. */
      readonly activation?: 'activate' | 'update' | 'init';
      /** A tick in n8n's default mode, of the trigger that was polled before. */
      readonly next?: boolean;
    },
  ): Promise<{ events?: Record<string, unknown>[] | null; error?: Shown; kept: Record<string, unknown> }>;
  list(
    order: NodeOrder & { readonly method: string; readonly filter?: string; readonly paginationToken?: string },
  ): Promise<{ result?: unknown; error?: Shown }>;
  testCredential(order: {
    readonly credentials: Record<string, string>;
    readonly type?: string;
  }): Promise<{ status: 'OK' | 'Error'; message: string }>;
  storeFile(file: { readonly fileName: string; readonly mimeType: string; readonly size: number }): Promise<Binary>;
  /** In bytes. */
  peakMemory(): Promise<number>;
  /** All that n8n has logged, at its most talkative. */
  logged(): string;
  stop(): Promise<void>;
}

/** Where an n8n's libraries are: a package.json to look them up from, and the folders that an installed node finds them in. */
export interface Libraries {
  readonly packageJson: string;
  readonly folders: readonly string[];
}

const packages = resolve(__dirname, '../../../packages');

/** The n8n that everything is tested with. */
function newest(): Libraries {
  const n8n = realpathSync(join(packages, 'n8n-host/node_modules/n8n'));
  return { packageJson: join(n8n, 'package.json'), folders: [dirname(n8n), join(n8n, 'node_modules')] };
}

/** The oldest one that the node is said to work with. */
export const OLDEST: Libraries = {
  packageJson: join(packages, 'n8n-oldest/package.json'),
  folders: [join(packages, 'n8n-oldest/node_modules')],
};

/** Starts n8n's engine in a process of its own, with a folder of its own for what n8n writes. */
export async function startEngine({ packageJson, folders }: Libraries = newest()): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'n8n-engine-'));
  const child = fork(join(__dirname, 'child.cjs'), [], {
    silent: true,
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      N8N_USER_FOLDER: folder,
      N8N_LOG_LEVEL: 'debug',
      N8N_ENCRYPTION_KEY: 'only-for-tests',
      N8N_BINARY_DATA_STORAGE_PATH: join(folder, 'files'),
      N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
      ENGINE_N8N: packageJson,
      // A package that was installed finds n8n's own libraries: n8n's server sees to it in the same way.
      NODE_PATH: folders.join(delimiter),
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  child.on('message', (answer: { id: number; result?: unknown; failure?: string }) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.failure !== undefined) caller?.reject(new Error(answer.failure));
    else caller?.resolve(answer.result as never);
  });
  child.on('exit', () => waiting.forEach(({ reject }) => reject(new Error(`n8n's engine stopped.\n${log}`))));

  let lastId = 0;
  const send = <Result>(order: string, details: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject });
      child.send({ id: lastId, order, ...details });
    });

  return {
    load: (packageFolder) => send('load', { folder: packageFolder }),
    execute: (order) => send('execute', { type: 'courseLit', ...order }),
    poll: (order) => send('poll', order),
    list: (order) => send('list', order),
    testCredential: (order) => send('testCredential', order),
    storeFile: (file) => send('storeFile', file),
    peakMemory: () => send('peakMemory', {}),
    logged: () => log,
    async stop() {
      if (child.exitCode === null) {
        child.disconnect();
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
