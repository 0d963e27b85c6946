/**
 * One poll of a trigger: reads what is watched, within its time, and gives what happened since what is remembered. With
 * nothing remembered and `includeExisting` it gives all that is true now, for a host that remembers ids.
 */
import type { Product } from '../api/products.ts';
import { CourseLitError, hasCode } from '../http/errors.ts';
import type { School } from '../school.ts';
import type { Most } from './customerEvents.ts';
import { inOrder, type ConnectorEvent } from './events.ts';
import { newMemory, pack, unpack, type ProductMemory } from './memory.ts';
import { looksForNewRowsOnly, pollProduct, settledOf } from './pollProduct.ts';
import { compareProduct } from './productEvents.ts';
import type { Snapshot } from './snapshot.ts';
import { isWanted, needsOf, type Watch } from './watch.ts';

export interface PollOptions {
  /** What the poll before gave back; null when nothing is known. */
  readonly previous: Snapshot | null;
  /**
   * What to make of what is there already when nothing is known: nothing (the first poll only remembers it), or an
   * event each, for a host that keeps its own list of the events that it has seen.
   */
  readonly includeExisting?: boolean | undefined;
  /** Stop reading after this many events, and remember nothing: for a sample. */
  readonly limit?: number | undefined;
  /** Give at most so many events; the rest is kept for the next poll. */
  readonly maxEvents?: number | undefined;
  /**
   * When to stop reading, in milliseconds since 1970. What was read by then is given, and the next poll goes on from
   * there; with `complete`, the poll fails instead.
   */
  readonly deadline?: number | undefined;
  /** The host remembers ids instead of a snapshot: all that is true now must be given, or nothing. */
  readonly complete?: boolean | undefined;
  /** With `complete`: fail as soon as there are more events than this, before they take the memory that there is. */
  readonly most?: Most | undefined;
  /** With `complete`: read twice, so that not even a row that slips from one page to the next is missed. */
  readonly confirm?: boolean | undefined;
  /** When something cannot be read: give what was seen, with the failure in the report, instead of failing. */
  readonly keepPartial?: boolean | undefined;
  /** Pages of a roster that are asked for at the same time; 4 by default. */
  readonly parallel?: number | undefined;
  /** How many customers' progress is asked for one by one, where rosters do not tell it; 60 a product by default. */
  readonly progressRequests?: number | undefined;
}

/** What a poll did. */
export interface PollReport {
  readonly products: number;
  /** Pages of rosters. */
  readonly pages: number;
  /** Rows that were read, each customer once a product. */
  readonly customers: number;
  /** Requests to the school, repeats included. */
  readonly requests: number;
  readonly ms: number;
  /** All that is watched was looked at. If not, the next poll goes on. */
  readonly complete: boolean;
  /** Products that were chosen and are not there. */
  readonly gone: readonly string[];
  /** Why something could not be read, with `keepPartial`. */
  readonly failure?: unknown;
}

export interface PollResult {
  /** In the order in which they happened, as far as that is known. */
  readonly events: ConnectorEvent[];
  /** To be kept until the next poll; null where `limit` cut the reading short. */
  readonly snapshot: Snapshot | null;
  readonly report: PollReport;
}

const PARALLEL = 4;
const PROGRESS_REQUESTS = 60;
/** Where events are limited, so many pages are read before it is looked whether they are enough. */
const FIRST_CHUNK = 4;

