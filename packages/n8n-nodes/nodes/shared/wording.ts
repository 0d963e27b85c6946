/** The catalogue's labels ("Invite Customer") in the forms that n8n's conventions ask for. */
import type { Operation } from '@courselit-connector/core';

type Worded = Pick<Operation, 'key' | 'noun' | 'label'>;

/** Where the rules below would give words that n8n's users would not expect. */
const NAMED: Readonly<Record<string, { readonly name: string; readonly action: string }>> = {
  'lesson.create': { name: 'Create', action: 'Create a text lesson' },
  'lesson.createFromFile': { name: 'Create From File', action: 'Create a lesson from a file' },
  'media.upload': { name: 'Upload', action: 'Upload a media file' },
  'api.request': { name: 'Request', action: 'Make an API request' },
};

/** `customer` to "Customer", `paymentPlan` to "Payment Plan". */
export function nounTitle(noun: string): string {
  return noun
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/^Api$/, 'API');
}

/** As it stands in the list of operations, below its resource: "Invite", "Get Many". */
export function operationName({ key, noun, label }: Worded): string {
  return NAMED[key]?.name ?? label.replace(new RegExp(` ${nounTitle(noun)}s?(?= |$)`), '');
}

/** As it stands in the nodes panel, where the resource is not to be seen: "Invite a customer". */
export function operationAction({ key, noun, label }: Worded): string {
  const named = NAMED[key];
  if (named) return named.action;
  // "Find a customer", but "Find customer progress".
  const words = label.replace(new RegExp(` (${nounTitle(noun)})(?= as |$)`), ' a $1').toLowerCase();
  return words.replace(/^./, (first) => first.toUpperCase());
}

/** The part of an operation's key that tells it from the others of its resource. */
export function operationValue({ key }: Pick<Operation, 'key'>): string {
  return key.slice(key.indexOf('.') + 1);
}

/** A description as n8n writes them: without a stop after a single sentence. */
export function description(text: string): string {
  return /\. /.test(text) ? text : text.replace(/\.$/, '');
}
