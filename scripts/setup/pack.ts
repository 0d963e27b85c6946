import { readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainError } from '../bootstrap/failure.cjs';
import { run } from '../bootstrap/run.cjs';
import { pnpmFile } from './install.ts';
import { logsFolder, root, runFolder } from './paths.ts';
import { filesBelow, hashOf, Stamp } from './stamp.ts';

const SOURCE = join(root, 'packages', 'n8n-nodes');
const FOLDER = join(runFolder, 'pack');

/** Packs the n8n package as it would be published, and answers the tarball's path. It must have been built. */
export async function packNodes(): Promise<string> {
  const stamp = new Stamp(join(FOLDER, '.packed'));
  const hash = hashOf(root, filesBelow(SOURCE, new Set(['node_modules', 'src', 'test'])));
  const packed = (await stamp.read()) === hash ? tarballs()[0] : undefined;
  if (packed) return packed;
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await run(process.execPath, [pnpmFile(), 'pack', '--pack-destination', FOLDER], {
    cwd: SOURCE,
    root,
    log: join(logsFolder, 'pack.log'),
    what: 'The n8n package could not be packed',
  });
  const [tarball] = tarballs();
  if (!tarball) throw new PlainError('Packing the n8n package left no tarball.', 'See .run/logs/pack.log.');
  await stamp.write(hash);
  return tarball;
}

function tarballs(): string[] {
  try {
    return readdirSync(FOLDER)
      .filter((name) => name.endsWith('.tgz'))
      .map((name) => join(FOLDER, name));
  } catch {
    return [];
  }
}
