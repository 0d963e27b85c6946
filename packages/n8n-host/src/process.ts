import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './program.ts';
import type { Program } from './program.ts';

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

/** Starts n8n in a process group of its own: `start` is the server, `worker` one that runs executions from a queue. */
export function spawnN8n(
  env: Record<string, string>,
  logFile: string,
  cwd: string,
  command: readonly ['start'] | readonly ['worker', ...string[]] = ['start'],
): Program {
  const preload = ['--require', join(packageFolder, 'preload', 'guard.cjs')];
  if (!hasNativeSqlite()) preload.push('--require', join(packageFolder, 'preload', 'sqlite.cjs'));
  const args = [...preload, n8nBin(), ...command];
  return startProgram({ command: process.execPath, args, env, cwd, logFile, ipc: true });
}
