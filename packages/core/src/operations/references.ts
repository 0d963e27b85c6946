/** How a thing of the school is picked: from a list that can be searched, by its ID, or by its web address. */
import { invalidInput } from '../http/errors.ts';
import type { School } from '../school.ts';
import type { Field, ReferenceNoun } from './fields.ts';

/**
 * Where an ID stands in the addresses of the platform's pages, as a regular expression with one group: the dashboard's
 * `/dashboard/product/{id}` (and `/section/{id}` below it) and `/dashboard/paymentplan/{type}/{product}/edit/{id}`, and
 * the learner's `/course/{slug}/{product}/{lesson}`.
 */
export const REFERENCE_URL_PATTERNS: Readonly<Record<ReferenceNoun, string>> = {
  product: '^https?://[^/]+/(?:[^?#]*/)?(?:dashboard/product|course/[^/?#]+)/([^/?#]+)',
  section: '^https?://[^/]+/[^?#]*/section/([^/?#]+)',
  lesson: '^https?://[^/]+/(?:[^?#]*/)?course/[^/?#]+/[^/?#]+/([^/?#]+)',
  paymentPlan: '^https?://[^/]+/[^?#]*/paymentplan/[^/?#]+/[^/?#]+/edit/([^/?#]+)',
};

/** Reads an ID out of what was given for a reference: the ID itself, or the address of one of its pages. */
export function referenceId(
  field: Pick<Field, 'key' | 'label'> & { readonly to: ReferenceNoun },
  given: string,
): string {
  if (!/^https?:\/\//i.test(given)) return given;
  const id = new RegExp(REFERENCE_URL_PATTERNS[field.to], 'i').exec(given)?.[1];
  if (id) return decodeURIComponent(id);
  throw invalidInput(
    field.key,
    `"${field.label}": no ${words(field.to)} ID can be read from ${given.slice(0, 200)}.`,
    `Give the ID, or the address of the ${words(field.to)}'s page in the dashboard.`,
  );
}

export interface ReferenceOption {
  readonly value: string;
  readonly label: string;
  /** A word or two more: the type, or that it is a draft. */
  readonly note?: string;
}

export interface ReferencePage {
  readonly options: ReferenceOption[];
  /** Hand it back as `cursor` for the next page; undefined on the last. */
  readonly next?: string;
}

export interface ReferenceQuery {
  /** Any part of the name, in any case. */
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
  /** The product that a section, lesson or plan belongs to. */
  readonly productId?: string | undefined;
}

const PAGE = 100;

/** What belongs to a product: short enough to come whole. */
const LISTS: Record<
  Exclude<ReferenceNoun, 'product'>,
  (school: School, productId: string) => Promise<ReferenceOption[]>
> = {
  section: async (school, productId) =>
    (await school.sections.list(productId)).map((one) => ({ value: one.sectionId, label: one.name })),
  lesson: async (school, productId) =>
    (await school.lessons.list(productId)).map((one) => ({
      value: one.lessonId,
      label: one.title,
      ...noted(one.type, one.published === false && 'draft'),
    })),
  paymentPlan: async (school, productId) =>
    (await school.paymentPlans.list(productId)).map((one) => ({
      value: one.planId,
      label: one.name ?? one.planId,
      ...noted(one.type, one.isDefault && 'default'),
    })),
};

function noted(...words: (string | false | null | undefined)[]): Pick<ReferenceOption, 'note'> {
  const note = words.filter(Boolean).join(', ');
  return note ? { note } : {};
}

/** One page of the things of a kind, for a dropdown. Gives nothing where it depends on a product that is not chosen yet. */
export async function listReferences(
  school: School,
  noun: ReferenceNoun,
  query: ReferenceQuery = {},
): Promise<ReferencePage> {
  const matches = matcher(query.search);
  if (noun !== 'product') {
    if (!query.productId) return { options: [] };
    const options = await LISTS[noun](school, query.productId);
    return { options: options.filter((one) => matches(one.label)) };
  }
  // The server searches whole words only, which is no help while somebody types: titles are matched here.
  const options: ReferenceOption[] = [];
  const skip = Math.max(0, Number(query.cursor) || 0);
  let found = 0;
  for await (const product of school.products.list()) {
    if (!matches(product.title) || found++ < skip) continue;
    if (options.length === PAGE) return { options, next: String(skip + PAGE) };
    options.push({
      value: product.productId,
      label: product.title,
      ...noted(product.type, product.published === false && 'draft'),
    });
  }
  return { options };
}

function matcher(search: string | undefined): (name: string) => boolean {
  const wanted = fold(search ?? '');
  return (name) => fold(name).includes(wanted);
}

/** `paymentPlan` as people read it. */
function words(noun: ReferenceNoun): string {
  return noun.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Case and accents do not count in a search. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
