/** What shall go wrong, and when. Rules are asked in the order they were added. */
import { randomSource } from '../ids.ts';

export type Fault =
  /** Waits before anything else happens, in milliseconds. Goes together with another fault. */
  | { kind: 'latency'; ms: number }
  /** An answer with this status instead of the real one. `after`: the effect happens all the same. */
  | {
      kind: 'status';
      status: number;
      /** Seconds, a moment (sent as an HTTP date), or text as it stands. */
      retryAfter?: number | Date | string;
      /** `html`: a proxy's error page. `empty`: nothing at all. Anything else is the body itself. */
      body?: string;
      contentType?: string;
      headers?: Readonly<Record<string, string>>;
      after?: boolean;
    }
  /**
   * The connection breaks: before the request has any effect, after it had its effect but before the answer, or
   * (uploads) while the body is read, once `bytes` of it arrived.
   */
  | { kind: 'reset'; when: 'before' | 'after' | 'during'; bytes?: number }
  /** Half of the real answer. `broken`: the length promises the whole and the connection closes early. */
  | { kind: 'truncate'; broken?: boolean }
  /** The real answer, a few bytes at a time. */
  | { kind: 'drip'; bytes?: number; ms?: number }
  | { kind: 'redirect'; to: string; status?: 301 | 302 | 303 | 307 | 308 }
  /** A page where JSON should be, with a status that says all is well. */
  | { kind: 'html' }
  /** The real answer under another content type. */
  | { kind: 'content-type'; value: string }
  /** No answer ever. `after`: the effect happens first. */
  | { kind: 'hang'; after?: boolean }
  /** A JSON answer of about this many bytes. */
  | { kind: 'huge'; bytes: number };

export type Target = 'school' | 'media';

export interface FaultRule {
  fault: Fault;
  /** Which of the two servers; the school's if not given. */
  target?: Target;
  /** One method or several; any if not given. */
  method?: string | readonly string[];
  /** Tried on path and query. Text is read as a regular expression. */
  path?: RegExp | string;
  /** For how many matching requests; for ever if not given. */
  times?: number;
  /** How many matching requests pass unharmed first. */
  skip?: number;
  /** Chance for each matching request, from 0 to 1. Draws come from the plan's seed. */
  probability?: number;
}

/** A rule in force. */
export interface FaultHandle {
  readonly id: number;
  /** How often it struck. */
  readonly hits: number;
  remove(): void;
}

interface ActiveRule {
  id: number;
  rule: FaultRule;
  pattern: RegExp | undefined;
  seen: number;
  hits: number;
}

export class FaultPlan {
  private rules: ActiveRule[] = [];
  private lastId = 0;
  private draw: () => number;

  constructor(seed = 1) {
    this.draw = randomSource(seed);
  }

  add(rule: FaultRule): FaultHandle {
    const { path } = rule;
    // A global or sticky expression would remember its place from one request to the next.
    const pattern =
      path === undefined ? undefined : new RegExp(path, path instanceof RegExp ? path.flags.replace(/[gy]/g, '') : '');
    const active: ActiveRule = { id: ++this.lastId, rule, pattern, seen: 0, hits: 0 };
    this.rules.push(active);
    return {
      id: active.id,
      get hits() {
        return active.hits;
      },
      remove: () => {
        this.remove(active.id);
      },
    };
  }

  remove(id: number): void {
    this.rules = this.rules.filter((rule) => rule.id !== id);
  }

  clear(): void {
    this.rules = [];
  }

  /** Starts the draws of probabilities anew. */
  reseed(seed: number): void {
    this.draw = randomSource(seed);
  }

  list(): Array<{ id: number; hits: number; rule: FaultRule }> {
    return this.rules.map(({ id, hits, rule }) => ({ id, hits, rule }));
  }

  /** What shall happen to this request: any delays, and at most one fault besides. */
  take(target: Target, method: string, url: string): { delay: number; fault: Fault | undefined } {
    let delay = 0;
    let fault: Fault | undefined;
    for (const active of this.rules) {
      const isDelay = active.rule.fault.kind === 'latency';
      if (!isDelay && fault) continue;
      if (!this.strikes(active, target, method, url)) continue;
      if (active.rule.fault.kind === 'latency') delay += active.rule.fault.ms;
      else fault = active.rule.fault;
    }
    return { delay, fault };
  }

  private strikes(active: ActiveRule, target: Target, method: string, url: string): boolean {
    const { rule, pattern } = active;
    if ((rule.target ?? 'school') !== target) return false;
    if (rule.method !== undefined && ![rule.method].flat().includes(method)) return false;
    if (pattern && !pattern.test(url)) return false;
    if (rule.times !== undefined && active.hits >= rule.times) return false;
    if (++active.seen <= (rule.skip ?? 0)) return false;
    if (rule.probability !== undefined && this.draw() / 2 ** 32 >= rule.probability) return false;
    active.hits++;
    return true;
  }
}
