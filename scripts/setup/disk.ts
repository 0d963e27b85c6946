import { statfs } from 'node:fs/promises';
import { PlainError } from '../bootstrap/failure.cjs';

const GB = 1_000_000_000;

/** What an install takes at most, the downloads that the package manager keeps included. */
export const SPACE_WANTED = { withN8n: 3.5 * GB, withoutN8n: 1 * GB };

/** Why there is too little room for an install, or undefined. */
export function tooLittleSpace(free: number, withN8n: boolean): PlainError | undefined {
  const wanted = withN8n ? SPACE_WANTED.withN8n : SPACE_WANTED.withoutN8n;
  if (free >= wanted) return undefined;
  return new PlainError(
    `There are ${(free / GB).toFixed(1)} GB free on the disk; installing takes about ${(wanted / GB).toFixed(1)} GB.`,
    `Free some space and run the command again${withN8n ? '. For the unit tests alone, `npm test -- --no-n8n` needs about 1 GB' : ''}. To install all the same: COURSELIT_IGNORE_SPACE=1.`,
  );
}

/** Refuses to begin an install that cannot end. */
export async function assertSpace(folder: string, withN8n: boolean): Promise<void> {
  if (process.env['COURSELIT_IGNORE_SPACE'] === '1') return;
  const { bavail, bsize } = await statfs(folder);
  const problem = tooLittleSpace(bavail * bsize, withN8n);
  if (problem) throw problem;
}
