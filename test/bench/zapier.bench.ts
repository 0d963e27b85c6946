/** What is measured of the Zapier app, as it is built. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Goal } from './measure.ts';
import { withBuiltApp } from './zapierApp.ts';
import { benchZapierLoad } from './zapierLoad.bench.ts';
import { benchZapierPolls } from './zapierPolls.bench.ts';
import { benchZapierUpload } from './zapierUpload.bench.ts';

const CLI = fileURLToPath(
  new URL('../../packages/zapier-app/node_modules/zapier-platform-cli/src/bin/run', import.meta.url),
);

/** The zip that is uploaded to Zapier, as Zapier's command line packs it. */
async function benchZip(folder: string): Promise<Goal[]> {
  const env = { PATH: process.env['PATH'], HOME: join(folder, '..'), DISABLE_ZAPIER_ANALYTICS: '1' };
  const args = [CLI, 'build', '--skip-dep-install', '--skip-validation'];
  await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  const { size } = statSync(join(folder, 'build', 'build.zip'));
  return [{ what: 'zip of the Zapier app', value: size / 1000, most: 700, unit: ' kB' }];
}

export const benchZapier = (): Promise<Goal[]> =>
  withBuiltApp(async (folder) => [
    ...(await benchZapierUpload(folder)),
    ...(await benchZapierLoad(folder)),
    ...(await benchZapierPolls(folder)),
    ...(await benchZip(folder)),
  ]);
