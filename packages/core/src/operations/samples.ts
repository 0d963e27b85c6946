/** One realistic thing of each kind, as the school answers it: what people map from before they have any of their own. */

export const PRODUCT_SAMPLE = {
  productId: 'xSdpd-IChlXX-_XuHyRKO',
  type: 'course',
  title: 'AI Foundations',
  slug: 'ai-foundations',
  published: true,
  privacy: 'public',
  tags: ['ai'],
  createdAt: '2026-11-21T00:44:04.113Z',
  updatedAt: '2026-11-21T00:44:06.226Z',
} as const;

export const PLAN_SAMPLE = {
  planId: 'JXsyMdLfPtlz6TbOj79oW',
  name: 'One time',
  type: 'onetime',
  amount: 99,
  isDefault: false,
} as const;

export const SECTION_SAMPLE = {
  sectionId: 'V__0asxPaNT0NJ22moCac',
  name: 'Week 2',
  rank: 2000,
  lessonsOrder: ['hg2E2yUD6AhlZY3kfJqcP'],
} as const;

export const LESSON_SAMPLE = {
  lessonId: 'hg2E2yUD6AhlZY3kfJqcP',
  title: 'Welcome to Rust',
  type: 'text',
  courseId: 'xSdpd-IChlXX-_XuHyRKO',
  groupId: 'V__0asxPaNT0NJ22moCac',
  requiresEnrollment: true,
  published: true,
} as const;
