/**
 * The first thing that runs on a machine with nothing but Node 18 and npm: sees to the pinned Node 24 and pnpm, then
 * hands over to TypeScript, which that Node runs as it is. Only Node's own modules here, and nothing newer than Node 18.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PlainError, tell } from './failure.cjs';
import { run } from './run.cjs';
import { createSteps } from './steps.cjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** npm's own pauses between tries add up to more than a minute before it says that a registry cannot be reached. */
const QUICK_RETRIES = ['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'];
const NODE_MAJOR = '24';
const NODE_VERSION = '24.21.0';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const PNPM_VERSION = packageManager.split('@')[1];

/**
 * Runs a TypeScript program of this repository under Node 24 with pnpm at hand, and ends as it ends.
 * @param flags of Node itself
 */
export async function runUnderNode24(program, args, flags = []) {
  const stop = (signal) => process.exit(signal === 'SIGINT' ? 130 : 143);
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const [major = '0'] = process.versions.node.split('.');
    if (Number(major) < 18) {
      throw new PlainError(
        `This needs Node 18 or newer; this is Node ${process.versions.node}.`,
        'Install a current Node from https://nodejs.org and run the command again.',
      );
    }
    const tools = await provideTools(createSteps());
    for (const signal of SIGNALS) process.off(signal, stop);
    process.exitCode = await handOver(tools, program, args, flags);
  } catch (error) {
    process.exitCode = tell(error);
  }
}

async function provideTools(steps) {
  const ours = join(root, '.tools');
  const nodePackage = nodePackageName();
  const nodeHome = join(ours, `node-${NODE_VERSION}`);
  const pnpmHome = join(ours, `pnpm-${PNPM_VERSION}`);
  const pnpm = join(pnpmHome, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
  const hasNode = process.versions.node.split('.')[0] === NODE_MAJOR;

  if (!hasNode && !existsSync(join(nodeHome, 'node_modules', nodePackage))) {
    await steps.step(
      `Getting Node ${NODE_VERSION} from npm (this machine has ${process.versions.node}; n8n needs ${NODE_MAJOR})`,
      () => installFromNpm(nodeHome, `${nodePackage}@${NODE_VERSION}`, nodeAdvice()),
    );
  }
  const node = hasNode ? process.execPath : binaryOf(join(nodeHome, 'node_modules', nodePackage));
  if (!hasNode) assertRuns(node, nodeHome);
  if (!existsSync(pnpm)) {
    await steps.step(`Getting pnpm ${PNPM_VERSION} from npm`, () => installFromNpm(pnpmHome, `pnpm@${PNPM_VERSION}`));
  }
  return { node, pnpm };
}

/**
 * Node's binaries on npm are one package for each kind of machine. The package `node` only picks one in an install script,
 * which npm may be told not to run, so it is picked here.
 */
function nodePackageName() {
  if (process.platform === 'win32') return `node-win-${process.arch === 'ia32' ? 'x86' : process.arch}`;
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${process.platform}-${process.arch}`;
}

function nodeAdvice() {
  return `There may be no Node ${NODE_VERSION} on npm for this kind of machine (${process.platform} ${process.arch}). Install Node ${NODE_MAJOR} from https://nodejs.org and run the command again: it is used as it is.`;
}

/** Installed beside and then moved: a folder of the final name is always whole, whenever this was interrupted. */
async function installFromNpm(home, spec, ifMissing) {
  const parent = dirname(home);
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    if (name.startsWith('.new-')) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const fresh = join(parent, `.new-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  const npm = npmCommand();
  const options = [
    '--ignore-scripts',
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
    ...QUICK_RETRIES,
  ];
  await run(npm.command, [...npm.args, 'install', '--prefix', fresh, ...options, spec], {
    cwd: root,
    log: join(root, '.run', 'logs', 'tools.log'),
    root,
    shell: npm.shell,
    what: `npm could not install ${spec}`,
    ...(ifMissing ? { ifMissing } : {}),
  });
  rmSync(home, { recursive: true, force: true });
  renameSync(fresh, home);
}

/** npm tells its scripts where it is; by that it runs without a shell everywhere. */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path && /npm-cli\.js$/.test(path) && existsSync(path))
    return { command: process.execPath, args: [path], shell: false };
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

function binaryOf(folder) {
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin.node);
}

function assertRuns(node, home) {
  const tried = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (tried.stdout?.startsWith(`v${NODE_MAJOR}.`)) return;
  rmSync(home, { recursive: true, force: true });
  throw new PlainError(
    `The Node ${NODE_VERSION} that npm has for ${process.platform} ${process.arch} does not run here: ${(tried.stderr || tried.error?.message || '').trim().split('\n')[0]}`,
    `Install Node ${NODE_MAJOR} in another way (your system's packages, or https://nodejs.org) and run the command again.`,
  );
}

function handOver({ node, pnpm }, program, args, flags) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [...flags, '--conditions=@courselit-connector/source', join(root, program), ...args], {
      cwd: root,
      // The channel tells the program when this process is gone, however that ended.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter), COURSELIT_PNPM: pnpm },
    });
    // A terminal's Ctrl-C reaches the program itself; this process waits for it to clean up.
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}
