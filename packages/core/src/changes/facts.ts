/**
 * What a read of a roster shows: each customer once, however often a row was seen, with what is true of them now. Sorted
 * by key at the end, so that it can be compared with what is remembered in one walk.
 */
import type { RosterRow } from '../api/rosterRow.ts';
import { BitRows } from './bitRows.ts';
import { ones } from './bits.ts';
import { emptyCustomers, type Customers } from './customers.ts';
import { keysOf } from './customersCodec.ts';
import type { Dictionary } from './dictionary.ts';
import type { EventCustomer } from './events.ts';
import type { Key } from './hash.ts';

export interface Person {
  readonly customer: EventCustomer;
  readonly status: string | null;
  readonly enrolledAt: string | null;
  /** When the customer last completed something in this product. */
  readonly activeAt: string | null;
  /** The page on which the row was seen last, from 1. */
  readonly page: number;
  /** The place of the lesson that was completed last, or -1. */
  readonly lastLesson: number;
  readonly downloaded: boolean;
  /** The row itself says so, not only the progress. */
  readonly downloadedInRow: boolean;
  /** The row does not say which lessons are completed, though there may be some. */
  readonly unread: boolean;
  /** Two rows of one read contradict each other: somebody left and came back. What is completed is then not sure. */
  readonly mixed: boolean;
  /** A tag of the activity up to which the progress was read by itself; 0 where it was not. */
  readonly activity: number;
}

export interface Facts {
  /** As they are now; `done` and `status` under the places of the dictionaries. */
  readonly now: Customers;
  /** In the order of `now`. */
  readonly people: readonly Person[];
}

/** Gathers rows page by page. */
export class RosterReading {
  readonly people: Person[] = [];
  private readonly places = new Map<string, number>();
  private readonly done: BitRows;
  private readonly lessons: Dictionary | null;
  private readonly statuses: Dictionary;

  /**
   * The dictionaries are those of what is remembered; what is new is added to them. Without one of lessons, it does not
   * matter who has completed what.
   */
  constructor(lessons: Dictionary | null, statuses: Dictionary) {
    this.lessons = lessons;
    this.statuses = statuses;
    this.done = new BitRows(lessons?.texts.length ?? 0);
  }

  has(userId: string): boolean {
    return this.places.has(userId);
  }

  /** A row that was seen before replaces the former one: pages shift while people come and go. */
  add(rows: readonly RosterRow[], page: number): void {
    for (const row of rows) {
      const { userId, email, name } = row.user;
      const known = this.places.get(userId);
      const place = known ?? this.people.length;
      if (known === undefined) this.places.set(userId, place);
      const active = row.updatedAt ?? row.createdAt ?? null;
      const listed = row.completedLessons ?? undefined;
      const mixed = known !== undefined && (this.people[known]?.mixed === true || !this.covers(known, listed ?? []));
      this.people[place] = {
        customer: { userId, email: email ?? null, name: name ?? null },
        status: row.status ?? null,
        enrolledAt: row.createdAt ?? null,
        activeAt: active,
        page,
        lastLesson: this.complete(place, listed ?? []),
        downloadedInRow: row.downloaded === true,
        downloaded: row.downloaded === true || this.people[place]?.downloaded === true,
        // Somebody who has not begun has no progress to be read (observed of pending and expired enrolments).
        unread: listed === undefined && (active !== null || row.status === 'active'),
        mixed,
        activity: 0,
      };
    }
  }

  /** What a read of one customer's progress showed. `activity` is a tag of what it is up to. */
  addProgress(place: number, completed: readonly string[], downloaded: boolean | null, activity: number): void {
    const person = this.people[place] as Person;
    this.people[place] = {
      ...person,
      lastLesson: this.complete(place, completed),
      downloaded: person.downloaded || downloaded === true,
      unread: false,
      activity,
    };
  }

  /** Sorts by key. Two customers with one key: the one who came later gets another, and is added to `moved`. */
  sorted(
    moved: Set<string>,
    named: boolean,
    keys: (moved: ReadonlySet<string>) => (userId: string) => Key = keysOf,
  ): Facts {
    const { order, high, low } = sortByKey(this.people, moved, keys);
    const count = order.length;
    const doneWords = Math.max(1, Math.ceil((this.lessons?.texts.length ?? 0) / 32));
    const now = emptyCustomers(count, { done: doneWords, named });
    const { status, downloaded, unread, activity, done } = now.columns;
    now.high.set(high);
    now.low.set(low);
    const people = new Array<Person>(count);
    for (let index = 0; index < count; index++) {
      const place = order[index] as number;
      const person = this.people[place] as Person;
      people[index] = person;
      status.data[index] = person.status === null ? 0 : this.statuses.add(person.status) + 1;
      downloaded.data[index] = Number(person.downloaded);
      unread.data[index] = Number(person.unread);
      activity.data[index] = person.activity;
      for (let word = 0; word < doneWords; word++) done.data[index * doneWords + word] = this.done.get(place, word);
      if (now.names) {
        now.names.userIds[index] = person.customer.userId;
        now.names.emails[index] = person.customer.email ?? '';
      }
    }
    return { now, people };
  }

  /** All that was seen completed is among these. */
  private covers(place: number, completed: readonly string[]): boolean {
    const { lessons } = this;
    if (!lessons) return true;
    const places = new Set(completed.map((lesson) => lessons.add(lesson)));
    for (let word = 0; word < this.done.words; word++)
      for (const bit of ones(this.done.get(place, word))) if (!places.has(word * 32 + bit)) return false;
    return true;
  }

  private complete(place: number, completed: readonly string[]): number {
    let last = -1;
    if (this.lessons) for (const lesson of completed) this.done.set(place, (last = this.lessons.add(lesson)));
    return last;
  }
}

/** So many customers a product at most: the place among them has 21 bits. */
const MOST = 2 ** 21;

function sortByKey(
  people: readonly Person[],
  moved: Set<string>,
  keys: (moved: ReadonlySet<string>) => (userId: string) => Key,
): { order: Uint32Array; high: Uint32Array; low: Uint32Array } {
  const count = people.length;
  if (count > MOST) throw new RangeError(`A product with more than ${MOST} customers cannot be watched.`);
  for (;;) {
    const key = keys(moved);
    const lows = new Uint32Array(count);
    // One number holds the upper half of the key and the place, so that numbers are sorted instead of objects.
    const sortable = new Float64Array(count);
    for (let place = 0; place < count; place++) {
      const { high, low } = key((people[place] as Person).customer.userId);
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
    moved.add(later(people[order[clash - 1] as number] as Person, people[order[clash] as number] as Person, moved));
  }
}

/** The one who came later is not the one whose key is remembered. */
function later(one: Person, other: Person, moved: ReadonlySet<string>): string {
  const [a, b] = [one.customer.userId, other.customer.userId];
  if (moved.has(a) !== moved.has(b)) return moved.has(a) ? b : a;
  return (one.enrolledAt ?? '') > (other.enrolledAt ?? '') ? a : b;
}
