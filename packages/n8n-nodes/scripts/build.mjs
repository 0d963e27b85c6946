/**
 * Builds the package as it is published, into `dist/`: every source becomes one readable CommonJS file under the same
 * path, and the connector's core, with all that it needs, one more that they share. n8n's rules allow no dependency,
 * no minified code, and none of Node's own globals.
 *
 *   node scripts/build.mjs [folder]    by default the package's own `dist`
 */
import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';
import { writeSchemas } from './schemas.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const CORE = '@courselit-connector/core';

/** The paths of a built file and of what it requires, relative to each other as they will lie in `dist`. */
function requirePath(fromFolder, toFile) {
  const path = relative(fromFolder, toFile).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Leaves every source a file of its own, and the core one file for all of them. */
const oneFileEach = {
  name: 'one-file-each',
  setup(builder) {
    builder.onResolve({ filter: /\.ts$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { external: true, path: path.replace(/\.ts$/, '.js') },
    );
    builder.onResolve({ filter: new RegExp(`^${CORE}$`) }, ({ resolveDir }) => ({
      external: true,
      path: requirePath(relative(root, resolveDir), 'core.js'),
    }));
  },
};

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  charset: 'utf8',
  legalComments: 'inline',
  logLevel: 'warning',
  external: ['n8n-workflow'],
};

/** One table of the names of characters is enough: the second one that the core's libraries bring is left out. */
export const ALIAS = {
  'decode-named-character-reference': resolve(root, '../core/src/richtext/mdast/namedReference.ts'),
};

function buildCore(dist) {
  return build({
    ...common,
    stdin: { contents: `export * from '${CORE}';`, resolveDir: root, sourcefile: 'core.ts' },
    outfile: join(dist, 'core.js'),
    conditions: ['@courselit-connector/source'],
    alias: ALIAS,
    // What a bundled library would share with the whole process, it shares with itself.
    define: { globalThis: 'shared' },
    banner: { js: '"use strict";\nconst shared = {};' },
    metafile: true,
  });
}

/** Builds into a folder. Gives the paths of the sources, relative to the package. */
export async function buildPackage(dist = join(root, 'dist')) {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const sources = await Array.fromAsync(glob('{nodes,credentials}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }));
  const [core] = await Promise.all([
    buildCore(dist),
    build({ ...common, entryPoints: sources, outdir: dist, outbase: root, plugins: [oneFileEach] }),
    cp(join(root, 'icons'), join(dist, 'icons'), { recursive: true }),
    ...(await Array.fromAsync(glob('nodes/**/*.node.json', { cwd: root }))).map((file) =>
      cp(join(root, file), join(dist, file)),
    ),
  ]);
  await writeSchemas(dist);
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await licensesOf(Object.keys(core.metafile.inputs), root));
  return sources;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sources = await buildPackage(process.argv[2] && resolve(process.argv[2]));
  process.stdout.write(`Built ${sources.length} sources and the core.\n`);
}
