/**
 * Puts Zapier's run time next to the built app: the files that it really loads, without their comments, in plain
 * folders. An install by the workspace's package manager would bring more (`encoding`, an optional part of node-fetch
 * that only decodes web pages in old alphabets, is 180 kB of tables in the zip) under long paths that the zip names
 * twice each.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, transform } from 'esbuild';

/** Never loaded: the first is optional, and the second is from the run time's own tests. */
const LEFT_OUT = ['encoding', '../test/userapp'];

/**
 * @param {string} from The folder from which `name` is found.
 * @param {string} name The package that the app depends on.
 * @param {string} into The folder of the app: gets a `node_modules`.
 */
export async function copyDependency(from, name, into) {
  const { metafile } = await build({
    stdin: { contents: `require('${name}')`, resolveDir: from },
    absWorkingDir: from,
    outdir: 'none',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    conditions: [],
    external: LEFT_OUT,
    logLevel: 'error',
  });
  const files = Object.keys(metafile.inputs).filter((path) => path !== '<stdin>');
  const places = placesOf(metafile.inputs, name, join(into, 'node_modules'));
  for (const path of files) {
    const folder = packageOf(path);
    await copySmaller(join(from, path), join(places.get(folder), relative(folder, path)));
  }
  for (const [folder, place] of places)
    await copySmaller(join(from, folder, 'package.json'), join(place, 'package.json'));
  // What Zapier's command line copies the entry point of a packed app from.
  const main = [...places].find(([, place]) => place === join(into, 'node_modules', name));
  await cp(join(from, main[0], 'include'), join(main[1], 'include'), { recursive: true });
}

/** The folder of the package that a file is of. */
function packageOf(path) {
  const [found] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? [];
  if (found === undefined) throw new Error(`${path} is of no package.`);
  return found;
}

const nameOf = (folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Where each package goes, so that all find what they need by Node's rules: at the top; or, where another version is
 * there already, with the package that needs it.
 */
function placesOf(inputs, name, top) {
  const needs = new Map();
  for (const [path, { imports }] of Object.entries(inputs)) {
    if (path === '<stdin>') continue;
    const needed = imports.filter(({ external }) => !external).map((one) => packageOf(one.path));
    const own = packageOf(path);
    needs.set(own, new Set([...(needs.get(own) ?? []), ...needed.filter((one) => one !== own)]));
  }
  const [first] = [...needs.keys()].filter((folder) => nameOf(folder) === name);
  const places = new Map([[first, join(top, name)]]);
  const taken = new Map([[join(top, name), first]]);
  const found = (wanted, place) => {
    for (let at = place; at.startsWith(top); at = dirname(at)) {
      const there =
        taken.get(join(at, 'node_modules', wanted)) ?? (at === top ? taken.get(join(top, wanted)) : undefined);
      if (there !== undefined) return there;
    }
    return undefined;
  };
  for (const [folder, place] of places)
    for (const needed of needs.get(folder)) {
      if (places.has(needed) && found(nameOf(needed), place) === needed) continue;
      const free = found(nameOf(needed), place) === undefined;
      const goes = free ? join(top, nameOf(needed)) : join(place, 'node_modules', nameOf(needed));
      if (places.has(needed)) throw new Error(`${needed} is needed in two places, and this puts it in one.`);
      places.set(needed, goes);
      taken.set(goes, needed);
    }
  for (const [folder, place] of places)
    for (const needed of needs.get(folder))
      if (found(nameOf(needed), place) !== needed) throw new Error(`${place} would not find ${needed}.`);
  return places;
}

/** Without comments (but those of a licence) and spaces; no name and no statement changes. */
async function copySmaller(from, to) {
  const text = await readFile(from, 'utf8');
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, to.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : await withoutSpaces(text));
}

async function withoutSpaces(text) {
  const { code } = await transform(text, { minifyWhitespace: true, legalComments: 'inline', charset: 'utf8' });
  return code;
}
