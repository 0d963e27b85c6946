import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { n8nEnvironment } from './environment.ts';
import { freePort } from './ports.ts';
import { spawnN8n } from './process.ts';
import type { Program } from './program.ts';
import { waitFor } from './wait.ts';

export interface WorkerOptions {
  readonly name: string;
  /** A user folder of its own, with the packages installed that the server has: by a folder two would take each other's for a crash. */
  readonly folder: string;
  /** The first port it may listen on; those of two workers must not meet. */
  readonly port: number;
  /** How many executions it runs at a time. */
  readonly concurrency: number;
  /** The database, the queue, the encryption key, and what else the server was told. */
  readonly env: Record<string, string>;
}

export interface Worker extends Program {
  readonly logFile: string;
}

const READY_MS = 120_000;

/** Starts an n8n that runs executions from the queue, and waits until it does. The server must have set up the database. */
export async function startWorker({ name, folder, concurrency, env, ...wanted }: WorkerOptions): Promise<Worker> {
  await mkdir(folder, { recursive: true });
  const port = await freePort(wanted.port);
  const brokerPort = await freePort(port + 1);
  const logFile = join(folder, `${name}.log`);
  const extra = {
    ...env,
    EXECUTIONS_MODE: 'queue',
    QUEUE_HEALTH_CHECK_ACTIVE: 'true',
    QUEUE_HEALTH_CHECK_PORT: String(port),
    N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
  };
  const worker = spawnN8n(n8nEnvironment({ folder, port, brokerPort, extra }), logFile, folder, [
    'worker',
    `--concurrency=${concurrency}`,
  ]);
  try {
    await waitFor(
      async () =>
        (await fetch(`http://127.0.0.1:${port}/healthz/readiness`, { signal: AbortSignal.timeout(2_000) })).ok,
      {
        what: `n8n's ${name} to be ready`,
        timeoutMs: READY_MS,
        check: () => {
          if (worker.ended() !== undefined)
            throw new Error(`n8n's ${name} ${worker.ended()}. The end of its log:\n${worker.tail()}`);
        },
      },
    );
  } catch (error) {
    await worker.stop();
    throw error;
  }
  return { ...worker, logFile };
}
