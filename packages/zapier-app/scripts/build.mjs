/**
 * Builds the app into build/staging, as a folder that stands on its own: one bundled file with the core in it, and a
 * package.json that depends on Zapier's run time and nothing else. Zapier's own commands run in there.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('..', import.meta.url));
const staging = join(here, 'build', 'staging');
const { version, description, dependencies } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));

await rm(staging, { recursive: true, force: true });
await mkdir(staging, { recursive: true });
await build({
  entryPoints: [join(here, 'src', 'index.ts')],
  outfile: join(staging, 'index.js'),
  bundle: true,
  platform: 'node',
  // What Zapier runs, whatever runs this.
  target: 'node22',
  format: 'cjs',
  external: Object.keys(dependencies),
  conditions: ['@courselit-connector/source'],
  // Zapier takes what the file exports for the app itself, and knows of no default.
  footer: { js: 'module.exports = module.exports.default;' },
  logLevel: 'warning',
});
await writeFile(
  join(staging, 'package.json'),
  `${JSON.stringify({ name: 'courselit-zapier', version, description, private: true, main: 'index.js', dependencies }, null, 2)}\n`,
);
console.log(`Built ${join('build', 'staging')}, version ${version}.`);
