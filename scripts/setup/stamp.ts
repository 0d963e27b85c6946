import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** One hash over files' names and contents, and over words that matter as much (a version, an option). */
export function hashOf(root: string, files: readonly string[], words: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const word of words) hash.update(`${word}\0`);
  for (const file of [...files].sort()) {
    // Names as git has them, so that the same tree hashes alike everywhere.
    hash
      .update(`${relative(root, file).split(sep).join('/')}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** All files below a folder but in the folders of these names. */
export function filesBelow(folder: string, skip: ReadonlySet<string>): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skip.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, skip);
    return entry.isFile() ? [path] : [];
  });
}

/** What a step was last done for. It is taken away before the step runs again, so an interruption leaves none. */
export class Stamp {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async read(): Promise<string | undefined> {
    return readFile(this.#file, 'utf8').catch(() => undefined);
  }

  async clear(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  async write(value: string): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(this.#file, value);
  }
}
