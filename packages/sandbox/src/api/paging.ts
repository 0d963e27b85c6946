/** Page and limit as the service reads them: whatever comes is bent into shape, nothing is an error. */

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export interface Paging {
  /** As shown in the answer: `NaN`, which JSON shows as null, where the query held no number. */
  page: number;
  limit: number;
  /** The page that is really read. */
  readPage: number;
}

export function readPaging(query: URLSearchParams): Paging {
  const page = Math.max(Number(query.get('page') || '1'), 1);
  const wanted = Number(query.get('limit') || DEFAULT_LIMIT);
  const limit = Math.min(Math.max(Number.isFinite(wanted) ? wanted : 0, 1), MAX_LIMIT);
  return { page, limit, readPage: page || 1 };
}
