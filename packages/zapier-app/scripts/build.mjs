/**
 * Builds the app as a folder that stands on its own: one bundled file with the core in it, Zapier's run time, and a
 * package.json that depends on that and nothing else. Zapier's own commands run in there.
 *
 *     node scripts/build.mjs            # into build/staging
 *     node scripts/build.mjs FOLDER     # into a folder that is new or empty
 */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { copyDependency } from './dependencies.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));
const own = join(here, 'build', 'staging');
const staging = resolve(process.argv[2] ?? own);
const { version, description, dependencies } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));

// Nobody's folder but our own is emptied.
if (staging === own) await rm(staging, { recursive: true, force: true });
await mkdir(staging, { recursive: true });
if ((await readdir(staging)).length > 0) throw new Error(`${staging} is not empty. Name a new folder, or none.`);
await build({
  entryPoints: [join(here, 'src', 'index.ts')],
  outfile: join(staging, 'index.js'),
  bundle: true,
  platform: 'node',
  // What Zapier runs, whatever runs this.
  target: 'node22',
  format: 'cjs',
  external: Object.keys(dependencies),
  // The smaller the zip, the quicker it is uploaded and unpacked.
  minify: true,
  // In what Zapier logs of an error, its class has the name that it has here.
  keepNames: true,
  conditions: ['@courselit-connector/source'],
  // Zapier takes what the file exports for the app itself, and knows of no default.
  footer: { js: 'module.exports = module.exports.default;' },
  logLevel: 'warning',
});
await writeFile(
  join(staging, 'package.json'),
  `${JSON.stringify({ name: 'courselit-zapier', version, description, private: true, main: 'index.js', dependencies }, null, 2)}\n`,
);
// Which of Zapier's apps it is, once it has been registered.
await copyFile(join(here, '.zapierapprc'), join(staging, '.zapierapprc')).catch((error) => {
  if (error.code !== 'ENOENT') throw error;
});
// What is packed as the sources of the app: ours alone.
await writeFile(join(staging, '.gitignore'), 'node_modules/\nbuild/\n.env\n');
for (const name of Object.keys(dependencies)) await copyDependency(here, name, staging);
console.log(`Built ${staging}, version ${version}.`);
