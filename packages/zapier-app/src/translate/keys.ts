/**
 * The names under which Zapier stores operations in people's Zaps. They follow from the catalogue's keys, which never
 * change, so these never do either.
 */
import type { Operation, ReferenceNoun } from '@courselit-connector/core';

/** Where the rule would give a name that people in Zapier would not look for. */
const NAMED: Readonly<Record<string, string>> = {
  'customer.enrolled': 'new_customer',
  'customer.stalled': 'student_stalled',
  'product.created': 'new_product',
  'lesson.created': 'new_lesson',
  'customer.progress': 'find_customer_progress',
  'lesson.createFromFile': 'create_media_lesson',
  'section.reorder': 'reorder_sections',
  'api.request': 'api_request',
};

/** `customer.invite` is `invite_customer`; a trigger `lesson.completed` is `lesson_completed`. */
export function operationKey({ key, kind }: Pick<Operation, 'key' | 'kind'>): string {
  const [noun = '', verb = ''] = key.split('.').map(snakeCase);
  return NAMED[key] ?? (kind === 'trigger' ? `${noun}_${verb}` : `${verb}_${noun}`);
}

/** The hidden trigger that fills the dropdowns of a kind of thing. */
export function dropdownKey(noun: ReferenceNoun): string {
  return `${snakeCase(noun)}_list`;
}

/** What each thing's search gives its ID under. */
const ID_OF: Readonly<Partial<Record<ReferenceNoun, string>>> = {
  product: 'productId',
  section: 'sectionId',
  lesson: 'lessonId',
  paymentPlan: 'planId',
};

/** The search that finds one of a kind of thing, and what of its result is the ID: `find_product.productId`. */
export function searchFor(noun: ReferenceNoun): string | undefined {
  const id = ID_OF[noun];
  return id && `find_${snakeCase(noun)}.${id}`;
}

function snakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}
