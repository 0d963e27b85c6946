import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Everything that a run leaves behind, kept out of git; may be deleted at any time while nothing runs. */
export const runFolder = join(root, '.run');

export const logsFolder = join(runFolder, 'logs');

/** As it is told to people: no machine's folders. */
export function shown(path: string): string {
  return relative(root, path);
}
