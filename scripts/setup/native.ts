import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from '../bootstrap/run.cjs';
import type { Progress } from '../bootstrap/steps.cjs';
import { logsFolder, root } from './paths.ts';
import { hashOf, Stamp } from './stamp.ts';
import { pnpmFile } from './install.ts';

const DOWNLOAD_MS = 30_000;
const COMPILE_MS = 15 * 60_000;

/** What n8n stores its data with here. */
export type Sqlite = 'native' | 'node';

/**
 * n8n keeps its data through the native module `sqlite3`, which comes without a binary: its author's are on GitHub, and
 * the way without is a compiler. A machine that has neither runs n8n on the SQLite inside Node instead
 * (packages/n8n-host/preload/sqlite.cjs), and is told so.
 */
export async function provideSqlite(
  progress: (progress: Progress) => void,
): Promise<{ sqlite: Sqlite; changed: boolean }> {
  if (process.env['COURSELIT_SQLITE'] === 'node') return { sqlite: 'node', changed: false };
  const folder = sqlite3Folder();
  if (existsSync(join(folder, 'build', 'Release', 'node_sqlite3.node')) && loads(folder))
    return { sqlite: 'native', changed: false };
  // A machine that could not build it is not asked again at each start, but is once its tools have changed.
  const stamp = new Stamp(join(root, 'node_modules', '.courselit-no-native-sqlite'));
  const tools = hashOf(root, [], [process.versions.node, process.env['PATH'] ?? '', toolVersions()]);
  if ((await stamp.read()) === tools) return { sqlite: 'node', changed: false };

  progress({ text: 'downloading' });
  const require = createRequire(join(folder, 'package.json'));
  const options = { cwd: folder, root, tolerate: true, what: 'sqlite3 could not be provided' };
  await run(process.execPath, [require.resolve('prebuild-install/bin.js'), '-r', 'napi'], {
    ...options,
    log: join(logsFolder, 'sqlite-download.log'),
    timeoutMs: DOWNLOAD_MS,
  });
  if (loads(folder)) return { sqlite: 'native', changed: true };

  progress({ text: 'compiling' });
  const gyp = join(dirname(pnpmFile()), '..', 'dist', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
  await run(process.execPath, [gyp, 'rebuild', ...headers()], {
    ...options,
    log: join(logsFolder, 'sqlite-compile.log'),
    timeoutMs: COMPILE_MS,
  });
  if (loads(folder)) return { sqlite: 'native', changed: true };

  await stamp.write(tools);
  return { sqlite: 'node', changed: true };
}

function sqlite3Folder(): string {
  // By the real path: n8n's dependencies lie beside it in pnpm's store.
  const n8n = realpathSync(join(root, 'packages', 'n8n-host', 'node_modules', 'n8n', 'package.json'));
  return dirname(createRequire(n8n).resolve('sqlite3/package.json'));
}

/** Tried in a process of its own: a binary for another system may take down the one that loads it. */
function loads(folder: string): boolean {
  return spawnSync(process.execPath, ['-e', `require(${JSON.stringify(folder)})`], { stdio: 'ignore' }).status === 0;
}

/** Node's own headers, where they came with it: then nothing is downloaded for them. */
function headers(): string[] {
  const home = join(dirname(process.execPath), '..');
  return existsSync(join(home, 'include', 'node', 'node_api.h')) ? [`--nodedir=${home}`] : [];
}

function toolVersions(): string {
  return ['python3', 'make', 'g++', 'clang++']
    .map((tool) => spawnSync(tool, ['--version'], { encoding: 'utf8' }).stdout ?? '')
    .join('\n');
}
