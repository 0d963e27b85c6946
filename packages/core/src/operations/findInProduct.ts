/** Products, and what belongs to one, found by the name that a person knows or by ID. */
import { lessonSchema } from '../api/lessons.ts';
import { productSchema, type Product } from '../api/products.ts';
import { sectionSchema } from '../api/sections.ts';
import { hasCode } from '../http/errors.ts';
import type { School } from '../school.ts';
import { defineSearch } from './operation.ts';
import { planOutput, withAmount } from './paymentPlanOutput.ts';
import { productField } from './productField.ts';
import { fold, referenceId } from './references.ts';
import { LESSON_SAMPLE, PLAN_SAMPLE, PRODUCT_SAMPLE, SECTION_SAMPLE } from './samples.ts';

const nameField = (what: string, example: string) =>
  ({
    key: 'query',
    type: 'text',
    label: 'Name or ID',
    help: `The ${what} to look for, in any case, or its ID.`,
    example,
    required: true,
  }) as const;

/** Those that are meant: by ID, else by the whole name, else by a part of it. */
function matching<Thing>(
  things: readonly Thing[],
  query: string,
  id: (thing: Thing) => string,
  name: (thing: Thing) => string,
): Thing[] {
  const wanted = fold(query);
  const byId = things.filter((one) => id(one) === query);
  if (byId.length > 0) return byId;
  const byName = things.filter((one) => fold(name(one)) === wanted);
  return byName.length > 0 ? byName : things.filter((one) => fold(name(one)).includes(wanted));
}

async function productById(school: School, id: string): Promise<Product | undefined> {
  // What has a space in it is a title, and no ID of anything.
  if (/\s/.test(id)) return undefined;
  return school.products.get(id).catch((error: unknown) => {
    if (hasCode(error, 'not_found', 'validation')) return undefined;
    throw error;
  });
}

export const findProduct = defineSearch({
  key: 'product.find',
  noun: 'product',
  label: 'Find Product',
  description: 'Finds a product by its title, slug, ID or the address of its page.',
  input: [
    {
      key: 'query',
      type: 'text',
      label: 'Title, Slug or ID',
      help: 'The title of the product or a part of it, its slug, its ID, or the address of its page.',
      example: 'AI Foundations',
      required: true,
    },
  ],
  output: productSchema,
  sample: PRODUCT_SAMPLE,
  async run(school, { query }) {
    const slug = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?p\/([^/?#]+)/i.exec(query)?.[1];
    const wanted = slug ?? referenceId({ key: 'query', label: 'Title, Slug or ID', to: 'product' }, query);
    const byId = slug === undefined && (await productById(school, wanted));
    if (byId) return [byId];
    const products: Product[] = [];
    for await (const product of school.products.list()) products.push(product);
    const bySlug = products.filter((one) => one.slug === wanted.toLowerCase());
    return bySlug.length > 0
      ? bySlug
      : matching(
          products,
          wanted,
          (one) => one.productId,
          (one) => one.title,
        );
  },
});

export const findSection = defineSearch({
  key: 'section.find',
  noun: 'section',
  label: 'Find Section',
  description: 'Finds a section of a course by its name or ID.',
  input: [productField('The course to look in.'), nameField('name of the section', 'Week 2')],
  output: sectionSchema,
  sample: SECTION_SAMPLE,
  async run(school, { productId, query }) {
    const sections = await school.sections.list(productId);
    return matching(
      sections,
      query,
      (one) => one.sectionId,
      (one) => one.name,
    ).map((one) => ({ ...one }));
  },
});

export const findLesson = defineSearch({
  key: 'lesson.find',
  noun: 'lesson',
  label: 'Find Lesson',
  description: 'Finds a lesson of a course by its title or ID.',
  input: [productField('The course to look in.'), nameField('title of the lesson', 'Welcome to Rust')],
  output: lessonSchema,
  sample: LESSON_SAMPLE,
  run: async (school, { productId, query }) =>
    matching(
      await school.lessons.list(productId),
      query,
      (one) => one.lessonId,
      (one) => one.title,
    ),
});

export const findPaymentPlan = defineSearch({
  key: 'paymentPlan.find',
  noun: 'paymentPlan',
  label: 'Find Payment Plan',
  description: 'Finds a payment plan of a product by its name or ID.',
  input: [productField('The product to look in.'), nameField('name of the plan', 'Lifetime access')],
  output: planOutput,
  sample: PLAN_SAMPLE,
  async run(school, { productId, query }) {
    const plans = await school.paymentPlans.list(productId);
    return matching(
      plans,
      query,
      (one) => one.planId,
      (one) => one.name ?? '',
    ).map(withAmount);
  },
});
