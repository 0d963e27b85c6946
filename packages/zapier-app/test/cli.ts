/** Zapier's own command line, run on the app as it is built. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PACKAGE = resolve(__dirname, '..');
const STAGING = join(PACKAGE, 'build', 'staging');
const CLI = join(PACKAGE, 'node_modules', 'zapier-platform-cli', 'src', 'bin', 'run');

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function execute(script: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Finished> {
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { cwd, env, timeout: 60_000 }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

/** Into the app's own folder, which is emptied first, or another one that is new. */
export async function buildApp(folder = STAGING): Promise<void> {
  const { code, stdout, stderr } = await execute(join(PACKAGE, 'scripts', 'build.mjs'), [folder], PACKAGE, process.env);
  if (code !== 0) throw new Error(`The app cannot be built:\n${stdout}${stderr}`);
}

type Invoked = 'auth' | 'create' | 'search' | 'trigger';

export interface Cli {
  run(...args: string[]): Promise<Finished>;
  /** The parsed result. Throws with what the command line said when it failed. */
  invoke(type: Invoked, key: string, options?: InvokeOptions): Promise<unknown>;
  /** What the command line says of an invocation that must fail. */
  failure(type: Invoked, key: string, options?: InvokeOptions): Promise<string>;
  stop(): void;
}

export interface InvokeOptions {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly auth?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** The command line breaks long lines, with a mark before each piece. */
function unwrapped(text: string): string {
  return text.replace(/\n\s*›/g, ' ').replace(/\s+/g, ' ');
}

/** The connection goes in by environment variables, so that no key is ever written to a file. */
export function openCli(auth: Readonly<Record<string, string>>, folder = STAGING): Cli {
  // The command line keeps notes in the home folder: it gets one of its own.
  const home = mkdtempSync(join(tmpdir(), 'zapier-home-'));
  const environment = (changes: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    HOME: home,
    NO_COLOR: '1',
    NO_UPDATE_NOTIFIER: '1',
    DISABLE_ZAPIER_ANALYTICS: '1',
    ...Object.fromEntries(Object.entries({ ...auth, ...changes }).map(([key, value]) => [`authData_${key}`, value])),
  });
  const invocation = (type: string, key: string, { input, auth: changes, flags = [] }: InvokeOptions) =>
    execute(
      CLI,
      ['invoke', type, key, '--non-interactive', ...(input ? ['-i', JSON.stringify(input)] : []), ...flags],
      folder,
      environment(changes),
    );
  return {
    run: (...args) => execute(CLI, args, folder, environment()),
    async invoke(type, key, options = {}) {
      const { code, stdout, stderr } = await invocation(type, key, options);
      if (code !== 0) throw new Error(stderr || stdout);
      return key === 'label' ? stdout.trim() : (JSON.parse(stdout) as unknown);
    },
    async failure(type, key, options = {}) {
      const { code, stdout, stderr } = await invocation(type, key, options);
      if (code === 0) throw new Error(`It did not fail: ${stdout}`);
      return unwrapped(stdout + stderr);
    },
    stop: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A promise for each item, of which so many are worked on at a time, in their order. */
export function several<Item, Result>(
  items: readonly Item[],
  workers: ReadonlyArray<(item: Item) => Promise<Result>>,
): Map<Item, Promise<Result>> {
  const left = items.map((item) => ({ item, ...Promise.withResolvers<Result>() }));
  const promises = new Map(left.map(({ item, promise }) => [item, promise]));
  // Whoever waits for one sees its failure; the others go on.
  for (const promise of promises.values()) promise.catch(() => undefined);
  for (const work of workers)
    void (async () => {
      for (let one = left.shift(); one; one = left.shift()) {
        const { item, resolve, reject } = one;
        await work(item).then(resolve, reject);
      }
    })();
  return promises;
}

/** Unpacks a zip as Zapier's command line does when it tries what it has built. */
export async function unpack(zip: string, folder: string): Promise<void> {
  const load = createRequire(CLI);
  const unzip = load('../utils/decompress.js') as (from: string, to: string) => Promise<void>;
  await unzip(zip, folder);
}
