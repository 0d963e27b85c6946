import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(__dirname, '..');

export interface Packed {
  /** The package as a user has it once it is installed. */
  readonly folder: string;
  readonly tarball: string;
  remove(): Promise<void>;
}

/** Builds and packs away from the package's own `dist`, which another test may be reading. */
export async function packPackage(): Promise<Packed> {
  const temporary = await mkdtemp(join(tmpdir(), 'n8n-nodes-courselit-'));
  const source = join(temporary, 'source');
  await run(process.execPath, [join(root, 'scripts/build.mjs'), join(source, 'dist')]);
  for (const file of ['package.json', 'LICENSE', 'README.md']) await cp(join(root, file), join(source, file));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', temporary], { cwd: source });
  const name = (await readdir(temporary)).find((file) => file.endsWith('.tgz')) as string;
  await run('tar', ['-xzf', name], { cwd: temporary });
  return {
    folder: join(temporary, 'package'),
    tarball: join(temporary, name),
    remove: () => rm(temporary, { recursive: true, force: true }),
  };
}
