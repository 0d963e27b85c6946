/** What came in, for tests: counts, headers, and how each request ended. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Target } from '../faults/plan.ts';

export interface RequestLogEntry {
  /** Counted from 1 over both servers. */
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  target: Target;
  method: string;
  /** Path and query, as they came. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The answer's status. Missing while there is none, and where the connection was broken instead. */
  status?: number;
  /** The kind of fault that struck. */
  fault?: string;
  /** Whether the real server was asked: what has no effect was never processed. */
  processed: boolean;
}

const KEPT = 10_000;

export class RequestLog {
  /** The newest requests, oldest first. At most 10,000. */
  readonly entries: RequestLogEntry[] = [];
  /** All requests there ever were since the last reset. */
  total = 0;

  add(entry: Omit<RequestLogEntry, 'number' | 'processed'>): RequestLogEntry {
    const added: RequestLogEntry = { ...entry, number: ++this.total, processed: false };
    // Dropping a quarter at a time keeps this cheap for long runs.
    if (this.entries.length >= KEPT) this.entries.splice(0, KEPT / 4);
    this.entries.push(added);
    return added;
  }

  clear(): void {
    this.entries.length = 0;
    this.total = 0;
  }
}
