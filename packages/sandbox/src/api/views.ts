/** How things look from outside. The order of the keys is the service's; what is `undefined` is left out. */
import { activePlans } from '../model/plans.ts';
import type { RosterEntry, School } from '../model/school.ts';
import type { Lesson, Membership, Plan, Product, Section, User } from '../model/types.ts';
import { orderedLessons } from '../model/lessons.ts';
import { rankedSections } from '../model/sections.ts';

export function isoTime(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString();
}

export function planView(plan: Plan, defaultPlan: string | undefined): object {
  return {
    planId: plan.planId,
    name: plan.name,
    type: plan.type,
    entityId: plan.entityId,
    entityType: 'course',
    oneTimeAmount: plan.oneTimeAmount,
    emiAmount: plan.emiAmount,
    emiTotalInstallments: plan.emiTotalInstallments,
    subscriptionMonthlyAmount: plan.subscriptionMonthlyAmount,
    subscriptionYearlyAmount: plan.subscriptionYearlyAmount,
    description: plan.description,
    isDefault: plan.planId === defaultPlan,
  };
}

export function productView(product: Omit<Product, 'pageId'> & { pageId?: string | undefined }): object {
  const isBlog = product.type === 'blog';
  const plans = isBlog ? [] : product.plans.filter((plan) => !plan.archived);
  return {
    productId: product.productId,
    type: product.type,
    title: product.title,
    slug: product.slug,
    description: product.description,
    published: product.published,
    privacy: product.privacy,
    tags: product.tags,
    featuredImage: product.featuredImage,
    pageId: product.pageId,
    defaultPaymentPlan: isBlog ? undefined : product.defaultPaymentPlan,
    paymentPlans: plans.length > 0 ? plans.map((plan) => planView(plan, product.defaultPaymentPlan)) : undefined,
    createdAt: isoTime(product.createdAt),
    updatedAt: isoTime(product.updatedAt),
  };
}

/** In a list a blog never shows a page, even where a new slug gave it one. */
export function listedProductView(product: Product): object {
  return productView(product.type === 'blog' ? { ...product, pageId: undefined } : product);
}

export function sectionView(school: School, section: Section): object {
  return {
    sectionId: section.sectionId,
    name: section.name,
    rank: section.rank,
    collapsed: section.collapsed,
    lessonsOrder: section.lessonsOrder,
    drip: section.drip && {
      status: false,
      ...section.drip,
      _id: section.drip._id ?? school.ids.objectId(school.clock()),
    },
  };
}

export function lessonView(lesson: Lesson): object {
  return {
    lessonId: lesson.lessonId,
    title: lesson.title,
    type: lesson.type,
    content: lesson.content,
    media: lesson.media,
    downloadable: lesson.downloadable,
    courseId: lesson.courseId,
    groupId: lesson.groupId,
    requiresEnrollment: lesson.requiresEnrollment,
    published: lesson.published,
  };
}

/** Lessons by section. Neighbours in one section share a group, so sections without lessons do not appear. */
export function lessonGroups(school: School, product: Product): object[] {
  const groups: Array<{ groupId: string; lessons: object[] }> = [];
  for (const lesson of orderedLessons(school, product)) {
    const last = groups.at(-1);
    if (last?.groupId === lesson.groupId) last.lessons.push(lessonView(lesson));
    else groups.push({ groupId: lesson.groupId, lessons: [lessonView(lesson)] });
  }
  return groups;
}

export function invitationView(user: User, membership: Membership): object {
  return {
    userId: user.userId,
    email: user.email,
    name: user.name,
    avatar: user.avatar,
    membershipId: membership.membershipId,
    membershipStatus: membership.status,
    subscriptionMethod: membership.subscriptionMethod,
    subscriptionId: membership.subscriptionId,
  };
}

