/**
 * What a read of a roster shows: each customer once, however often a row was seen, with what is true of them now. Sorted
 * by key at the end, so that it can be compared with what is remembered in one walk.
 */
import type { RosterRow } from '../api/rosterRow.ts';
import { BitRows } from './bitRows.ts';
import { ones } from './bits.ts';
import { emptyCustomers, FIELDS, isZero, NO_COLUMN, type Customers } from './customers.ts';
import { keysOf } from './customersCodec.ts';
import type { Dictionary } from './dictionary.ts';
import type { Key } from './hash.ts';
import { People, type Person } from './people.ts';

export interface Facts {
  /** As they are now; `done` and `status` under the places of the dictionaries. */
  readonly now: Customers;
  readonly people: People;
  /** For each customer of `now`: the place among the people. */
  readonly order: Uint32Array;
}

/** One customer of `now`, as events tell of people. */
export const personOf = ({ people, order }: Facts, index: number): Person => people.at(order[index] as number);

/** Gathers rows page by page. */
export class RosterReading {
  readonly people = new People();
  private readonly places = new Map<string, number>();
  private readonly done: BitRows;
  private readonly lessons: Dictionary;
  private readonly statuses: Dictionary;

  /** The dictionaries are those of what is remembered; what is new is added to them. */
  constructor(lessons: Dictionary, statuses: Dictionary) {
    this.lessons = lessons;
    this.statuses = statuses;
    this.done = new BitRows(lessons.texts.length);
  }

  has(userId: string): boolean {
    return this.places.has(userId);
  }

  /** A row that was seen before replaces the former one: pages shift while people come and go. */
  add(rows: readonly RosterRow[]): void {
    for (const row of rows) {
      const { userId } = row.user;
      const known = this.places.get(userId);
      const place = known ?? this.people.count;
      if (known === undefined) this.places.set(userId, place);
      const listed = row.completedLessons ?? [];
      const mixed = known !== undefined && (this.people.isMixed(known) || !this.covers(known, listed));
      this.people.set(place, row, { lastLesson: this.complete(place, listed), mixed });
    }
  }

  /** What a read of one customer's progress showed. `activity` is a tag of what it is up to. */
  addProgress(place: number, completed: readonly string[], downloaded: boolean | null, activity: number): void {
    const lastLesson = this.complete(place, completed);
    this.people.setProgress(place, { lastLesson, downloaded: downloaded === true, activity });
  }

  /** Sorts by key. Two customers with one key: the one who came later gets another, and is added to `moved`. */
  sorted(
    moved: Set<string>,
    named: boolean,
    keys: (moved: ReadonlySet<string>) => (userId: string) => Key = keysOf,
  ): Facts {
    const { order, high, low } = sortByKey(this.people, moved, keys);
    const count = order.length;
    const doneWords = Math.max(1, Math.ceil(this.lessons.texts.length / 32));
    const fields = { status: 1, downloaded: 1, unread: 1, activity: 1, done: doneWords };
    const now = emptyCustomers(count, { fields, named });
    const { status, downloaded, unread, activity, done } = now.columns;
    now.high.set(high);
    now.low.set(low);
    for (let index = 0; index < count; index++) {
      const place = order[index] as number;
      const inStatus = this.people.statuses[place] as string | null;
      status.data[index] = inStatus === null ? 0 : this.statuses.add(inStatus) + 1;
      downloaded.data[index] = Number(this.people.isDownloaded(place));
      unread.data[index] = Number(this.people.isUnread(place));
      activity.data[index] = this.people.activity[place] as number;
      for (let word = 0; word < doneWords; word++) done.data[index * doneWords + word] = this.done.get(place, word);
      if (now.names) {
        now.names.userIds[index] = this.people.userIds[place] as string;
        now.names.emails[index] = this.people.emails[place] ?? '';
      }
    }
    return { now: { ...now, columns: withoutEmpty(now.columns) }, people: this.people, order };
  }

  /** All that was seen completed is among these. */
  private covers(place: number, completed: readonly string[]): boolean {
    const { lessons } = this;
    const places = new Set(completed.map((lesson) => lessons.add(lesson)));
    for (let word = 0; word < this.done.words; word++)
      for (const bit of ones(this.done.get(place, word))) if (!places.has(word * 32 + bit)) return false;
    return true;
  }

  private complete(place: number, completed: readonly string[]): number {
    let last = -1;
    for (const lesson of completed) this.done.set(place, (last = this.lessons.add(lesson)));
    return last;
  }
}

/** What is said of nobody takes no room. */
function withoutEmpty(columns: Customers['columns']): Customers['columns'] {
  const used = FIELDS.map((name) => [name, isZero(columns[name]) ? NO_COLUMN : columns[name]]);
  return Object.fromEntries(used) as unknown as Customers['columns'];
}

/** So many customers a product at most: the place among them has 21 bits. */
const MOST = 2 ** 21;

function sortByKey(
  people: People,
  moved: Set<string>,
  keys: (moved: ReadonlySet<string>) => (userId: string) => Key,
): { order: Uint32Array; high: Uint32Array; low: Uint32Array } {
  const { count } = people;
  if (count > MOST) throw new RangeError(`A product with more than ${MOST} customers cannot be watched.`);
  for (;;) {
    const key = keys(moved);
    const lows = new Uint32Array(count);
    // One number holds the upper half of the key and the place, so that numbers are sorted instead of objects.
    const sortable = new Float64Array(count);
    for (let place = 0; place < count; place++) {
      const { high, low } = key(people.userIds[place] as string);
      sortable[place] = high * MOST + place;
      lows[place] = low;
    }
    sortable.sort();
    const order = new Uint32Array(count);
    const high = new Uint32Array(count);
    const low = new Uint32Array(count);
    for (let index = 0; index < count; index++) {
      const both = sortable[index] as number;
      const upper = Math.floor(both / MOST);
      const place = both - upper * MOST;
      // Those with one upper half, two of many, are put in order one by one.
      let at = index;
      for (; at > 0 && high[at - 1] === upper && (low[at - 1] as number) > (lows[place] as number); at--) {
        order[at] = order[at - 1] as number;
        low[at] = low[at - 1] as number;
        high[at] = upper;
      }
      order[at] = place;
      low[at] = lows[place] as number;
      high[at] = upper;
    }
    const clash = high.findIndex((one, at) => at > 0 && one === high[at - 1] && low[at] === low[at - 1]);
    if (clash < 0) return { order, high, low };
    moved.add(later(people, order[clash - 1] as number, order[clash] as number, moved));
  }
}

/** The one who came later is not the one whose key is remembered. */
function later(people: People, one: number, other: number, moved: ReadonlySet<string>): string {
  const [a, b] = [people.userIds[one] as string, people.userIds[other] as string];
  if (moved.has(a) !== moved.has(b)) return moved.has(a) ? b : a;
  return (people.enrolledAt[one] || 0) > (people.enrolledAt[other] || 0) ? a : b;
}
