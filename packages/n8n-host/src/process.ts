import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const packageFolder = join(here, '..');

/** The pinned n8n's start file; throws in plain words where n8n is not installed. */
export function n8nBin(): string {
  const bin = join(packageFolder, 'node_modules', 'n8n', 'bin', 'n8n');
  if (!existsSync(bin))
    throw new Error('n8n is not installed here. Run `npm start` or `npm test` without --no-n8n: they install it.');
  return bin;
}

/** Whether n8n's native SQLite module loads under this Node. Where it does not, the stand-in on Node's own SQLite is used. */
export function hasNativeSqlite(): boolean {
  if (process.env['COURSELIT_SQLITE'] === 'node') return false;
  try {
    // By the real path: what n8n sees lies beside it in pnpm's store, not beside the link to it.
    createRequire(realpathSync(n8nBin()))('sqlite3');
    return true;
  } catch {
    return false;
  }
}

export interface N8nProcess {
  readonly pid: number;
  /** Undefined while n8n runs, then how it ended. */
  ended(): string | undefined;
  whenEnded(): Promise<void>;
  /** The last lines of n8n's log. */
  tail(lines?: number): string;
  stop(): Promise<void>;
}

/** Starts n8n in a process group of its own, so that what it starts goes with it. */
export function spawnN8n(env: Record<string, string>, logFile: string, cwd: string): N8nProcess {
  const preload = ['--require', join(packageFolder, 'preload', 'guard.cjs')];
  if (!hasNativeSqlite()) preload.push('--require', join(packageFolder, 'preload', 'sqlite.cjs'));
  const child = spawn(process.execPath, [...preload, n8nBin(), 'start'], {
    cwd,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  let end: string | undefined;
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.once('error', (error) => (end = error.message));
  child.once('exit', (code, signal) => (end = signal ? `ended by ${signal}` : `ended with exit code ${code}`));
  child.once('close', () => log.end());
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  // Where this process ends without having stopped n8n, the group goes at once.
  const last = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', last);
  return {
    pid: child.pid ?? 0,
    ended: () => end,
    whenEnded: () => ended,
    tail: (lines = 12) => readTail(logFile, lines),
    stop: async () => {
      await stopGroup(child);
      process.removeListener('exit', last);
    },
  };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    signalGroup(child, 'SIGTERM');
    // n8n waits for running executions; a demonstration does not.
    await Promise.race([gone, sleep(12_000, undefined, { ref: false })]);
  }
  // What n8n started may outlive it for a moment, or for ever.
  signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!child.pid) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}

function readTail(file: string, lines: number): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}
