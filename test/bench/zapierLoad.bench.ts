/** What the Zapier app costs on top of Zapier's own run time each time that Zapier starts it, in a new process. */
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, timed, type Goal } from './measure.ts';
import { addEntryPoint } from './zapierApp.ts';

const run = promisify(execFile);
const ROUNDS = 25;
const WARM_UP_ROUNDS = 3;

/** An app that offers nothing, as small as Zapier's run time takes one. */
const BARE = `module.exports = { version: '1.0.0', platformVersion: require('zapier-platform-core').version };`;

/** Loads the app as Zapier does, by its entry point, and has it give its definition. */
const START = `
  require('./zapierwrapper.js').handler({ command: 'definition' }).then(({ results }) => {
    // The run time writes lines of its own.
    console.log('steps: ' + (Object.keys(results.creates).length + Object.keys(results.triggers).length));
  });`;

/** Seconds; throws unless the app that starts offers at least so many steps. */
async function start(folder: string, steps: number): Promise<number> {
  let stdout = '';
  const seconds = await timed(async () => {
    ({ stdout } = await run(process.execPath, ['-e', START], { cwd: folder }));
  });
  const [, found] = /^steps: (\d+)$/m.exec(stdout) ?? [];
  if (!(Number(found) >= steps)) throw new Error(`The app in ${folder} did not start: ${stdout}`);
  return seconds;
}

/** @param app the folder of the built app */
export async function benchZapierLoad(app: string): Promise<Goal[]> {
  const bare = join(app, '..', 'bare');
  mkdirSync(bare);
  writeFileSync(join(bare, 'index.js'), BARE);
  // The same run time, with the same files.
  symlinkSync(join(app, 'node_modules'), join(bare, 'node_modules'));
  addEntryPoint(app, bare);
  const times = { app: [] as number[], bare: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const ours = () => start(app, 20);
    const theirs = () => start(bare, 0);
    // Which goes first changes, so that a machine that gets slower or faster favours neither.
    const [first, second] = round % 2 ? [ours, theirs] : [theirs, ours];
    const seconds = new Map([[first, await first()]]).set(second, await second());
    if (round < 0) continue;
    times.app.push(seconds.get(ours) as number);
    times.bare.push(seconds.get(theirs) as number);
  }
  const milliseconds = (values: readonly number[]) => Math.round(median(values) * 1000);
  console.log(`starting: the app ${milliseconds(times.app)} ms, a bare app ${milliseconds(times.bare)} ms`);
  const ratios = times.app.map((seconds, round) => seconds / (times.bare[round] as number));
  return [{ what: 'starting the Zapier app, to a bare one', value: median(ratios), most: 1.3, unit: 'x' }];
}
