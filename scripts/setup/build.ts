import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../bootstrap/run.cjs';
import { pnpmFile } from './install.ts';
import { logsFolder, root, runFolder } from './paths.ts';
import { filesBelow, hashOf, Stamp } from './stamp.ts';
import { workspacePackages } from './workspace.ts';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'build', 'coverage', '.turbo']);

/** Builds the packages that have a build script. Answers how many it built: none where no source has changed. */
export async function buildPackages(): Promise<number> {
  const packages = workspacePackages(root).filter(({ manifest }) => manifest.scripts?.['build']);
  if (packages.length === 0) return 0;
  const sources = packages
    .flatMap(({ folder }) => filesBelow(folder, NOT_SOURCES))
    .filter((file) => !/\.test\.ts$/.test(file));
  const hash = hashOf(root, [...sources, join(root, 'tsconfig.json'), join(root, 'pnpm-lock.yaml')]);
  const stamp = new Stamp(join(runFolder, 'stamps', 'build'));
  if ((await stamp.read()) === hash && packages.every(({ folder }) => existsSync(join(folder, 'dist')))) return 0;
  await stamp.clear();
  const filters = packages.flatMap(({ name }) => ['--filter', name]);
  await run(process.execPath, [pnpmFile(), '-r', ...filters, 'run', 'build'], {
    cwd: root,
    root,
    log: join(logsFolder, 'build.log'),
    what: 'The build failed',
  });
  await stamp.write(hash);
  return packages.length;
}
