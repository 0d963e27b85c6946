/** How a sandbox is asked for, and what one is. */
import type { Mode } from './api/request.ts';
import type { FaultPlan } from './faults/plan.ts';
import type { RequestLogEntry } from './http/requests.ts';
import type { MediaStore } from './media/store.ts';
import type { School } from './model/school.ts';
import type { Mail } from './model/types.ts';

export type Seed = 'demo' | 'empty' | { customers: number; lessons?: number };

/** A school besides the main one, which answers under its own host name and to its own key. */
export interface DomainOptions {
  host: string;
  key: string;
  name?: string;
  /** Whether it can take money. Yes, if not given. */
  paymentMethod?: boolean;
  /** `null`: the owner's account is gone. Without a name: the owner's profile is unfinished. */
  owner?: { email: string; name?: string; permissions?: readonly string[] } | null;
}

export interface SandboxOptions {
  /** 0, the default, takes any free port. A port that is taken moves on to the next free one. */
  port?: number;
  /** The address to listen on. Only loopback addresses are taken; 127.0.0.1 if not given. */
  host?: string;
  seed?: Seed;
  mode?: Mode;
  /** The time, in milliseconds since 1970. */
  clock?: () => number;
  /** The same seed gives the same ids. */
  idSeed?: number;
  /** The main school's key. */
  key?: string;
  /** Changes to the main school. */
  school?: Partial<Omit<DomainOptions, 'key'>>;
  /** Further schools; a school that cannot take money, one without an owner and one with a nameless owner if not given. */
  domains?: readonly DomainOptions[];
}

export interface Sandbox {
  /** Base URL of the school, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** The main school. Made anew by `reset`: do not hold on to it. */
  readonly school: School;
  /** All schools by host name. */
  readonly schools: ReadonlyMap<string, School>;
  /** Mails the main school would have sent, oldest first. */
  readonly outbox: readonly Mail[];
  /** The newest requests to the API and the media service (not to the page), oldest first. */
  readonly requests: readonly RequestLogEntry[];
  /** How many requests there were since the start or the last reset, also those no longer listed. */
  readonly requestCount: number;
  readonly faults: FaultPlan;
  /** Base URL of the media service, an origin of its own. */
  readonly mediaUrl: string;
  readonly media: MediaStore;
  readonly mode: Mode;
  /** Adds a school, or replaces the one of that host name. */
  addDomain(domain: DomainOptions): School;
  /** Back to the seed: no faults, no requests, no uploads. Ports stay. */
  reset(): void;
  stop(): Promise<void>;
}
