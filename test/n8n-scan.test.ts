/** The package as it would be published, under the rules by which n8n verifies community nodes. */
import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CourseLit } from '../packages/n8n-nodes/nodes/CourseLit/CourseLit.node.ts';
import { CourseLitTrigger } from '../packages/n8n-nodes/nodes/CourseLitTrigger/CourseLitTrigger.node.ts';
import { operations } from '../packages/n8n-nodes/nodes/shared/actionProperties.ts';
import { packPackage, type Packed } from '../packages/n8n-nodes/test/packed.ts';

const run = promisify(execFile);
const scanner = resolve(__dirname, '../packages/n8n-nodes/scripts/scan.mjs');

let packed: Packed;
beforeAll(async () => {
  packed = await packPackage();
}, 60_000);
afterAll(() => packed.remove());

const scan = () =>
  run(process.execPath, [scanner, packed.folder]).then(
    ({ stdout }) => ({ passed: true, stdout }),
    ({ stdout }: { stdout: string }) => ({ passed: false, stdout }),
  );

it('passes the scanner, both as published and in its sources', async () => {
  const { passed, stdout } = await scan();
  expect(stdout).toMatch(/^published: \d\d files, 0 errors, 0 warnings\nsources: \d\d files, 0 errors, 0 warnings\n$/);
  expect(passed).toBe(true);
}, 60_000);

it('would not pass with what is forbidden', async () => {
  await writeFile(join(packed.folder, 'dist/bad.js'), 'require("fs"); module.exports = globalThis.process;\n');
  const { passed, stdout } = await scan();
  expect(passed).toBe(false);
  expect(stdout).toMatch(/no-restricted-imports/);
  expect(stdout).toMatch(/no-restricted-globals/);
}, 60_000);

it('has no dependency but n8n, and nothing in it that n8n does not need', async () => {
  const manifest = JSON.parse(await readFile(join(packed.folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest['dependencies']).toBeUndefined();
  expect(manifest['peerDependencies']).toEqual({ 'n8n-workflow': '*' });
  expect(manifest['repository']).not.toHaveProperty('directory');
  const { stdout } = await run('tar', ['-tzf', packed.tarball]);
  const files = stdout.trim().split('\n');
  for (const file of files)
    expect(file).toMatch(
      /^package\/(dist\/.*\.(js|json|svg)|dist\/THIRD-PARTY-LICENSES\.txt|package\.json|README\.md|LICENSE)$/,
    );
});

it('says of every operation what it gives, where n8n looks for it before anything has run', async () => {
  for (const { key, noun, sample } of operations()) {
    const file = join(packed.folder, 'dist/nodes/CourseLit/__schema__/v1.0.0', noun, `${key.split('.')[1]}.json`);
    const { type, properties } = JSON.parse(await readFile(file, 'utf8')) as { type: string; properties: object };
    expect(type).toBe('object');
    expect(Object.keys(properties)).toEqual('deleted' in sample ? ['deleted'] : Object.keys(sample));
    // A field that is empty in the sample has a type all the same.
    expect(JSON.stringify(properties)).not.toContain('"null"');
  }
});

describe('loaded', () => {
  /** What both nodes have once they are loaded from the package, and which of its files that took. */
  const load = async () => {
    const nodes = ['CourseLit', 'CourseLitTrigger'].map((name) =>
      join(packed.folder, `dist/nodes/${name}/${name}.node.js`),
    );
    const script = `
      const nodes = ${JSON.stringify(nodes)}.map((file) => Object.values(require(file))[0]);
      const forms = nodes.map((Node) => new Node().description.properties);
      const again = nodes.map((Node) => new Node().description.properties);
      const shared = forms.some((form, at) => form === again[at] || form[0] === again[at][0]);
      console.log(JSON.stringify({ forms, shared, files: Object.keys(require.cache) }));`;
    const { stdout } = await run(process.execPath, ['-e', script], {
      // n8n's own libraries, as n8n hands them to a package that is installed.
      env: { ...process.env, NODE_PATH: resolve(__dirname, '../packages/n8n-nodes/node_modules') },
      maxBuffer: 2 ** 24,
    });
    return JSON.parse(stdout) as { forms: unknown[]; shared: boolean; files: string[] };
  };

  it('has the very forms of the sources, one for each node that n8n makes', async () => {
    const { forms, shared } = await load();
    const written = [new CourseLit(), new CourseLitTrigger()].map(({ description }) => description.properties);
    expect(forms).toEqual(JSON.parse(JSON.stringify(written)));
    expect(shared).toBe(false);
  });

  it('has not loaded the connector yet, which is most of the package', async () => {
    const { files } = await load();
    expect(files.some((file) => file.endsWith('/dist/connector.js'))).toBe(true);
    expect(files.some((file) => file.endsWith('/dist/core.js'))).toBe(false);
  });
});

it('passes on the licenses of what is bundled', async () => {
  const licenses = await readFile(join(packed.folder, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['markdown-it', 'zod', 'entities']) expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

it('is small, and says nothing of the machine that built it', async () => {
  expect((await stat(packed.tarball)).size).toBeLessThan(400_000);
  const core = await readFile(join(packed.folder, 'dist/core.js'), 'utf8');
  expect(core).not.toContain(resolve(__dirname, '..'));
});
