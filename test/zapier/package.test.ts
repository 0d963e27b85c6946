/** What is uploaded to Zapier: the zip as Zapier's own command line packs it, unpacked in an empty place and run. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { buildApp, openCli, unpack } from '../../packages/zapier-app/test/cli.ts';

const KEY = 'sk-package-0123456789abcdef';

/** In bytes. */
const MOST = 700_000;

let folder: string;
let zip: string;
let unpacked: string;
let sandbox: Sandbox;
let said: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zapier-package-'));
  const app = join(folder, 'app');
  unpacked = join(folder, 'unpacked');
  zip = join(app, 'build', 'build.zip');
  [sandbox] = await Promise.all([startSandbox({ seed: 'demo', key: KEY }), buildApp(app)]);
  const cli = openCli({}, app);
  const { code, stdout, stderr } = await cli.run('build', '--skip-dep-install', '--skip-validation');
  cli.stop();
  said = stdout + stderr;
  if (code !== 0) throw new Error(`The app cannot be packed:\n${said}`);
  await unpack(zip, unpacked);
}, 120_000);
afterAll(async () => {
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the packed app answers, in a process that has nothing but the zip. */
function handle(event: object): Promise<unknown> {
  const script = `
    const { handler } = require('./zapierwrapper.js');
    handler(${JSON.stringify(event)}).then(
      ({ results }) => console.log('ANSWER' + JSON.stringify(results)),
      (error) => { console.error(error); process.exit(1); },
    );`;
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'] };
    execFile(process.execPath, ['-e', script], { cwd: unpacked, env, timeout: 30_000 }, (error, stdout, stderr) => {
      const [, answer] = stdout.split('ANSWER');
      if (error || answer === undefined) reject(new Error(`${error?.message}\n${stdout}${stderr}`));
      else resolve(JSON.parse(answer));
    });
  });
}

it('is packed, tried by the command line, and small', () => {
  expect(said).toContain('Testing build');
  expect(said).toContain('Build complete!');
  expect(statSync(zip).size).toBeLessThanOrEqual(MOST);
});

it('holds what is needed, and neither the tables of old alphabets nor a file of the workspace', () => {
  const packages = readdirSync(join(unpacked, 'node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['zapier-platform-core', 'zapier-platform-schema', 'node-fetch']));
  expect(packages).not.toContain('iconv-lite');
  expect(readdirSync(unpacked).sort()).toEqual([
    'definition.json',
    'index.js',
    'node_modules',
    'package.json',
    'zapierwrapper.js',
  ]);
  const { version } = JSON.parse(
    readFileSync(join(unpacked, 'node_modules', 'zapier-platform-core', 'package.json'), 'utf8'),
  ) as { version: string };
  expect(JSON.parse(readFileSync(join(unpacked, 'definition.json'), 'utf8'))).toHaveProperty(
    'platformVersion',
    version,
  );
});

it('enrols a customer in the school', async () => {
  const product = [...sandbox.school.products.values()].find((one) => one.title === 'AI Foundations');
  const result = await handle({
    command: 'execute',
    method: 'creates.invite_customer.operation.perform',
    bundle: {
      authData: { baseUrl: sandbox.url, apiKey: KEY },
      inputData: { productId: product?.productId, email: 'packed@example.com' },
      meta: {},
    },
  });
  expect(result).toMatchObject({ email: 'packed@example.com', membershipStatus: 'active' });
  expect(sandbox.outbox.map((mail) => mail.to)).toContain('packed@example.com');
});

it('polls the school, and says what is wrong with a key', async () => {
  const poll = (apiKey: string) =>
    handle({
      command: 'execute',
      method: 'triggers.new_customer.operation.perform',
      bundle: { authData: { baseUrl: sandbox.url, apiKey }, inputData: {}, meta: { isPopulatingDedupe: true } },
    });
  const found = (await poll(KEY)) as Array<{ customer: { email: string } }>;
  expect(found.map(({ customer }) => customer.email)).toContain('ada@example.com');
  await expect(poll('sk-wrong-0123456789')).rejects.toThrow(/ExpiredAuthError[^]*Settings > Miscellaneous > API Keys/);
});
