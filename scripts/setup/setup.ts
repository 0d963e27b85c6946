import type { Steps } from '../bootstrap/steps.cjs';
import { buildPackages } from './build.ts';
import { assertSpace } from './disk.ts';
import { installPackages, isInstalled } from './install.ts';
import { provideSqlite } from './native.ts';
import { root } from './paths.ts';

const WITHOUT_NATIVE = [
  "n8n's native module sqlite3 could be neither downloaded nor compiled here. n8n runs on the SQLite inside Node",
  'through a small stand-in: fine for trying out and for the tests. For the native one install python3, make and',
  'a C++ compiler.',
];

export interface SetUpOptions {
  /** Without n8n, which is most of the size, everything but the tests in a real n8n can be worked on. */
  withN8n: boolean;
}

/** Makes a fresh clone ready. Where nothing has changed since the last time, this takes a moment. */
export async function setUp(steps: Steps, { withN8n }: SetUpOptions): Promise<void> {
  if (!(await isInstalled(withN8n))) {
    await assertSpace(root, withN8n);
    await steps.step(`Installing packages${withN8n ? ' (with n8n, about 2 GB)' : ' (without n8n)'}`, (progress) =>
      installPackages(withN8n, progress),
    );
  }
  if (withN8n) await sqlite(steps);
  await steps.step('Building the packages', async () => {
    const built = await buildPackages();
    return built === 0 ? 'unchanged' : `${built} built`;
  });
}

async function sqlite(steps: Steps): Promise<void> {
  let isNews = false;
  await steps.step("n8n's database module", async (progress) => {
    const { sqlite, changed } = await provideSqlite(progress);
    isNews = sqlite === 'node' && changed;
    if (sqlite === 'node') return "Node's own SQLite";
    return changed ? 'sqlite3 provided' : 'unchanged';
  });
  if (isNews) for (const line of WITHOUT_NATIVE) steps.line(`  ${line}`);
}
