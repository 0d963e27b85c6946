/** The server's own bound: a larger limit is silently taken for this one (observed). */
export const LARGEST_PAGE = 200;

export interface PageOptions {
  /** Stop after this many. */
  readonly limit?: number | undefined;
  /** Rows a page, 200 at most. */
  readonly pageSize?: number | undefined;
}

/**
 * Reads a paged list. The server tells neither a total nor a next page, and a page can be short before the end, so
 * only an **empty** page is the end. While things come and go, one can be seen on two pages: it is given once, by ID.
 */
export async function* readPages<Row>(
  page: (number: number, limit: number) => Promise<Row[]>,
  idOf: (row: Row) => string,
  { limit = Infinity, pageSize = LARGEST_PAGE }: PageOptions = {},
): AsyncGenerator<Row, void> {
  const seen = new Set<string>();
  let repeated = 0;
  for (let number = 1; seen.size < limit; number++) {
    const rows = await page(number, Math.min(pageSize, LARGEST_PAGE));
    if (rows.length === 0) return;
    const before = seen.size;
    for (const row of rows) {
      const id = idOf(row);
      if (seen.has(id)) continue;
      seen.add(id);
      yield row;
      if (seen.size >= limit) return;
    }
    // Pages shift while people come and go, so one with nothing new is no end; a server that ignores `page` never ends.
    repeated = seen.size === before ? repeated + 1 : 0;
    if (repeated === 3) return;
  }
}
