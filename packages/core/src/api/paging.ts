/** The server's own bound: a larger limit is silently taken for this one (observed). */
export const LARGEST_PAGE = 200;
/** How many pages in a row may hold nothing new before a list counts as one that ignores `page`. */
const STUCK_AFTER = 3;

export interface PageOptions {
  /** Stop after this many. */
  readonly limit?: number | undefined;
  /** Rows a page, 200 at most. */
  readonly pageSize?: number | undefined;
  /** Pages that may be read at the same time; 1 by default. */
  readonly parallel?: number | undefined;
  /**
   * About how many rows there are, as an earlier read has shown. Nobody tells where a list ends, so beyond this no
   * more than one page is asked for ahead of its turn.
   */
  readonly expected?: number | undefined;
}

/**
 * Reads a paged list. The server tells neither a total nor a next page, and a page can be short before the end, so
 * only an **empty** page is the end; a row that is null counts for its page and is not given. While things come and go, one can be seen on two pages: it is given once, by ID.
 * Pages may be read side by side; rows come in the order of the pages all the same. At most one request more is made
 * than one after the other would take, as long as `expected` is not too high.
 */
export async function* readPages<Row>(
  page: (number: number, limit: number) => Promise<(Row | null)[]>,
  idOf: (row: Row) => string,
  { limit = Infinity, pageSize = LARGEST_PAGE, parallel = 1, expected = 0 }: PageOptions = {},
): AsyncGenerator<Row, void> {
  const size = Math.max(1, Math.min(pageSize, LARGEST_PAGE));
  const expectedPages = Math.ceil(Math.min(expected, limit) / size);
  const seen = new Set<string>();
  const ahead: Promise<(Row | null)[]>[] = [];
  let asked = 0;
  let stuck = 0;
  for (let number = 1; seen.size < limit; number++) {
    const wanted = Math.min(
      number + parallel - 1,
      Math.max(number, expectedPages, parallel > 1 && limit === Infinity ? number + 1 : 0),
    );
    while (asked < wanted) {
      const next = page(++asked, size);
      // Whoever stops reading early has no use for a failure further on.
      next.catch(() => undefined);
      ahead.push(next);
    }
    const rows = await (ahead.shift() as Promise<(Row | null)[]>);
    if (rows.length === 0) return;
    const before = seen.size;
    for (const row of rows) {
      if (row === null) continue;
      const id = idOf(row);
      if (seen.has(id)) continue;
      seen.add(id);
      yield row;
      if (seen.size >= limit) return;
    }
    // Pages shift while people come and go, so one with nothing new is no end; a server that ignores `page` never ends.
    stuck = seen.size === before ? stuck + 1 : 0;
    if (stuck === STUCK_AFTER) return;
  }
}
