/**
 * What is remembered of a product's customers, joined with what a read shows: one walk along both, since both are in
 * the order of their keys. Works on whole words, so that 50 lessons cost two comparisons.
 */
import { emptyCustomers, firstOf, type Column, type Customers, type FieldName } from './customers.ts';

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
const LATEST = ['status', 'stalled', 'activity'] as const satisfies readonly FieldName[];
/** Fields in which nothing is ever taken back. */
const GROWING = ['downloaded', 'done', 'statuses', 'marks'] as const satisfies readonly FieldName[];

export function merge(known: Customers, now: Customers): Merged {
  const named = now.names !== null;
  const wide = (name: FieldName) => Math.max(known.columns[name].words, now.columns[name].words);
  const room = emptyCustomers(known.count + now.count, { done: wide('done'), marks: wide('marks'), named });
  const before = new Int32Array(now.count).fill(-1);
  const after = new Int32Array(now.count);
  const changed: number[] = [];
  const copy = copier(known, room);
  const overlay = overlayer(now, room);
  let old = 0;
  let at = 0;
  for (let fresh = 0; fresh < now.count || old < known.count; at++) {
    const order = fresh >= now.count ? -1 : old >= known.count ? 1 : compare(known, old, now, fresh);
    if (order <= 0) copy(old, at);
    if (order >= 0) {
      before[fresh] = order === 0 ? old : -1;
      after[fresh] = at;
      if (overlay(fresh, at, order > 0)) changed.push(fresh);
      fresh++;
    }
    if (order <= 0) old++;
  }
  return { next: firstOf(room, at), before, after, changed };
}

function compare(a: Customers, i: number, b: Customers, j: number): number {
  return (a.high[i] as number) - (b.high[j] as number) || (a.low[i] as number) - (b.low[j] as number);
}

function copier(from: Customers, to: Customers): (source: number, target: number) => void {
  const columns = (Object.keys(from.columns) as FieldName[])
    .map((name) => ({ source: from.columns[name], target: to.columns[name] }))
    .filter(({ source }) => source.data.some((word) => word !== 0));
  return (source, target) => {
    to.high[target] = from.high[source] as number;
    to.low[target] = from.low[source] as number;
    for (const column of columns) {
      const { words } = column.source;
      for (let word = 0; word < words; word++)
        column.target.data[target * column.target.words + word] = column.source.data[source * words + word] as number;
    }
    if (from.names && to.names) {
      to.names.userIds[target] = from.names.userIds[source] as string;
      to.names.emails[target] = from.names.emails[source] as string;
    }
  };
}

/** Lays what is true now over what was remembered. Says whether anything is new. */
function overlayer(now: Customers, to: Customers): (source: number, target: number, isNew: boolean) => boolean {
  const isUsed = ({ data }: Column) => data.some((word) => word !== 0);
  const pick = (names: readonly FieldName[]) =>
    names
      .map((name) => ({ source: now.columns[name], target: to.columns[name], counts: name !== 'activity' }))
      .filter(({ source }) => isUsed(source));
  const latest = pick(LATEST);
  const growing = pick(GROWING);
  const unread = now.columns.unread.data;
  const { seen, missing, unmeasured, unread: stillUnread } = to.columns;
  return (source, target, isNew) => {
    let differs = isNew;
    if (isNew) {
      to.high[target] = now.high[source] as number;
      to.low[target] = now.low[source] as number;
      stillUnread.data[target] = unread[source] as number;
    }
    for (const column of latest) {
      const value = column.source.data[source] as number;
      if (value === 0 || value === column.target.data[target]) continue;
      column.target.data[target] = value;
      differs ||= column.counts;
    }
    for (const column of growing) {
      const { words } = column.source;
      for (let word = 0; word < words; word++) {
        const value = column.source.data[source * words + word] as number;
        const place = target * column.target.words + word;
        const old = column.target.data[place] as number;
        if ((value & ~old) === 0) continue;
        column.target.data[place] = old | value;
        differs = true;
      }
    }
    if (unread[source] === 0) {
      stillUnread.data[target] = 0;
      unmeasured.data[target] = 0;
    }
    seen.data[target] = 1;
    missing.data[target] = 0;
    if (now.names && to.names) {
      to.names.userIds[target] = now.names.userIds[source] as string;
      to.names.emails[target] = now.names.emails[source] as string;
    }
    return differs;
  };
}
