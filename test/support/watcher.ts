/** A host that keeps a snapshot, as JSON between two polls. */
import {
  poll,
  readSnapshot,
  toWatch,
  type ConnectorEvent,
  type EventType,
  type PollOptions,
  type PollResult,
  type School,
  type Snapshot,
  type WatchOptions,
} from '../../packages/core/src/index.ts';

type Options = Omit<PollOptions, 'previous'>;

export class Watcher {
  /** As the host keeps it. */
  kept = 'null';
  /** Of the last poll. */
  result: PollResult | undefined;
  watch: WatchOptions;
  private readonly school: School;
  private readonly options: Options;

  constructor(school: School, watch: WatchOptions | readonly EventType[], options: Options = {}) {
    this.school = school;
    this.watch = 'events' in watch ? watch : { events: watch };
    this.options = options;
  }

  /** Polls once; gives the events. A poll that fails leaves what is kept as it is. */
  async poll(options: Options = {}): Promise<ConnectorEvent[]> {
    const previous = readSnapshot(JSON.parse(this.kept));
    this.result = await poll(this.school, toWatch(this.watch), { previous, ...this.options, ...options });
    this.kept = JSON.stringify(this.result.snapshot);
    return this.result.events;
  }

  /** Polls once; gives the ids of the events. */
  async ids(options: Options = {}): Promise<string[]> {
    return (await this.poll(options)).map((one) => one.id);
  }

  get report(): PollResult['report'] {
    if (!this.result) throw new Error('There was no poll yet.');
    return this.result.report;
  }

  get snapshot(): Snapshot | null {
    return readSnapshot(JSON.parse(this.kept));
  }
}

/** All that is true now, as a host without state asks for it. */
export const pollStateless = (school: School, watch: WatchOptions, options: Partial<Options> = {}) =>
  poll(school, toWatch(watch), { previous: null, includeExisting: true, complete: true, ...options });
