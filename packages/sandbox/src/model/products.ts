/** The rules of products: how one is made, changed, published, found and deleted. */
import { DocumentCheck, textList } from './casting.ts';
import { messages, refuse, RuleError } from './errors.ts';
import { placeMedia, settleImages } from './files.ts';
import type { School } from './school.ts';
import { newSection } from './sections.ts';
import { freeSlug, slugify } from './slugs.ts';
import { PRIVACIES, PRODUCT_TYPES } from './types.ts';
import type { Product, ProductType } from './types.ts';

export const EMPTY_DOCUMENT = '{"type":"doc","content":[]}';

export function createProduct(school: School, title: unknown, type: unknown): Product {
  if (typeof title !== 'string') throw new RuleError('title.toLowerCase is not a function');
  const isBlog = type === 'blog';
  const slug = isBlog ? slugify(title) : freeSlug(slugify(title), school.pageIds);
  // The page is made first. Where the product is refused afterwards, the page stays, and its address is gone.
  if (!isBlog) school.pageIds.add(slug);
  const check = new DocumentCheck('Course');
  check.oneOf('type', type, PRODUCT_TYPES);
  check.finish();
  if (titleTaken(school, title)) refuse(messages.slugTaken);

  const now = school.clock();
  const product: Product = {
    productId: school.ids.publicId(),
    objectId: school.ids.objectId(now),
    type: type as ProductType,
    title,
    slug,
    published: false,
    privacy: 'unlisted',
    tags: [],
    ...(isBlog ? {} : { pageId: slug }),
    sections: isBlog ? [] : [newSection(school, 'First section', 1000)],
    lessons: [],
    plans: [],
    members: [],
    memberOf: new Map(),
    createdAt: now,
    updatedAt: now,
    version: isBlog ? 0 : 1,
  };
  school.products.set(product.productId, product);
  return product;
}

/** Saves a product: every save moves `updatedAt`. */
export function touch(school: School, product: Product): void {
  product.updatedAt = Math.max(school.clock(), product.updatedAt);
  product.version++;
}

export function updateProduct(school: School, productId: string, changes: Readonly<Record<string, unknown>>): Product {
  const product = school.product(productId);
  const { title } = changes;
  if (typeof title === 'string' && title.trim() && title !== product.title && titleTaken(school, title)) {
    refuse(messages.slugTaken);
  }
  if ('published' in changes) {
    if (!school.owner?.permissions.includes('course:publish')) refuse(messages.actionNotAllowed);
    if (!school.owner.name) refuse(messages.profileIncomplete);
  }

  // Everything is worked out on a draft first: a refused request leaves the product as it was.
  const draft: Partial<Product> = {};
  const check = new DocumentCheck('Course');
  if ('title' in changes) draft.title = check.requiredText('title', title);
  if ('privacy' in changes) draft.privacy = check.oneOf('privacy', changes['privacy'], PRIVACIES);
  if ('published' in changes) draft.published = check.requiredFlag('published', changes['published']);
  if ('tags' in changes) draft.tags = textList(changes['tags']);

  const description = nextDescription(product, changes);
  if (product.type === 'blog' && !description) refuse(messages.blogDescriptionEmpty);
  if (product.type !== 'blog' && (draft.published ?? product.published) && !hasPlan(product)) {
    refuse(messages.paymentPlanRequired);
  }
  if ('description' in changes) {
    draft.description = description ? JSON.stringify(settleImages(school, JSON.parse(description))) : EMPTY_DOCUMENT;
  }
  if ('featuredImage' in changes) {
    check.embedded('featuredImage', changes['featuredImage']);
    draft.featuredImage = placeMedia(school, changes['featuredImage'], true) ?? null;
  }
  if (changes['slug']) {
    const slug = slugify(String(changes['slug']));
    if (slug !== product.slug) {
      if (slugTaken(school, slug)) refuse(messages.slugTaken);
      draft.slug = slug;
      draft.pageId = slug;
    }
  }
  check.finish();
  if (draft.pageId !== undefined) {
    if (product.pageId !== undefined) school.pageIds.delete(product.pageId);
    school.pageIds.add(draft.pageId);
  }
  Object.assign(product, draft);
  touch(school, product);
  return product;
}

/** A description that is no string is passed over in silence, so that the old one stays. */
function nextDescription(product: Product, changes: Readonly<Record<string, unknown>>): string {
  if (!('description' in changes)) return product.description ?? '';
  const given = changes['description'];
  if (given === null || given === undefined) return '';
  if (typeof given === 'object') return product.description ?? '';
  return String(given);
}

/** A blog cannot be deleted: it has no page to remove, and the attempt fails there. */
export function deleteProduct(school: School, productId: string): void {
  const product = school.product(productId);
  // The order is the service's: memberships and plans are gone by the time a later step fails.
  product.members.length = 0;
  product.memberOf.clear();
  product.plans.length = 0;
  for (const lessonId of product.lessons) school.lessons.delete(lessonId);
  if (product.type === 'blog' || product.pageId === undefined) refuse(messages.itemNotFound);
  school.pageIds.delete(product.pageId);
  school.products.delete(productId);
}

export interface ProductQuery {
  type?: string | undefined;
  published?: boolean | undefined;
  search?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** Products that fit, newest first. Blogs only where they are asked for by type. */
export function findProducts(school: School, query: ProductQuery): Product[] {
  const words = query.search === undefined ? undefined : wordsOf(query.search);
  return [...school.products.values()]
    .reverse()
    .sort((a, b) => b.createdAt - a.createdAt)
    .filter((product) => (query.type === undefined ? product.type !== 'blog' : product.type === query.type))
    .filter((product) => query.published === undefined || product.published === query.published)
    .filter((product) => !query.tags?.length || product.tags.some((tag) => query.tags?.includes(tag)))
    .filter((product) => words === undefined || wordsOf(product.title).some((word) => words.includes(word)));
}

/** Words as the search sees them: without accents and capitals, and one with its plural. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));
}

function hasPlan(product: Product): boolean {
  return product.plans.some((plan) => !plan.archived);
}

function titleTaken(school: School, title: string): boolean {
  for (const product of school.products.values()) if (product.title === title) return true;
  return false;
}

function slugTaken(school: School, slug: string): boolean {
  if (school.pageIds.has(slug)) return true;
  for (const product of school.products.values()) if (product.slug === slug) return true;
  return false;
}
