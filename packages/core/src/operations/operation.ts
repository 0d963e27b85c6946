import type * as z from 'zod/mini';
import type { EventDescription } from '../changes/eventRegistry.ts';
import type { EventType } from '../changes/events.ts';
import type { PollOptions, PollResult } from '../changes/poll.ts';
import type { School } from '../school.ts';
import type { Field, InputOf } from './fields.ts';

export type Noun = 'customer' | 'product' | 'paymentPlan' | 'section' | 'lesson' | 'user' | EventDescription['noun'];

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

/** Starts something when a thing happens in the school. Finds out by looking, since the service tells nobody. */
export interface Trigger extends Described {
  readonly kind: 'trigger';
  readonly event: EventType;
  /** It takes a host that keeps what a poll gives back: the school does not tell it of what it shows now. */
  readonly needsState: boolean;
  poll(school: School, input: Readonly<Record<string, unknown>>, options: PollOptions): Promise<PollResult>;
}

export type Operation = Action | Search | Trigger;

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
