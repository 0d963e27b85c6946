/** How a thing of the school is picked: from a list that can be searched, by its ID, or by its web address. */
import { invalidInput } from '../http/errors.ts';
import type { School } from '../school.ts';
import type { Field, ReferenceNoun } from './fields.ts';

/**
 * Where an ID stands in the addresses of the platform's pages, as a regular expression with one group: the dashboard's
 * `/dashboard/product/{id}`, below it `/content/section/{id}` and `/content/section/{section}/lesson?id={id}`,
 * `/dashboard/paymentplan/{type}/{product}/edit/{id}` and `/dashboard/users/{id}`, and the learner's
 * `/course/{slug}/{product}/{lesson}`.
 */
export const REFERENCE_URL_PATTERNS: Readonly<Record<ReferenceNoun, string>> = {
  product: '^https?://[^/]+/(?:[^?#]*/)?(?:dashboard/product|course/[^/?#]+)/([^/?#]+)',
  section: '^https?://[^/]+/[^?#]*/section/([^/?#]+)',
  lesson: '^https?://[^/]+/(?:[^?#]*/)?(?:course/[^/?#]+/[^/?#]+/|section/[^/?#]+/lesson[?](?:[^#]*&)?id=)([^/?#&]+)',
  paymentPlan: '^https?://[^/]+/[^?#]*/paymentplan/[^/?#]+/[^/?#]+/edit/([^/?#]+)',
  customer: '^https?://[^/]+/(?:[^?#]*/)?dashboard/users/([^/?#]+)',
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
  /** Its page in the dashboard. */
  readonly url?: string;
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
  /** The product that a section, lesson, plan or customer belongs to. */
  readonly productId?: string | undefined;
}

const PAGE = 100;

/** The dashboard's page of a thing, as the patterns above read it. */
const pageOf =
  (school: School) =>
  (parts: TemplateStringsArray, ...ids: string[]): string => {
    const path = parts.reduce((built, part, index) => built + encodeURIComponent(ids[index - 1] ?? '') + part);
    return `${school.baseUrl.href}/dashboard/${path}`;
  };

/** What belongs to a product: short enough to come whole. */
const LISTS: Record<
  Exclude<ReferenceNoun, 'product' | 'customer'>,
  (school: School, productId: string) => Promise<ReferenceOption[]>
> = {
  section: async (school, productId) =>
    (await school.sections.list(productId)).map((one) => ({
      value: one.sectionId,
      label: one.name,
      url: pageOf(school)`product/${productId}/content/section/${one.sectionId}`,
    })),
  lesson: async (school, productId) =>
    (await school.lessons.listGrouped(productId)).flatMap(({ sectionId, lessons }) =>
      lessons.map((one) => ({
        value: one.lessonId,
        label: one.title,
        ...noted(one.type, one.published === false && 'draft'),
        url: pageOf(school)`product/${productId}/content/section/${sectionId}/lesson?id=${one.lessonId}`,
      })),
    ),
  paymentPlan: async (school, productId) =>
    (await school.paymentPlans.list(productId)).map((one) => ({
      value: one.planId,
      label: one.name ?? one.planId,
      ...noted(one.type, one.isDefault && 'default'),
      url: pageOf(school)`paymentplan/course/${productId}/edit/${one.planId}`,
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
  if (noun === 'product') return onePage(products(school, query.search), query.cursor);
  if (!query.productId) return { options: [] };
  if (noun === 'customer') return onePage(customers(school, query.productId, query.search), query.cursor);
  const matches = matcher(query.search);
  const options = await LISTS[noun](school, query.productId);
  return { options: options.filter((one) => matches(one.label)) };
}

/** The options after those that were given already, as many as a page has. */
async function onePage(all: AsyncIterable<ReferenceOption>, cursor: string | undefined): Promise<ReferencePage> {
  const options: ReferenceOption[] = [];
  const skip = Math.max(0, Number(cursor) || 0);
  let seen = 0;
  for await (const option of all) {
    if (seen++ < skip) continue;
    if (options.length === PAGE) return { options, next: String(skip + PAGE) };
    options.push(option);
  }
  return { options };
}

/** The server searches whole words only, which is no help while somebody types: titles are matched here. */
async function* products(school: School, search: string | undefined): AsyncGenerator<ReferenceOption> {
  const matches = matcher(search);
  for await (const one of school.products.list()) {
    if (!matches(one.title)) continue;
    yield {
      value: one.productId,
      label: one.title,
      ...noted(one.type, one.published === false && 'draft'),
      url: pageOf(school)`product/${one.productId}`,
    };
  }
}

/** A roster may be long: the server searches it, by any part of a name or address. */
async function* customers(
  school: School,
  productId: string,
  search: string | undefined,
): AsyncGenerator<ReferenceOption> {
  for await (const { user, status } of school.customers.roster(productId, { search: search?.trim() || undefined })) {
    const email = user.email ?? user.userId;
    yield {
      value: user.userId,
      label: user.name ? `${user.name} <${email}>` : email,
      ...noted(status !== 'active' && status),
      url: pageOf(school)`users/${user.userId}`,
    };
  }
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
