/** The longest wait that is believed, in milliseconds: a day. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3): seconds, or a date. Gives milliseconds from `now`, or undefined
 * when the header is missing or says nothing.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim();
  if (!value) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), LONGEST_MS) : undefined;
}
