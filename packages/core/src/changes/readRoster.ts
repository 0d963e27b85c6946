/** Reading the pages of a roster: several at a time within a bound, given in order, to an empty page or until told to stop. */
import { LARGEST_PAGE } from '../api/paging.ts';
import type { RosterRow } from '../api/rosterRow.ts';

/** How many pages in a row may hold nobody new before a roster counts as one that ignores `page`. */
const STUCK_AFTER = 3;

export interface PagesToRead {
  readonly page: (number: number) => Promise<RosterRow[]>;
  /** Takes the rows of a page, in the order of pages. Says whether any of them was not seen before. */
  readonly take: (rows: RosterRow[], number: number) => boolean;
  /** The page to begin with, from 1. */
  readonly from: number;
  /** How many pages there were last time; 0 where that is not known. */
  readonly expected: number;
  /** How many pages may be asked for at a time. */
  readonly parallel: number;
  /** Asked before each page. */
  readonly mayGoOn: () => boolean;
  /** Stop after so many pages. */
  readonly most?: number | undefined;
}

export interface PagesRead {
  /** The first page that was not taken. */
  readonly next: number;
  /** The end was seen. */
  readonly ended: boolean;
  /** Why a page could not be read. Those before it were taken. */
  readonly failure?: unknown;
}

/**
 * A roster that is as long as last time takes one request more than it has pages. Nobody tells how long a longer one
 * is: pages beyond what is expected are asked for ahead only as long as pages are full, which costs at most `parallel`
 * requests past the end.
 */
export async function readRosterPages(reading: PagesToRead): Promise<PagesRead> {
  const { page, take, from, expected, parallel, mayGoOn, most = Infinity } = reading;
  const ahead: Promise<RosterRow[]>[] = [];
  let asked = from - 1;
  let full = false;
  let stuck = 0;
  /** What was asked for and answered counts, also where it does not lead on. Says whether there was any. */
  const takeRest = async (first: number): Promise<boolean> => {
    const rest = (await Promise.allSettled(ahead)).map((one) => (one.status === 'fulfilled' ? one.value : []));
    rest.forEach((rows, index) => take(rows, first + index));
    return rest.some((rows) => rows.length > 0);
  };
  for (let number = from; ; number++) {
    if (number - from >= most || (ahead.length === 0 && !mayGoOn())) return { next: number, ended: false };
    const wanted = Math.min(number + parallel - 1, from + most - 1, full ? Infinity : Math.max(number, expected + 1));
    while (asked < wanted && (asked < number || mayGoOn())) {
      const next = page(++asked);
      // A failure further on does not count before its turn.
      next.catch(() => undefined);
      ahead.push(next);
    }
    let rows: RosterRow[];
    try {
      rows = await (ahead.shift() as Promise<RosterRow[]>);
    } catch (failure) {
      await takeRest(number + 1);
      return { next: number, ended: false, failure };
    }
    // Where later pages hold somebody it is a gap, of rows that were left out since their users are gone.
    if (rows.length === 0 && !(await takeRest(number + 1))) return { next: number, ended: true };
    if (rows.length === 0) {
      number += ahead.length;
      ahead.length = 0;
      continue;
    }
    full = rows.length >= LARGEST_PAGE && (expected === 0 || number > expected);
    stuck = take(rows, number) ? 0 : stuck + 1;
    if (stuck === STUCK_AFTER) return { next: number + 1 - STUCK_AFTER, ended: true };
  }
}

/** Where new rows have been seen to appear. */
export type NewRows = 'first' | 'last';

/**
 * Reads only the ends of a roster, where new rows appear: from what was the last page on, or from the first one as
 * long as it holds nobody who is known, or both where it is not known which. Three requests where nothing happened.
 * Gives how many pages there are now.
 */
export async function readRosterEnds(
  {
    page,
    take,
  }: Pick<PagesToRead, 'page'> & { readonly take: (rows: RosterRow[], number: number) => { allNew: boolean } },
  pages: number,
  newRows: NewRows | undefined,
): Promise<number> {
  let last = Math.max(1, pages);
  if (newRows !== 'last') {
    for (let number = 1; ; number++) {
      const rows = await page(number);
      if (rows.length === 0 || !take(rows, number).allNew) break;
    }
    if (newRows === 'first') return last;
  }
  const rows = await page(last);
  if (rows.length === 0) {
    // It has become shorter: back to where there is somebody.
    while (--last >= 1) {
      const before = await page(last);
      if (before.length > 0) {
        take(before, last);
        break;
      }
    }
    return last;
  }
  take(rows, last);
  for (;;) {
    const more = await page(last + 1);
    if (more.length === 0) return last;
    take(more, ++last);
  }
}
