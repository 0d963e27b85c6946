/** What a school holds. Moments are milliseconds since 1970; the API shows them as ISO strings. */

export type ProductType = 'course' | 'download' | 'blog';
export type PlanType = 'free' | 'onetime' | 'emi' | 'subscription';
export type LessonType = 'text' | 'video' | 'audio' | 'pdf' | 'quiz' | 'file' | 'embed' | 'scorm';
export type MembershipStatus = 'active' | 'pending' | 'payment_failed' | 'expired' | 'rejected' | 'paused';

export const PRODUCT_TYPES: readonly ProductType[] = ['course', 'download', 'blog'];
export const PRIVACIES: readonly string[] = ['public', 'unlisted'];
export const PLAN_TYPES: readonly PlanType[] = ['free', 'onetime', 'emi', 'subscription'];
export const LESSON_TYPES: readonly LessonType[] = ['text', 'video', 'audio', 'pdf', 'quiz', 'file', 'embed', 'scorm'];
export const PERMISSIONS: readonly string[] = [
  'course:manage',
  'course:manage_any',
  'course:publish',
  'course:enroll',
  'media:manage',
  'site:manage',
  'setting:manage',
  'user:manage',
  'community:manage',
];

/** A file as the media service describes it. `file` is left out where the school keeps it private (lessons). */
export interface Media {
  mediaId: string;
  originalFileName: string;
  mimeType: string;
  size: number;
  access: string;
  file?: string;
  thumbnail: string;
  caption: string;
  _id?: string;
}

export interface Plan {
  planId: string;
  objectId: string;
  name: string;
  type: PlanType;
  entityId: string;
  oneTimeAmount?: number;
  emiAmount?: number;
  emiTotalInstallments?: number;
  subscriptionMonthlyAmount?: number;
  subscriptionYearlyAmount?: number;
  description?: string;
  archived: boolean;
  createdAt: number;
  updatedAt: number;
}

/** When a section opens. `delayInMillis` is stored in milliseconds, though the API takes it in days. */
export interface Drip {
  status?: boolean;
  type?: string;
  delayInMillis?: number | null;
  dateInUTC?: number | null;
  _id?: string;
}

export interface Section {
  sectionId: string;
  name: string;
  rank: number;
  collapsed: boolean;
  lessonsOrder: string[];
  drip?: Drip;
}

export interface Lesson {
  lessonId: string;
  title: string;
  type: LessonType;
  content: unknown;
  media?: Media | null;
  downloadable: boolean;
  courseId: string;
  groupId: string;
  requiresEnrollment: boolean;
  published: boolean;
}

/** How far a customer is in one product. Made when a membership becomes active. */
export interface Progress {
  completedLessons: readonly string[];
  downloaded?: boolean;
  createdAt: number;
  updatedAt: number;
}

export interface Membership {
  membershipId: string;
  userId: string;
  productId: string;
  status: MembershipStatus;
  subscriptionMethod?: string;
  subscriptionId?: string;
  progress?: Progress;
}

export interface User {
  userId: string;
  email: string;
  name?: string;
  avatar?: unknown;
  permissions: readonly string[];
  subscribedToUpdates: boolean;
  tags: readonly string[];
}

export interface Product {
  productId: string;
  objectId: string;
  type: ProductType;
  title: string;
  slug: string;
  description?: string;
  published: boolean;
  privacy: string;
  tags: string[];
  featuredImage?: Media | null;
  pageId?: string;
  defaultPaymentPlan?: string;
  sections: Section[];
  /** Lesson ids in the order they were made. */
  lessons: string[];
  plans: Plan[];
  /** Memberships in the order of joining: this order is the roster's. */
  members: Membership[];
  memberOf: Map<string, Membership>;
  createdAt: number;
  updatedAt: number;
  /** How often the product was saved, which the raw document shows. */
  version: number;
}

/** A mail the school would have sent. */
export interface Mail {
  to: string;
  subject: string;
  body: string;
  /** When, as an ISO string. */
  at: string;
}
