/**
 * What is remembered of a product's customers, joined with what a read shows: one walk along the keys of both, since
 * both are in order, and then column by column, whole words at a time, so that 50 lessons cost two comparisons.
 */
import {
  emptyColumn,
  FIELDS,
  isZero,
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
  const { before, after, count } = places;
  const differs = new Uint8Array(now.count);
  if (!places.isSame) for (const fresh of placesOf(before, -1)) differs[fresh] = 1;

  const columns = {} as Record<FieldName, Column>;
  for (const name of FIELDS) {
    const [from, to] = [now.columns[name], known.columns[name]];
    // Said of nobody, as most fields are: no room, and no look at everybody.
    const [isTold, isKnown] = [!isZero(from), !isZero(to)];
    const isWritten = ALWAYS.includes(name) || isTold;
    if (!isWritten && !isKnown) {
      columns[name] = NO_COLUMN;
      continue;
    }
    const words = Math.max(to.words, from.words);
    const column = isKnown ? spread(to, places, words) : emptyColumn(count, words);
    columns[name] = column;
    if (isTold && LATEST.includes(name)) overlayLatest(from, column, after, name === 'activity' ? null : differs);
    if (isTold && GROWING.includes(name)) overlayGrowing(from, column, places, differs);
  }
  overlaySeen(known, now, columns, places);

  const { high, low } = keys(known, now, places);
  const next: Customers = { count, high, low, columns, names: names(known, now, places) };
  return { next, before, after, changed: placesOf(differs, 1) };
}

/** Where a value stands. A search over the whole array is far quicker than a look at each of many that are not it. */
function placesOf(values: Uint8Array | Int32Array, value: number): number[] {
  const places: number[] = [];
  for (let at = values.indexOf(value); at >= 0; at = values.indexOf(value, at + 1)) places.push(at);
  return places;
}

interface Places {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** For each customer that was known: the place in what is to be remembered. */
  readonly kept: Int32Array;
  readonly count: number;
  /** The same customers were known as were read: everybody's place stays. */
  readonly isSame: boolean;
}

/** Compared as bytes, which is one step for the machine. */
function isSame(one: Uint32Array, other: Uint32Array): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: Uint32Array) => Buffer.from(buffer, byteOffset, byteLength);
  return bytes(one).equals(bytes(other));
}

function align(known: Customers, now: Customers): Places {
  if (isSame(known.high, now.high) && isSame(known.low, now.low)) {
    const place = new Int32Array(known.count);
    for (let at = 0; at < place.length; at++) place[at] = at;
    return { before: place, after: place, kept: place, count: known.count, isSame: true };
  }
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
  return { before, after, kept, count, isSame: false };
}

/** A column at its new places, and as wide as it has to be. */
function spread({ words, data }: Column, { kept, count }: Places, wider: number): Column {
  // Where nobody came in between, all lie as they lay.
  const isInPlace = wider === words && kept[kept.length - 1] === kept.length - 1;
  if (isInPlace && count === kept.length) return { words, data: data.slice() };
  const column = emptyColumn(count, wider);
  if (isInPlace) {
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
  for (let fresh = 0; fresh < after.length; fresh++) {
    const value = from[fresh] as number;
    const place = after[fresh] as number;
    if (value === 0 || value === to[place]) continue;
    to[place] = value;
    if (differs) differs[fresh] = 1;
  }
}

function overlayGrowing(now: Column, next: Column, { after, isSame }: Places, differs: Uint8Array): void {
  const [from, to] = [now.data, next.data];
  const { words } = now;
  if (isSame && words === next.words) {
    for (let at = 0; at < from.length; at++) {
      const old = to[at] as number;
      const all = (old | (from[at] as number)) >>> 0;
      if (all === old) continue;
      to[at] = all;
      differs[Math.floor(at / words)] = 1;
    }
    return;
  }
  for (let fresh = 0; fresh < after.length; fresh++) {
    const place = (after[fresh] as number) * next.words;
    for (let word = 0; word < words; word++) {
      const old = to[place + word] as number;
      const all = (old | (from[fresh * words + word] as number)) >>> 0;
      if (all === old) continue;
      to[place + word] = all;
      differs[fresh] = 1;
    }
  }
}

/** Whoever was read is there, and is measured where the progress was read as well. */
function overlaySeen(
  known: Customers,
  now: Customers,
  next: Record<FieldName, Column>,
  { before, after, isSame }: Places,
): void {
  const { seen, missing, unread, unmeasured } = next;
  if (isSame) seen.data.fill(1);
  else for (let fresh = 0; fresh < after.length; fresh++) seen.data[after[fresh] as number] = 1;
  const isDue = [known.columns.missing, known.columns.unread, known.columns.unmeasured, now.columns.unread].some(
    (column) => !isZero(column),
  );
  if (!isDue) return;
  for (let fresh = 0; fresh < after.length; fresh++) {
    const place = after[fresh] as number;
    missing.data[place] = 0;
    if (!now.columns.unread.data[fresh]) unread.data[place] = unmeasured.data[place] = 0;
    else if (before[fresh] === -1) unread.data[place] = 1;
  }
}

function keys(
  known: Customers,
  now: Customers,
  { kept, after, count, isSame }: Places,
): { high: Uint32Array; low: Uint32Array } {
  if (isSame) return { high: known.high, low: known.low };
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
