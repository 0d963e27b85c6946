/**
 * What is remembered of a product's customers, joined with what a read shows: one walk along the keys of both, since
 * both are in order, and then column by column, whole words at a time, so that 50 lessons cost two comparisons.
 */
import {
  emptyColumn,
  FIELDS,
  NO_COLUMN,
  type Column,
  type Customers,
  type FieldName,
  type Names,
} from './customers.ts';

export interface Merged {
  /** What is to be remembered. */
  readonly next: Customers;
  /** For each customer of the read: the place before, or -1 for one who was not known. */
  readonly before: Int32Array;
  /** For each customer of the read: the place in `next`. */
  readonly after: Int32Array;
  /** The customers of the read (their places there) who are new, or of whom something is new. In their order. */
  readonly changed: readonly number[];
}

/** Fields that hold one value, the last one seen; 0 shows nothing. */
const LATEST: readonly FieldName[] = ['status', 'stalled', 'activity'];
/** Fields in which nothing is ever taken back. */
const GROWING: readonly FieldName[] = ['downloaded', 'done', 'statuses', 'marks'];

/** Fields that are written to without a look at what is there. */
const ALWAYS: readonly FieldName[] = ['seen', 'missing', 'unread', 'unmeasured'];

export function merge(known: Customers, now: Customers): Merged {
  const places = align(known, now);
  const { before, after, kept, count } = places;
  const differs = new Uint8Array(now.count);
  for (let fresh = 0; fresh < now.count; fresh++) if (before[fresh] === -1) differs[fresh] = 1;

  const columns = Object.fromEntries(
    FIELDS.map((name) => {
      const isWritten = ALWAYS.includes(name) || !isZero(now.columns[name].data);
      if (!isWritten && isZero(known.columns[name].data)) return [name, NO_COLUMN];
      const words = Math.max(known.columns[name].words, now.columns[name].words);
      return [name, spread(known.columns[name], kept, count, words)];
    }),
  ) as Record<FieldName, Column>;
  for (const name of LATEST)
    overlayLatest(now.columns[name], columns[name], after, name === 'activity' ? null : differs);
  for (const name of GROWING) overlayGrowing(now.columns[name], columns[name], after, differs);
  overlaySeen(now, columns, before, after);

  const changed: number[] = [];
  for (let fresh = 0; fresh < now.count; fresh++) if (differs[fresh] === 1) changed.push(fresh);
  const { high, low } = keys(known, now, places);
  const next: Customers = { count, high, low, columns, names: names(known, now, places) };
  return { next, before, after, changed };
}

interface Places {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** For each customer that was known: the place in what is to be remembered. */
  readonly kept: Int32Array;
  readonly count: number;
}

function align(known: Customers, now: Customers): Places {
  const before = new Int32Array(now.count).fill(-1);
  const after = new Int32Array(now.count);
  const kept = new Int32Array(known.count);
  const [knownHigh, knownLow, knownCount] = [known.high, known.low, known.count];
  const [nowHigh, nowLow, nowCount] = [now.high, now.low, now.count];
  let old = 0;
  let fresh = 0;
  let count = 0;
  while (old < knownCount && fresh < nowCount) {
    const high = (knownHigh[old] as number) - (nowHigh[fresh] as number);
    const order = high === 0 ? (knownLow[old] as number) - (nowLow[fresh] as number) : high;
    if (order === 0) before[fresh] = old;
    if (order <= 0) kept[old++] = count;
    if (order >= 0) after[fresh++] = count;
    count++;
  }
  while (old < knownCount) kept[old++] = count++;
  while (fresh < nowCount) after[fresh++] = count++;
  return { before, after, kept, count };
}

/** A column at its new places, and as wide as it has to be. */
function spread({ words, data }: Column, kept: Int32Array, count: number, wider: number): Column {
  const column = emptyColumn(count, wider);
  if (isZero(data)) return column;
  // Where nobody came in between, all lie as they lay.
  if (wider === words && kept.length > 0 && kept[kept.length - 1] === kept.length - 1) {
    column.data.set(data);
    return column;
  }
  for (let old = 0; old < kept.length; old++) {
    const place = (kept[old] as number) * wider;
    for (let word = 0; word < words; word++) column.data[place + word] = data[old * words + word] as number;
  }
  return column;
}

function overlayLatest(now: Column, next: Column, after: Int32Array, differs: Uint8Array | null): void {
  const [from, to] = [now.data, next.data];
  if (isZero(from)) return;
  for (let fresh = 0; fresh < after.length; fresh++) {
    const value = from[fresh] as number;
    const place = after[fresh] as number;
    if (value === 0 || value === to[place]) continue;
    to[place] = value;
    if (differs) differs[fresh] = 1;
  }
}

function overlayGrowing(now: Column, next: Column, after: Int32Array, differs: Uint8Array): void {
  const [from, to] = [now.data, next.data];
  const { words } = now;
  if (isZero(from)) return;
  for (let fresh = 0; fresh < after.length; fresh++) {
    const place = (after[fresh] as number) * next.words;
    for (let word = 0; word < words; word++) {
      const old = to[place + word] as number;
      const all = old | (from[fresh * words + word] as number);
      if (all >>> 0 === old) continue;
      to[place + word] = all;
      differs[fresh] = 1;
    }
  }
}

function overlaySeen(now: Customers, next: Record<FieldName, Column>, before: Int32Array, after: Int32Array): void {
  const unread = now.columns.unread.data;
  const [seen, missing] = [next.seen.data, next.missing.data];
  const [stillUnread, unmeasured] = [next.unread.data, next.unmeasured.data];
  for (let fresh = 0; fresh < after.length; fresh++) {
    const place = after[fresh] as number;
    seen[place] = 1;
    missing[place] = 0;
    if (!unread[fresh]) stillUnread[place] = unmeasured[place] = 0;
    else if (before[fresh] === -1) stillUnread[place] = 1;
  }
}

function keys(
  known: Customers,
  now: Customers,
  { kept, after, count }: Places,
): { high: Uint32Array; low: Uint32Array } {
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  for (const [from, places] of [[known, kept] as const, [now, after] as const])
    for (let index = 0; index < places.length; index++) {
      high[places[index] as number] = from.high[index] as number;
      low[places[index] as number] = from.low[index] as number;
    }
  return { high, low };
}

/** As they are called now; kept only as long as they are asked for. */
function names(known: Customers, now: Customers, { kept, after, count }: Places): Names | null {
  if (!now.names) return null;
  const all: Names = { userIds: new Array<string>(count).fill(''), emails: new Array<string>(count).fill('') };
  for (const [from, places] of [[known.names, kept] as const, [now.names, after] as const])
    from?.userIds.forEach((userId, index) => {
      all.userIds[places[index] as number] = userId;
      all.emails[places[index] as number] = from.emails[index] as string;
    });
  return all;
}

function isZero(data: Uint32Array): boolean {
  for (let at = 0; at < data.length; at++) if (data[at] !== 0) return false;
  return true;
}