/** @param withProgress whether the row tells which lessons are done; the API document does not promise it */
export function rosterView({ membership, user }: RosterEntry, withProgress: boolean): object | undefined {
  if (!user) return undefined;
  const { progress } = membership;
  return {
    user: { userId: user.userId, email: user.email, name: user.name, avatar: user.avatar },
    status: membership.status,
    completedLessons: withProgress ? progress?.completedLessons : undefined,
    downloaded: progress?.downloaded,
    subscriptionMethod: membership.subscriptionMethod,
    createdAt: isoTime(progress?.createdAt),
    updatedAt: isoTime(progress?.updatedAt),
  };
}

export function progressView(productId: string, membership: Membership): object {
  const { progress } = membership;
  return {
    courseId: productId,
    completedLessons: progress?.completedLessons ?? [],
    downloaded: progress?.downloaded,
    createdAt: isoTime(progress?.createdAt),
    updatedAt: isoTime(progress?.updatedAt),
  };
}

/** The progress snapshot with all that the API document names; the names are this sandbox's, as it gives none. */
export function documentedProgressView(school: School, product: Product, membership: Membership): object {
  const published = product.lessons.filter((lessonId) => school.lessons.get(lessonId)?.published);
  const done = membership.progress?.completedLessons ?? [];
  const doneAndThere = published.filter((lessonId) => done.includes(lessonId)).length;
  return {
    courseId: product.productId,
    completedLessons: done,
    totalPublishedLessons: published.length,
    progressPercentage: published.length === 0 ? 0 : Math.round((doneAndThere / published.length) * 100),
    downloaded: membership.progress?.downloaded ?? false,
    createdAt: isoTime(membership.progress?.createdAt),
    updatedAt: isoTime(membership.progress?.updatedAt),
  };
}

/** The database's own document, which reorder and move let slip. Nobody should build on it. */
export function rawProductView(school: School, product: Product): object {
  const firstLesson = orderedLessons(school, product).find((lesson) => lesson.published);
  return {
    _id: product.objectId,
    domain: school.objectId,
    title: product.title,
    slug: product.slug,
    cost: 0,
    costType: 'free',
    privacy: product.privacy,
    type: product.type,
    creatorId: school.ownerId,
    published: product.published,
    tags: product.tags,
    lessons: product.lessons,
    sales: 0,
    customers: [],
    pageId: product.pageId,
    leadMagnet: false,
    discussions: false,
    courseId: product.productId,
    groups: rankedSections(product).map((section) => ({
      name: section.name,
      _id: section.sectionId,
      rank: section.rank,
      collapsed: section.collapsed,
      lessonsOrder: section.lessonsOrder,
      drip: section.drip,
      id: section.sectionId,
    })),
    createdAt: isoTime(product.createdAt),
    updatedAt: isoTime(product.updatedAt),
    __v: product.version,
    description: product.description,
    featuredImage: product.featuredImage,
    defaultPaymentPlan: product.defaultPaymentPlan,
    firstLesson: product.type === 'blog' ? undefined : (firstLesson?.lessonId ?? ''),
    paymentPlans: activePlans(product).map((plan) => rawPlanView(school, plan)),
    isPreview: false,
  };
}

function rawPlanView(school: School, plan: Plan): object {
  return {
    _id: plan.objectId,
    domain: school.objectId,
    name: plan.name,
    type: plan.type,
    entityId: plan.entityId,
    entityType: 'course',
    userId: school.ownerId,
    oneTimeAmount: plan.oneTimeAmount,
    emiAmount: plan.emiAmount,
    emiTotalInstallments: plan.emiTotalInstallments,
    subscriptionMonthlyAmount: plan.subscriptionMonthlyAmount,
    subscriptionYearlyAmount: plan.subscriptionYearlyAmount,
    archived: plan.archived,
    internal: false,
    description: plan.description,
    includedProducts: [],
    planId: plan.planId,
    createdAt: isoTime(plan.createdAt),
    updatedAt: isoTime(plan.updatedAt),
    __v: 0,
  };
}
