/**
 * Builds the package as it is published, into `dist/`: every source becomes one readable CommonJS file under the same
 * path, and the connector's core, with all that it needs, one more that they share. n8n's rules allow no dependency,
 * no minified code, and none of Node's own globals.
 *
 * n8n loads every node when it starts, and most starts run none of ours. So the forms are worked out here, and the core
 * is loaded when it is first asked for something.
 *
 *   node scripts/build.mjs [folder]    by default the package's own `dist`
 */
import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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
      path: requirePath(relative(root, resolveDir), 'connector.js'),
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

/** With the core, from its sources, in what is built. */
const withCore = { ...common, conditions: ['@courselit-connector/source'], alias: ALIAS };

function buildCore(dist) {
  return build({
    ...withCore,
    stdin: { contents: `export * from '${CORE}';`, resolveDir: root, sourcefile: 'core.ts' },
    outfile: join(dist, 'core.js'),
    // What a bundled library would share with the whole process, it shares with itself.
    define: { globalThis: 'shared' },
    banner: { js: '"use strict";\nconst shared = {};' },
    metafile: true,
  });
}

/** What the nodes have in the place of the core: the same, loaded when it is first used. */
async function writeConnector(dist) {
  const names = Object.keys(createRequire(import.meta.url)(join(dist, 'core.js')));
  await writeFile(
    join(dist, 'connector.js'),
    `"use strict";
// The connector, loaded when it is first asked for something: n8n loads a node long before it runs it.
const load = () => require("./core.js");
for (const name of ${JSON.stringify(names, null, 2)}) {
  Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });
}
`,
  );
}

/** Works out the forms of both nodes, and puts them in the place of the functions that did. */
async function writeForms(dist) {
  const { outputFiles } = await build({ ...withCore, entryPoints: ['nodes/shared/forms.ts'], write: false });
  const bundle = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(
    bundle,
    bundle.exports,
    createRequire(import.meta.url),
  );
  const { actionProperties, triggerProperties } = bundle.exports;
  const folder = join(dist, 'nodes/shared');
  const forms = { action: actionProperties(), trigger: triggerProperties() };
  await writeFile(join(folder, 'forms.json'), `${JSON.stringify(forms, null, 2)}\n`);
  await writeFile(
    join(folder, 'forms.js'),
    `"use strict";
// Made by the build from the catalogue of operations and events. n8n adds to a node's form, so each node has its own.
const forms = require("./forms.json");
module.exports = {
  actionProperties: () => structuredClone(forms.action),
  triggerProperties: () => structuredClone(forms.trigger),
};
`,
  );
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
  await Promise.all([writeConnector(dist), writeForms(dist), writeSchemas(dist)]);
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await licensesOf(Object.keys(core.metafile.inputs), root));
  return sources;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sources = await buildPackage(process.argv[2] && resolve(process.argv[2]));
  process.stdout.write(`Built ${sources.length} sources and the core.\n`);
}
