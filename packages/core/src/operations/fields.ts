/**
 * What an operation asks for, in the types that no-code users know. A host translates each type to its own idiom: a
 * product reference is a resource locator in n8n and a dynamic dropdown in Zapier.
 */

import type { FileInput } from './file.ts';

/** Things that a person picks from a list. */
export type ReferenceNoun = 'product' | 'section' | 'lesson' | 'paymentPlan' | 'customer';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

interface Common {
  readonly key: string;
  /** Title Case, as it stands over the field. */
  readonly label: string;
  /** One or two sentences, each with a stop. */
  readonly help: string;
  readonly required?: boolean;
}

export type Field =
  | (Common & { readonly type: 'text' | 'longText'; readonly example?: string; readonly format?: 'email' })
  | (Common & {
      readonly type: 'number';
      readonly example?: number;
      /** No fractions. */
      readonly whole?: boolean;
      readonly min?: number;
      readonly max?: number;
    })
  /** A moment, as ISO 8601. */
  | (Common & { readonly type: 'date' })
  | (Common & { readonly type: 'boolean'; readonly default?: boolean })
  | (Common & { readonly type: 'texts'; readonly example?: string })
  | (Common & { readonly type: 'choice'; readonly choices: readonly Choice[]; readonly default?: string })
  | (Common & { readonly type: 'choices'; readonly choices: readonly Choice[] })
  | (Common & { readonly type: 'richText' })
  /** An object, given as one or as JSON. */
  | (Common & { readonly type: 'json'; readonly example?: string })
  /** Names, each with a text or several. */
  | (Common & { readonly type: 'pairs' })
  /** A host reads it only when the run asks for its bytes; not at all where the field `orElse` is filled in. */
  | (Common & { readonly type: 'file'; readonly orElse?: string })
  | (Common & { readonly type: 'reference'; readonly to: ReferenceNoun; readonly within?: string })
  | (Common & { readonly type: 'references'; readonly to: ReferenceNoun; readonly within?: string });

export type FieldType = Field['type'];

/** What a field's value is by the time that an operation runs. */
type ValueOf<F extends Field> = F extends { type: 'boolean' }
  ? boolean
  : F extends { type: 'number' }
    ? number
    : F extends { type: 'texts' | 'references' }
      ? readonly string[]
      : F extends { type: 'choice'; choices: readonly { readonly value: infer V }[] }
        ? V
        : F extends { type: 'choices'; choices: readonly { readonly value: infer V }[] }
          ? readonly V[]
          : F extends { type: 'json' }
            ? Readonly<Record<string, unknown>>
            : F extends { type: 'pairs' }
              ? Readonly<Record<string, string | readonly string[]>>
              : F extends { type: 'file' }
                ? FileInput
                : string;

/** A field that must be there, or that has a default, is always given to `run`; any other may be undefined. */
type IsGiven<F extends Field> = F extends { required: true } ? true : F extends { default: unknown } ? true : false;

/** The input of an operation, worked out from its fields. */
export type InputOf<Fields extends readonly Field[]> = {
  readonly [F in Fields[number] as F['key']]: IsGiven<F> extends true ? ValueOf<F> : ValueOf<F> | undefined;
};
