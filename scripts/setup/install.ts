import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf, PlainError } from '../bootstrap/failure.cjs';
import { run } from '../bootstrap/run.cjs';
import type { Progress } from '../bootstrap/steps.cjs';
import { hashOf, Stamp } from './stamp.ts';
import { logsFolder, root, shown } from './paths.ts';
import { workspacePackages } from './workspace.ts';
import { PnpmProgress } from './pnpmProgress.ts';

/** What is there for the tests in a real n8n alone. */
const N8N = ['@courselit-connector/n8n-host', '@courselit-connector/n8n-oldest'];

/**
 * The only packages whose own install scripts run. n8n's native modules are seen to in a step of their own (native.ts):
 * one of them has nothing to run on a machine without a compiler, and that must not fail everything else.
 */
const BUILT = 'esbuild';

/** Kept in what it tells about: who deletes node_modules deletes the stamp. */
const stamp = new Stamp(join(root, 'node_modules', '.courselit-installed'));

/** Whether what the lockfile names is all there. */
export async function isInstalled(withN8n: boolean): Promise<boolean> {
  const hash = wantedHash();
  const done = await stamp.read();
  // What was installed with n8n serves without it too.
  if (done !== `${hash} with n8n` && (withN8n || done !== `${hash} without n8n`)) return false;
  return workspacePackages(root)
    .filter(({ name, manifest }) => (withN8n || !N8N.includes(name)) && hasDependencies(manifest))
    .every(({ folder }) => existsSync(join(folder, 'node_modules')));
}

/** Installs what the lockfile names; goes on where an earlier try stopped. */
export async function installPackages(withN8n: boolean, progress: (progress: Progress) => void): Promise<void> {
  await stamp.clear();
  const watch = new PnpmProgress(progress);
  const filter = withN8n ? [] : N8N.flatMap((name) => ['--filter', `!${name}`]);
  const log = join(logsFolder, 'install.log');
  const what = 'The packages could not be installed';
  const { code } = await run(
    process.execPath,
    [
      pnpmFile(),
      ...filter,
      'install',
      '--frozen-lockfile',
      '--reporter=ndjson',
      // pnpm's own pauses between tries add up to more than a minute before it says that a registry cannot be reached.
      '--fetch-retry-mintimeout=2000',
      '--fetch-retry-maxtimeout=10000',
      `--config.only-built-dependencies=["${BUILT}"]`,
    ],
    {
      cwd: root,
      // Without a terminal pnpm asks before it replaces a node_modules; with CI set it goes on.
      env: { ...process.env, CI: 'true' },
      log,
      onLine: (line) => watch.read(line),
      what,
      tolerate: true,
    },
  );
  // The report for machines is no reading, and full of numbers that look like something: its errors are what counts.
  if (code !== 0) throw failureOf({ what, output: watch.errors(), reason: `exit code ${code}`, log: shown(log) });
  await stamp.write(`${wantedHash()} ${withN8n ? 'with' : 'without'} n8n`);
}

function wantedHash(): string {
  const manifests = [root, ...workspacePackages(root).map(({ folder }) => folder)].map((folder) =>
    join(folder, 'package.json'),
  );
  const [major = ''] = process.versions.node.split('.');
  return hashOf(
    root,
    [...manifests, join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml')],
    [major, process.platform, process.arch],
  );
}

/** The pinned pnpm, as the bootstrap has found it or left it before. */
export function pnpmFile(): string {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string };
  const left = join(root, '.tools', packageManager.replace('@', '-'), 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
  const file = process.env['COURSELIT_PNPM'] ?? left;
  if (!existsSync(file))
    throw new PlainError('pnpm is not there yet.', 'Run `npm test -- --set-up`: it installs everything.');
  return file;
}

function hasDependencies(manifest: { dependencies?: object; devDependencies?: object }): boolean {
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).length > 0;
}
