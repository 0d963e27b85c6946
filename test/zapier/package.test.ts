/** What is uploaded to Zapier: the zip as Zapier's own command line packs it, unpacked in an empty place and run. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mismatches } from '../../packages/zapier-app/test/checks/index.ts';
import { buildApp, openCli, unpack } from '../../packages/zapier-app/test/cli.ts';
import { hydrated } from '../../packages/zapier-app/test/hydrate.ts';
import { startWarmApp, type WarmApp } from '../../packages/zapier-app/test/warm.ts';
import { startFileSite, type FileSite } from '../support/fileSite.ts';
import { startZapierSchool, zapierCases, type ZapierSchool } from '../support/zapierSchool.ts';

const KEY = 'sk-package-0123456789abcdef';
const WARM = join(__dirname, '../../packages/zapier-app/test/warm.cjs');

/** In bytes. */
const MOST = 700_000;

let folder: string;
let zip: string;
let unpacked: string;
let said: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zapier-package-'));
  const app = join(folder, 'app');
  unpacked = join(folder, 'unpacked');
  zip = join(app, 'build', 'build.zip');
  await buildApp(app);
  const cli = openCli({}, app);
  const { code, stdout, stderr } = await cli.run('build', '--skip-dep-install', '--skip-validation');
  cli.stop();
  said = stdout + stderr;
  if (code !== 0) throw new Error(`The app cannot be packed:\n${said}`);
  await unpack(zip, unpacked);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

describe('in a process that has nothing but the zip', () => {
  const cases = zapierCases();
  let app: WarmApp;
  let school: ZapierSchool;
  let files: FileSite;

  beforeAll(async () => {
    [school, files] = await Promise.all([startZapierSchool(KEY), startFileSite()]);
    app = startWarmApp(unpacked, WARM);
  });
  afterAll(async () => {
    app.stop();
    await Promise.all([school.stop(), files.stop()]);
  });

  async function results(method: string, inputData: object = {}): Promise<unknown> {
    const authData = { baseUrl: school.sandbox.url, apiKey: KEY };
    const { results: given, failure } = await app.run(method, { authData, inputData, meta: {} });
    expect(failure).toBeUndefined();
    return given;
  }

  it('tests a connection', async () => {
    expect(await results('authentication.test')).toEqual({ label: new URL(school.sandbox.url).host });
  });

  it.each(cases.map((one) => [one.kind, one.key, one] as const))('%s %s', async (kind, _key, one) => {
    school.reset();
    const result = await hydrated(await results(one.method, one.input(school, files)), results);
    const things = kind === 'create' ? [result] : (result as unknown[]);
    expect(things.length).toBeGreaterThan(0);
    for (const thing of things) expect(mismatches(thing, one.promised)).toEqual([]);
  });

  it('enrols a customer, whom the school sends a mail', async () => {
    school.reset();
    const input = { productId: school.productId, email: 'packed@example.com' };
    await results('creates.invite_customer.operation.perform', input);
    expect(school.sandbox.outbox.map((mail) => mail.to)).toContain('packed@example.com');
  });

  it('says what is wrong with a key', async () => {
    const authData = { baseUrl: school.sandbox.url, apiKey: 'sk-wrong-0123456789' };
    const { failure } = await app.run('triggers.new_customer.operation.perform', { authData, inputData: {}, meta: {} });
    expect(failure).toEqual({
      name: 'ExpiredAuthError',
      message: expect.stringContaining('Settings > Miscellaneous > API Keys'),
    });
  });

  it('has never said the key', () => {
    expect(app.said()).not.toContain(KEY);
  });
});