/** Throws `CourseLitError` for whatever cannot be read. Then nothing is lost: the next poll sees the same again. */
export async function poll(school: School, watch: Watch, options: PollOptions): Promise<PollResult> {
  const started = school.now();
  const sent = school.sent();
  const { previous, maxEvents = Infinity, limit, deadline = Infinity, complete = false } = options;
  const counts = { products: 0, pages: 0, customers: 0 };
  const finish = (run: PollRun | null, events: ConnectorEvent[], snapshot: Snapshot | null): PollResult => ({
    events,
    snapshot,
    report: {
      ...counts,
      requests: school.sent() - sent,
      ms: school.now() - started,
      complete: run?.complete ?? false,
      gone: run?.gone ?? [],
      ...(run?.failure !== undefined && { failure: run.failure }),
    },
  });
  const waiting = previous?.pending ?? [];
  // As long as there is enough to give, nothing more is read that would have to be remembered.
  if (previous && waiting.length >= maxEvents)
    return finish(null, waiting.slice(0, maxEvents), { ...previous, pending: waiting.slice(maxEvents) });

  const run = new PollRun(school, watch, options, {
    deadline,
    enough: limit ?? maxEvents - waiting.length,
    count: ({ pages = 0, customers = 0 }) => {
      counts.pages += pages;
      counts.customers += customers;
    },
  });
  await run.run();
  counts.products = run.polled;
  if (run.failure !== undefined && !options.keepPartial) throw run.failure;
  if (complete && !run.complete && limit === undefined) throw tooMuch(counts.customers, watch);
  const events = [...waiting, ...inOrder(run.events)];
  if (limit !== undefined && (!run.complete || events.length > limit)) return finish(run, events.slice(0, limit), null);
  const snapshot = { ...run.snapshot(), pending: maxEvents === Infinity ? [] : events.slice(maxEvents) };
  return finish(run, maxEvents === Infinity ? events : events.slice(0, maxEvents), snapshot);
}

function tooMuch(customers: number, { products }: Watch): CourseLitError {
  return new CourseLitError({
    code: 'timeout',
    message: `Not everything could be read in the time that there is: ${customers.toLocaleString('en')} customers were.`,
    hint:
      products === null
        ? 'Choose a product to watch instead of all of them.'
        : 'The school answers too slowly for so many customers. n8n, which goes on at its next poll where it stopped, can watch it.',
    safeToRepeat: true,
  });
}

interface RunOptions {
  readonly deadline: number;
  readonly enough: number;
  readonly count: (what: { pages?: number; customers?: number }) => void;
}

/** The products of one poll, one after the other, those that were not looked at for longest first. */
class PollRun {
  readonly events: ConnectorEvent[] = [];
  readonly gone: string[] = [];
  failure: unknown;
  complete = false;
  polled = 0;
  private readonly school: School;
  private readonly watch: Watch;
  private readonly options: PollOptions;
  private readonly limits: RunOptions;
  /** Those that were touched; the others stay as they are remembered. */
  private readonly memories = new Map<string, ProductMemory>();
  private listed: boolean;
  private newest: string | null;

  constructor(school: School, watch: Watch, options: PollOptions, limits: RunOptions) {
    this.school = school;
    this.watch = watch;
    this.options = options;
    this.limits = limits;
    // Of what was chosen by name before, nothing tells which products are new.
    this.listed = options.previous?.products === null && options.previous.listed && watch.products === null;
    this.newest = options.previous?.newest ?? null;
  }

  async run(): Promise<void> {
    try {
      const memories = await this.productsToRead();
      for (const memory of memories) {
        if (!this.mayGoOn() || this.events.length >= this.limits.enough) return;
        if (!(await this.pollOne(memory))) return;
      }
      this.complete = true;
    } catch (failure) {
      this.failure = failure;
    }
  }

  snapshot(): Snapshot {
    const known = new Map(Object.entries(this.options.previous?.known ?? {}));
    for (const [productId, memory] of this.memories) known.set(productId, pack(memory));
    return {
      version: 2,
      products: this.watch.products === null ? null : [...this.watch.products],
      listed: this.listed,
      newest: this.newest,
      known: Object.fromEntries(known),
      pending: [],
    };
  }

  private mayGoOn = (): boolean => this.school.now() < this.limits.deadline;

  private tell = (events: readonly ConnectorEvent[]): void => {
    for (const event of events) if (isWanted(this.watch, event)) this.events.push(event);
    const { most } = this.options;
    if (most && this.events.length > most.events) throw most.failure;
  };

