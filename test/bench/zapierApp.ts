/** The Zapier app as it is built, in a folder of its own, with the entry point that Zapier gives it. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startWarmApp, type WarmApp } from '../../packages/zapier-app/test/warm.ts';

const BUILD = fileURLToPath(new URL('../../packages/zapier-app/scripts/build.mjs', import.meta.url));
const WARM = fileURLToPath(new URL('../../packages/zapier-app/test/warm.cjs', import.meta.url));

/** Builds the app into a new folder, and does something with that. */
export async function withBuiltApp<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const parent = mkdtempSync(join(tmpdir(), 'zapier-app-'));
  try {
    const folder = join(parent, 'app');
    await promisify(execFile)(process.execPath, [BUILD, folder]);
    addEntryPoint(folder, folder);
    return await work(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Puts Zapier's entry point, from the run time of one folder, into the same or another. */
export function addEntryPoint(from: string, into: string): void {
  const include = join(from, 'node_modules', 'zapier-platform-core', 'include');
  copyFileSync(join(include, 'zapierwrapper.js'), join(into, 'zapierwrapper.js'));
}

export const startBuiltApp = (folder: string, nodeOptions: readonly string[] = []): WarmApp =>
  startWarmApp(folder, WARM, nodeOptions);
