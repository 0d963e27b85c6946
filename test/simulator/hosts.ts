/** Models of how hosts poll: what they keep, when they save it, and what a kill takes from them. */
import {
  poll,
  readSnapshot,
  toWatch,
  type ConnectorEvent,
  type PollOptions,
  type School,
  type Snapshot,
  type WatchOptions,
} from '../../packages/core/src/index.ts';
import type { Oracle } from './oracle.ts';
import type { Random } from './random.ts';

export interface Setting {
  readonly school: School;
  readonly oracle: Oracle;
  readonly random: Random;
  readonly watch: WatchOptions;
  readonly keepPartial: boolean;
  readonly maxEvents: number | undefined;
  /** Moments that a poll may take, from now; undefined for no limit. */
  readonly deadline: () => number | undefined;
  /** How Zapier polls; by default, the core is asked as the app asks it. */
  readonly zapierPoll?: ZapierPoll | undefined;
}

/** What Zapier is answered. Of a first poll, ids are enough. */
export type ZapierPoll = (meta: {
  readonly isPopulatingDedupe: boolean;
  readonly isLoadingSample: boolean;
}) => Promise<readonly (ConnectorEvent | Pick<ConnectorEvent, 'id'>)[]>;

/** When, during a poll, the process dies: not, in the middle, or between keeping the state and passing events on. */
export type Kill = 'no' | 'during' | 'before saving' | 'after saving';

export interface Host {
  poll(kill: Kill): Promise<void>;
}

export type HostName = 'n8n' | 'n8n durable' | 'zapier';

const pollOnce = (
  { school, watch, keepPartial, maxEvents, deadline }: Setting,
  previous: Snapshot | null,
  more: Partial<PollOptions> = {},
) =>
  poll(school, toWatch(watch), {
    previous,
    keepPartial,
    maxEvents,
    deadline: deadline(),
    progressRequests: 5,
    ...more,
  });

/**
 * n8n. By default a poll that emits has its state saved, and one that emits nothing keeps it in memory only; with
 * durable cursors the state is saved with the events, in one transaction.
 */
export function n8nHost(setting: Setting, durable: boolean): Host {
  const { oracle } = setting;
  let saved = 'null';
  let memory: Snapshot | null = null;
  let isActive = false;
  const restart = () => {
    memory = readSnapshot(JSON.parse(saved));
    oracle.rolledBack();
  };
  const save = (next: Snapshot | null) => {
    saved = JSON.stringify(next);
  };
  oracle.turnedOn();
  oracle.saved();
  return {
    async poll(kill) {
      if (durable) restart();
      oracle.pollBegins();
      let events: ConnectorEvent[] = [];
      let complete = false;
      let isWhole = false;
      let next: Snapshot | null = null;
      try {
        const result = await pollOnce(setting, memory);
        ({ events, snapshot: next } = result);
        complete = result.report.complete;
        isWhole = result.report.failure === undefined;
      } catch {
        // The next poll sees the same again.
        if (kill === 'during') restart();
        return;
      }
      if (kill === 'during') return restart();
      if (durable) {
        // All or nothing.
        if (kill !== 'no') return restart();
        save(next);
        oracle.committed(complete, isWhole);
        oracle.saved();
        return oracle.deliver(events, { saved: true });
      }
      const isSaved = events.length > 0 || !isActive;
      if (kill === 'before saving') {
        if (isSaved) oracle.deliver(events, { saved: false });
        return restart();
      }
      memory = next;
      if (isSaved) save(next);
      isActive = true;
      if (isSaved || kill === 'no') oracle.committed(complete, isWhole);
      if (isSaved) oracle.saved();
      if (kill !== 'after saving') return oracle.deliver(events, { saved: true });
      oracle.lostByHost(events);
      restart();
    },
  };
}

/** How many ids Zapier remembers, and how many new items at once it holds until the user says yes. */
const REMEMBERED = 105_000;
const HELD_FROM = 100;

/** Zapier: no state of the connector's; the host remembers ids. */
export class ZapierHost implements Host {
  readonly remembered = new Map<string, true>();
  readonly held: ConnectorEvent[] = [];
  private isOn = false;
  private readonly setting: Setting;
  private readonly ask: ZapierPoll;

  constructor(setting: Setting) {
    this.setting = setting;
    this.ask = setting.zapierPoll ?? pollOfCore(setting);
  }

  async poll(kill: Kill): Promise<void> {
    const { oracle, random } = this.setting;
    if (random.chance(0.03)) await this.test();
    // Off and on again: what happened in between is not news.
    if (this.isOn && random.chance(0.02)) {
      this.release();
      this.isOn = false;
    }
    if (!this.isOn) oracle.turnedOn();
    oracle.pollBegins();
    let events: Awaited<ReturnType<ZapierPoll>>;
    try {
      events = await this.ask({ isPopulatingDedupe: !this.isOn, isLoadingSample: false });
    } catch {
      return;
    }
    if (kill === 'during') return;
    oracle.committed(true, true);
    if (!this.isOn) {
      this.remembered.clear();
      this.isOn = true;
      for (const event of events) this.remember(event.id);
      return;
    }
    const fresh = events.filter((event) => !this.remembered.has(event.id)).map(whole);
    for (const event of fresh) this.remember(event.id);
    if (fresh.length >= HELD_FROM) this.held.push(...fresh);
    else oracle.deliver(fresh, { saved: true });
  }

  /** The editor shows three, and forgets them. */
  async test(): Promise<void> {
    const { oracle } = this.setting;
    oracle.pollBegins();
    const shown = await this.ask({ isPopulatingDedupe: false, isLoadingSample: true }).catch(() => []);
    if (shown.length > 3) throw new Error('A test took more than three items.');
  }

  /** The user says yes to what is held. */
  release(): void {
    this.setting.oracle.deliver(this.held.splice(0), { saved: true });
  }

  private remember(id: string): void {
    this.remembered.set(id, true);
    if (this.remembered.size > REMEMBERED) this.remembered.delete(this.remembered.keys().next().value as string);
  }
}

/** What starts a Zap has more than its id. */
function whole(event: ConnectorEvent | Pick<ConnectorEvent, 'id'>): ConnectorEvent {
  if ('type' in event) return event;
  throw new Error(`A Zap would start with nothing but the id ${event.id}.`);
}

const pollOfCore =
  (setting: Setting): ZapierPoll =>
  async ({ isPopulatingDedupe, isLoadingSample }) => {
    const more = { ...STATELESS, confirm: isPopulatingDedupe, ...(isLoadingSample && { limit: 3 }) };
    return (await pollOnce(setting, null, more)).events;
  };

const STATELESS = { includeExisting: true, complete: true, keepPartial: false, maxEvents: undefined } as const;
