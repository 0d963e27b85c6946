import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** n8n's own folder for what users install. */
export function nodesFolder(folder: string): string {
  return join(folder, '.n8n', 'nodes');
}

/**
 * Installs a packed community package the way n8n does for a user, so that its node types carry the package's own name.
 * Answers false when the very same tarball is there already. n8n reads the folder when it starts.
 */
export async function installPackage(folder: string, tarball: string): Promise<boolean> {
  const nodes = nodesFolder(folder);
  const hash = createHash('sha256')
    .update(await readFile(tarball))
    .digest('hex');
  const stamp = join(nodes, '.installed');
  if (existsSync(join(nodes, 'node_modules')) && (await readFile(stamp, 'utf8').catch(() => '')) === hash) return false;
  await rm(nodes, { recursive: true, force: true });
  await mkdir(nodes, { recursive: true });
  await writeFile(
    join(nodes, 'package.json'),
    JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }, null, 2),
  );
  // Peers are n8n's own libraries: it brings them itself. Nothing is asked of a registry.
  await npm(
    [
      'install',
      '--legacy-peer-deps',
      '--ignore-scripts',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=error',
      tarball,
    ],
    nodes,
  );
  await writeFile(stamp, hash);
  return true;
}

async function npm(args: string[], cwd: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-4_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm could not install the packed node (exit code ${code}):\n${output.trim()}`));
    });
  });
}
