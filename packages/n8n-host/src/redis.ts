import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { findProgram } from './program.ts';
import { startServer } from './server.ts';

export interface Redis {
  /** What n8n is told in its environment to keep its queue there. */
  readonly env: Record<string, string>;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Whether a Redis server can be started here; where not, why. */
export function whyNoRedis(): string | undefined {
  return findProgram('redis-server') ? undefined : 'Redis is not installed';
}

/** A server of its own that keeps everything in memory, on loopback. */
export async function startRedis(): Promise<Redis> {
  const folder = await mkdtemp(join(tmpdir(), 'courselit-redis-'));
  const port = await freePort(56_379);
  const { pid, stop } = await startServer({
    name: 'Redis',
    command: findProgram('redis-server') ?? 'redis-server',
    args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder],
    env: { PATH: process.env['PATH'] ?? '' },
    folder,
    logFile: join(folder, 'redis.log'),
    // With a capital in some versions.
    ready: 'eady to accept connections',
  });
  return {
    pid,
    stop,
    env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) },
  };
}
