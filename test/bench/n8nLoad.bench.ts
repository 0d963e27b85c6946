/** What it takes n8n to load both nodes and their credential, beside one of its own nodes: a new process each time. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, type Goal } from './measure.ts';

const run = promisify(execFile);
const packages = fileURLToPath(new URL('../../packages', import.meta.url));
const ROUNDS = 25;
const WARM_UP_ROUNDS = 3;

/** Milliseconds to load files and to make of each class one, as n8n does with a node. */
const LOAD = `
  const { createRequire } = require('node:module');
  const [files, workflowIsLoaded] = JSON.parse(process.argv[1]);
  if (workflowIsLoaded) createRequire(files[0])('n8n-workflow');
  const start = performance.now();
  for (const file of files) for (const Class of Object.values(require(file))) new Class({});
  console.log(performance.now() - start);`;

interface Loaded {
  readonly name: string;
  readonly files: readonly string[];
}

/** The n8n that the tests run in, with the nodes that come with it. It takes 2 GB, and so may not be there. */
function installedN8n(): { folders: string[]; nodes: string } | undefined {
  const link = join(packages, 'n8n-host', 'node_modules', 'n8n');
  if (!existsSync(link)) return undefined;
  const n8n = realpathSync(link);
  const nodes = join(dirname(n8n), 'n8n-nodes-base', 'dist', 'nodes');
  return { folders: [dirname(n8n), join(n8n, 'node_modules')], nodes };
}

export async function benchN8nLoad(): Promise<Goal[]> {
  const n8n = installedN8n();
  if (!n8n) {
    console.log('left out: it compares with a node of n8n, which `npm test -- --set-up` installs');
    return [];
  }
  const { folders, nodes } = n8n;
  const dist = mkdtempSync(join(tmpdir(), 'n8n-load-'));
  try {
    await run(process.execPath, [join(packages, 'n8n-nodes', 'scripts', 'build.mjs'), dist]);
    const ours: Loaded = {
      name: 'both nodes and the credential',
      files: [
        'nodes/CourseLit/CourseLit.node.js',
        'nodes/CourseLitTrigger/CourseLitTrigger.node.js',
        'credentials/CourseLitApi.credentials.js',
      ].map((file) => join(dist, file)),
    };
    const airtable: Loaded = { name: 'Airtable', files: [join(nodes, 'Airtable', 'Airtable.node.js')] };
    const airtableV2: Loaded = {
      name: 'Airtable v2 alone',
      files: [join(nodes, 'Airtable', 'v2', 'AirtableV2.node.js')],
    };
    // A package that is installed finds n8n's own libraries: n8n's server sees to it in the same way.
    const env = { ...process.env, NODE_PATH: folders.join(delimiter) };
    const load = async ({ files }: Loaded, workflowIsLoaded: boolean): Promise<number> => {
      const { stdout } = await run(process.execPath, ['-e', LOAD, JSON.stringify([files, workflowIsLoaded])], { env });
      return Number(stdout);
    };

    /** In turn, in an order that changes: a machine that gets slower or faster favours none. */
    const medians = async (workflowIsLoaded: boolean): Promise<number[]> => {
      const all = [ours, airtable, airtableV2];
      const times = all.map((): number[] => []);
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
        for (let turn = 0; turn < all.length; turn++) {
          const which = (turn + round + WARM_UP_ROUNDS) % all.length;
          const ms = await load(all[which] as Loaded, workflowIsLoaded);
          if (round >= 0) times[which]?.push(ms);
        }
      }
      const found = times.map(median);
      const shown = all.map(({ name }, at) => `${name} ${found[at]?.toFixed(1)} ms`).join(', ');
      console.log(`loading, with n8n-workflow ${workflowIsLoaded ? 'loaded before' : 'as a part of it'}: ${shown}`);
      return found;
    };

    // By the time that n8n loads a node it has long loaded n8n-workflow: that is what a node adds to its start. The
    // other figure is mostly n8n-workflow's, and is printed for comparison.
    const [mine = NaN, whole = NaN, v2 = NaN] = await medians(true);
    await medians(false);
    return [
      { what: 'loading both n8n nodes, to Airtable', value: mine / whole, most: 1.5, unit: 'x' },
      { what: 'loading both n8n nodes, to version 2 of Airtable alone', value: mine / v2, most: 1.5, unit: 'x' },
    ];
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}
