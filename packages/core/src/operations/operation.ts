import type * as z from 'zod/mini';
import type { EventDescription } from '../changes/eventRegistry.ts';
import type { EventType } from '../changes/events.ts';
import type { PollOptions, PollResult } from '../changes/poll.ts';
import type { School } from '../school.ts';
import type { Field, InputOf } from './fields.ts';

export type Noun =
  'customer' | 'product' | 'paymentPlan' | 'section' | 'lesson' | 'media' | 'user' | 'api' | EventDescription['noun'];

/** What every operation of the catalogue says of itself. */
interface Described {
  /** `{noun}.{verb}`. A host stores it in people's workflows: it never changes. */
  readonly key: string;
  readonly noun: Noun;
  /** Title Case: "Invite Customer". */
  readonly label: string;
  /** One sentence, with a stop. */
  readonly description: string;
  readonly input: readonly Field[];
  /** One realistic result, with every field that can be counted on. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** What people should know before they run it: that mails go out, or that it cannot be undone. Sentences, with stops. */
  readonly notice?: string;
}

/** Does something in the school. Gives one object. */
export interface Action extends Described {
  readonly kind: 'action';
  /** What `run` gives: checked against the sample, and against what the sandbox answers. */
  readonly output: z.ZodMiniType<Record<string, unknown>>;
  run(school: School, input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

/** Finds things in the school, best match first. Gives none where there are none: that is no error. */
export interface Search extends Described {
  readonly kind: 'search';
  /** What each thing that `run` gives is like. */
  readonly output: z.ZodMiniType<Record<string, unknown>>;
  run(school: School, input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>[]>;
}

/** Shortens a thing of the school to what people work with. Whoever wants all of it can have it. */
type Simplify = (thing: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Reads one thing that is known. Throws `not_found` where it is not there. */
export interface Read extends Described {
  readonly kind: 'read';
  /** What it gives is like, once it is simplified. */
  readonly output: z.ZodMiniType<Record<string, unknown>>;
  /** Where the whole answer is long. */
  readonly simplify?: Simplify;
  run(school: School, input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

/** Reads the things of a kind, all of them or the first so many. */
export interface List extends Described {
  readonly kind: 'list';
  /** What each thing is like, once it is simplified. */
  readonly output: z.ZodMiniType<Record<string, unknown>>;
  /** Where each thing is long. */
  readonly simplify?: Simplify;
  /** Gives them as they are read. Whoever stops early causes no further calls. */
  run(school: School, input: Readonly<Record<string, unknown>>): AsyncIterable<Record<string, unknown>>;
}

/** Starts something when a thing happens in the school. Finds out by looking, since the service tells nobody. */
export interface Trigger extends Described {
  readonly kind: 'trigger';
  readonly event: EventType;
  /** It takes a host that keeps what a poll gives back: the school does not tell it of what it shows now. */
  readonly needsState: boolean;
  poll(school: School, input: Readonly<Record<string, unknown>>, options: PollOptions): Promise<PollResult>;
}

export type Operation = Action | Search | Read | List | Trigger;

/** Who offers the operations to people. */
export type Host = 'n8n' | 'zapier';

/**
 * The hosts that have no place for a kind of operation; all else is offered by all of them. In a Zap one step hands one
 * thing to the next, found by a search that takes IDs, too: there is no step that reads by ID alone, or a whole list.
 * And a Zap keeps the ids of what it has seen, so nothing can tell it of what is gone.
 */
const WITHOUT: Readonly<Partial<Record<Operation['kind'], readonly Host[]>>> = { read: ['zapier'], list: ['zapier'] };

export function isOffered(operation: Operation, host: Host): boolean {
  if (operation.kind === 'trigger') return host === 'n8n' || !operation.needsState;
  return WITHOUT[operation.kind]?.includes(host) !== true;
}

/** An action whose `run` is typed by its own fields. Input must come through `readInput` first. */
export function defineAction<const Fields extends readonly Field[]>(
  action: Omit<Action, 'kind' | 'input' | 'run'> & {
    readonly input: Fields;
    run(school: School, input: InputOf<Fields>): Promise<Record<string, unknown>>;
  },
): Action {
  return { ...action, kind: 'action', run: (school, input) => action.run(school, input as InputOf<Fields>) };
}

/** A search whose `run` is typed by its own fields. */
export function defineSearch<const Fields extends readonly Field[]>(
  search: Omit<Search, 'kind' | 'input' | 'run'> & {
    readonly input: Fields;
    run(school: School, input: InputOf<Fields>): Promise<Record<string, unknown>[]>;
  },
): Search {
  return { ...search, kind: 'search', run: (school, input) => search.run(school, input as InputOf<Fields>) };
}

/** A read whose `run` is typed by its own fields. */
export function defineRead<const Fields extends readonly Field[]>(
  read: Omit<Read, 'kind' | 'input' | 'run'> & {
    readonly input: Fields;
    run(school: School, input: InputOf<Fields>): Promise<Record<string, unknown>>;
  },
): Read {
  return { ...read, kind: 'read', run: (school, input) => read.run(school, input as InputOf<Fields>) };
}

/** A list whose `run` is typed by its own fields. */
export function defineList<const Fields extends readonly Field[]>(
  list: Omit<List, 'kind' | 'input' | 'run'> & {
    readonly input: Fields;
    run(school: School, input: InputOf<Fields>): AsyncIterable<Record<string, unknown>>;
  },
): List {
  return { ...list, kind: 'list', run: (school, input) => list.run(school, input as InputOf<Fields>) };
}
