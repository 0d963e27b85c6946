import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * The licenses of all that a bundle holds: each of them asks to be passed on with the code. Takes the paths of the
 * files that went in. Throws for a library without a license, since it could not be passed on.
 */
export async function licensesOf(inputs, root) {
  const folders = inputs.map((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(resolve(root, path))?.[0]);
  const texts = await Promise.all(
    [...new Set(folders)].filter(Boolean).map(async (folder) => {
      const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
      if (!file) throw new Error(`${name} ${version} comes without a license.`);
      return `${name} ${version}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
    }),
  );
  return texts.sort().join(`\n${'-'.repeat(80)}\n\n`);
}
