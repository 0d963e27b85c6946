/**
 * Whether a live answer is the recorded one: same keys in the same order, same types, same values. Left out are ids
 * (they must stand for the recorded ones), moments, database ids, and what the media service hands out.
 */
import { isPublicId, isRecord, omittedRows } from './exchanges.ts';
import type { IdMap } from './ids.ts';

/** Values that differ from run to run: only their type counts. */
const VOLATILE: readonly string[] = ['signature', 'endpoint', '__v', '_id', 'domain'];
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export interface Difference {
  /** Where in the answer, like `data[3].user.email`. */
  path: string;
  recorded: unknown;
  live: unknown;
  problem: string;
}

export function compare(recorded: unknown, live: unknown, ids: IdMap): Difference[] {
  const found: Difference[] = [];
  walk(recorded, live, '', '');
  return found;

  function report(path: string, problem: string, recordedValue: unknown, liveValue: unknown): void {
    found.push({ path, problem, recorded: recordedValue, live: liveValue });
  }

  function walk(a: unknown, b: unknown, path: string, key: string): void {
    const type = typeOf(a);
    if (type !== typeOf(b)) report(path, `type ${typeOf(b)} instead of ${type}`, a, b);
    else if (Array.isArray(a) && Array.isArray(b)) walkLists(a, b, path);
    else if (isRecord(a) && isRecord(b)) walkObjects(a, b, path);
    else if (!VOLATILE.includes(key) && !sameValue(a, b)) report(path, 'value', a, b);
  }

  function walkLists(a: readonly unknown[], b: readonly unknown[], path: string): void {
    const omitted = omittedRows(a.at(-1));
    const shown = omitted === undefined ? a : a.slice(0, -1);
    const length = shown.length + (omitted ?? 0);
    if (length !== b.length) report(path, 'length', length, b.length);
    shown.forEach((item, index) => {
      if (index < b.length) walk(item, b[index], `${path}[${index}]`, '');
    });
  }

  function walkObjects(a: Record<string, unknown>, b: Record<string, unknown>, path: string): void {
    const keys = Object.keys(a);
    const liveKeys = Object.keys(b);
    if ([...keys].sort().join() !== [...liveKeys].sort().join()) report(path, 'keys', keys.join(), liveKeys.join());
    else if (keys.join() !== liveKeys.join()) report(path, 'order of keys', keys.join(), liveKeys.join());
    for (const key of keys) if (key in b) walk(a[key], b[key], path ? `${path}.${key}` : key, key);
  }

  function sameValue(a: unknown, b: unknown): boolean {
    if (isPublicId(a) && isPublicId(b)) return ids.of(a) === b;
    if (typeof a === 'string' && MOMENT.test(a)) return typeof b === 'string' && MOMENT.test(b);
    return a === b;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