  private async pollOne(memory: ProductMemory): Promise<boolean> {
    const {
      parallel = PARALLEL,
      progressRequests = PROGRESS_REQUESTS,
      limit,
      complete = false,
      confirm,
      most,
    } = this.options;
    try {
      const isOver = await pollProduct({
        school: this.school,
        watch: this.watch,
        memory,
        parallel,
        complete,
        twice: complete && confirm === true,
        progressRequests,
        mayGoOn: this.mayGoOn,
        enough: Math.max(1, this.limits.enough - this.events.length),
        most: most && { ...most, events: most.events - this.events.length },
        firstChunk: limit === undefined ? FIRST_CHUNK : 1,
        tell: this.tell,
        count: this.limits.count,
      });
      this.polled++;
      return isOver;
    } catch (error) {
      // Deleted: since the products were listed, or since it was chosen. The others go on.
      if (!hasCode(error, 'not_found')) throw error;
      if (this.watch.products === null) return true;
      this.gone.push(memory.productId);
      if (this.gone.length === this.watch.products.length) throw error;
      return true;
    }
  }

  private async productsToRead(): Promise<ProductMemory[]> {
    const memories = this.watch.products === null ? await this.listAll() : await this.readChosen(this.watch.products);
    return memories.sort(
      (a, b) => Number(b.round !== undefined) - Number(a.round !== undefined) || a.lookedAt - b.lookedAt,
    );
  }

  private async listAll(): Promise<ProductMemory[]> {
    const products: Product[] = [];
    for await (const product of this.school.products.list()) products.push(product);
    const created = products.map((one) => one.createdAt ?? '');
    const memories = products.map((product) => {
      const isKnown = this.isKnown(product.productId);
      // One that was only missed when the list was first read was there all the time.
      const isNew = !isKnown && this.listed && (!product.createdAt || product.createdAt > (this.newest ?? ''));
      return this.touch(product, isNew);
    });
    if (!this.listed) this.newest = created.reduce((latest, one) => (one > latest ? one : latest), '') || null;
    this.listed = true;
    return memories;
  }

  private async readChosen(chosen: readonly string[]): Promise<ProductMemory[]> {
    const { productEvents } = needsOf(this.watch);
    const memories: ProductMemory[] = [];
    for (const productId of chosen) {
      const memory = this.remembered(productId);
      // A look for new rows has no request to spare; a whole read brings the title up to date.
      if (memory?.title && !productEvents && looksForNewRowsOnly(memory, this.watch, this.school.now())) {
        this.memories.set(productId, memory);
        memories.push(memory);
        continue;
      }
      try {
        memories.push(this.touch(await this.school.products.get(productId), false));
      } catch (error) {
        if (!hasCode(error, 'not_found')) throw error;
        this.gone.push(productId);
        if (this.gone.length === chosen.length) throw error;
      }
    }
    return memories;
  }

  /** What is remembered of a product, brought up to date with how it is listed. */
  private touch(product: Product, isNew: boolean): ProductMemory {
    const isTold = isNew || this.options.includeExisting === true;
    const memory =
      this.remembered(product.productId) ?? newMemory(product.productId, isTold ? settledOf(this.watch) : null);
    const isFirst = !this.isKnown(product.productId);
    const seenAt = new Date(this.school.now()).toISOString();
    const events = compareProduct(memory, product, isFirst && isTold, seenAt);
    if (needsOf(this.watch).productEvents) this.tell(events);
    if (!needsOf(this.watch).rosters && !needsOf(this.watch).lessonEvents) memory.settled = settledOf(this.watch);
    this.memories.set(product.productId, memory);
    return memory;
  }

  private isKnown(productId: string): boolean {
    return Object.hasOwn(this.options.previous?.known ?? {}, productId);
  }

  private remembered(productId: string): ProductMemory | undefined {
    const kept = this.isKnown(productId) ? this.options.previous?.known[productId] : undefined;
    return kept && unpack(productId, kept);
  }
}
