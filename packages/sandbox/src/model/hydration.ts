/**
 * Takes over things as the API showed them, with the ids they had: so that a recording can be replayed whose earlier
 * steps are missing. What is there already is left alone, but for what is named anew.
 */
import { addMembership, removeMembership } from './customers.ts';
import type { School } from './school.ts';
import { newSection } from './sections.ts';
import type { Drip, Lesson, Media, MembershipStatus, Plan, Product, ProductType } from './types.ts';

export interface RecordedPlan {
  planId: string;
  name: string;
  type: string;
  isDefault?: boolean;
  description?: string;
  [amount: string]: unknown;
}

export interface RecordedProduct {
  productId: string;
  type: string;
  title: string;
  slug: string;
  description?: string;
  published: boolean;
  privacy: string;
  tags: string[];
  featuredImage?: unknown;
  pageId?: string;
  defaultPaymentPlan?: string;
  paymentPlans?: RecordedPlan[];
  createdAt: string;
  updatedAt: string;
}

export interface RecordedSection {
  sectionId: string;
  name: string;
  rank: number;
  collapsed: boolean;
  lessonsOrder: string[];
  drip?: unknown;
}

export interface RecordedRow {
  user: { userId: string; email: string; name?: string; avatar?: unknown };
  status: string;
  completedLessons?: string[];
  downloaded?: boolean;
  subscriptionMethod?: string;
  createdAt?: string;
  updatedAt?: string;
}

export type RecordedLesson = Omit<Lesson, 'type'> & { type: string };

export interface Recorded {
  products?: readonly RecordedProduct[];
  /** A product's sections, replacing the ones it has. */
  sections?: { productId: string; sections: readonly RecordedSection[] };
  lessons?: readonly RecordedLesson[];
  plans?: { productId: string; plans: readonly RecordedPlan[] };
  /** Roster rows, appended in their order. */
  roster?: { productId: string; rows: readonly RecordedRow[] };
}

export function load(school: School, recorded: Recorded): void {
  for (const product of recorded.products ?? []) loadProduct(school, product);
  if (recorded.plans) {
    const product = school.product(recorded.plans.productId);
    for (const plan of recorded.plans.plans) loadPlan(school, product, plan);
  }
  if (recorded.sections) {
    school.product(recorded.sections.productId).sections = recorded.sections.sections.map((section) => ({
      sectionId: section.sectionId,
      name: section.name,
      rank: section.rank,
      collapsed: section.collapsed,
      lessonsOrder: [...section.lessonsOrder],
      ...(section.drip ? { drip: { ...(section.drip as Drip) } } : {}),
    }));
  }
  for (const lesson of recorded.lessons ?? []) loadLesson(school, lesson);
  if (recorded.roster) loadRoster(school, recorded.roster.productId, recorded.roster.rows);
}

function loadProduct(school: School, recorded: RecordedProduct): void {
  const existing = school.products.get(recorded.productId);
  const isBlog = recorded.type === 'blog';
  const product: Product = {
    productId: recorded.productId,
    objectId: existing?.objectId ?? school.ids.objectId(Date.parse(recorded.createdAt)),
    type: recorded.type as ProductType,
    title: recorded.title,
    slug: recorded.slug,
    ...(recorded.description === undefined ? {} : { description: recorded.description }),
    published: recorded.published,
    privacy: recorded.privacy,
    tags: [...recorded.tags],
    ...(recorded.featuredImage === undefined ? {} : { featuredImage: recorded.featuredImage as Media | null }),
    ...(recorded.pageId === undefined ? {} : { pageId: recorded.pageId }),
    ...(recorded.defaultPaymentPlan === undefined ? {} : { defaultPaymentPlan: recorded.defaultPaymentPlan }),
    sections: existing?.sections ?? (isBlog ? [] : [newSection(school, 'First section', 1000)]),
    lessons: existing?.lessons ?? [],
    plans: existing?.plans ?? [],
    members: existing?.members ?? [],
    memberOf: existing?.memberOf ?? new Map(),
    createdAt: Date.parse(recorded.createdAt),
    updatedAt: Date.parse(recorded.updatedAt),
    version: existing?.version ?? 1,
  };
  school.products.set(product.productId, product);
  if (product.pageId !== undefined) school.pageIds.add(product.pageId);
  for (const plan of recorded.paymentPlans ?? []) loadPlan(school, product, plan);
}

function loadPlan(school: School, product: Product, recorded: RecordedPlan): void {
  const { isDefault, entityId: _entity, entityType: _type, ...fields } = recorded;
  const now = school.clock();
  const plan = {
    objectId: school.ids.objectId(now),
    archived: false,
    createdAt: now,
    updatedAt: now,
    ...fields,
    entityId: product.productId,
  } as Plan;
  const index = product.plans.findIndex((candidate) => candidate.planId === plan.planId);
  if (index === -1) product.plans.push(plan);
  else product.plans[index] = plan;
  if (isDefault) product.defaultPaymentPlan = plan.planId;
}

function loadLesson(school: School, recorded: RecordedLesson): void {
  const product = school.product(recorded.courseId);
  const lesson: Lesson = { ...recorded, type: recorded.type as Lesson['type'] };
  school.lessons.set(lesson.lessonId, lesson);
  if (!product.lessons.includes(lesson.lessonId)) product.lessons.push(lesson.lessonId);
  let section = product.sections.find((candidate) => candidate.sectionId === lesson.groupId);
  if (!section) {
    section = {
      ...newSection(school, lesson.groupId, (product.sections.length + 1) * 1000),
      sectionId: lesson.groupId,
    };
    product.sections.push(section);
  }
  if (!section.lessonsOrder.includes(lesson.lessonId)) section.lessonsOrder.push(lesson.lessonId);
}

function loadRoster(school: School, productId: string, rows: readonly RecordedRow[]): void {
  const product = school.product(productId);
  for (const row of rows) {
    const { user, status, createdAt, updatedAt } = row;
    if (!school.users.has(user.userId)) school.addUser(user);
    removeMembership(product, user.userId);
    addMembership(product, {
      membershipId: school.ids.publicId(),
      userId: user.userId,
      productId,
      status: status as MembershipStatus,
      ...(row.subscriptionMethod === undefined ? {} : { subscriptionMethod: row.subscriptionMethod }),
      ...(createdAt === undefined || updatedAt === undefined
        ? {}
        : {
            progress: {
              completedLessons: [...(row.completedLessons ?? [])],
              ...(row.downloaded === undefined ? {} : { downloaded: row.downloaded }),
              createdAt: Date.parse(createdAt),
              updatedAt: Date.parse(updatedAt),
            },
          }),
    });
  }
}
