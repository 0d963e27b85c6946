/** The rules of customers: invitations, memberships, progress, and the roster. */
import { messages, refuse } from './errors.ts';
import type { RosterEntry, School } from './school.ts';
import type { Membership, MembershipStatus, Product, Progress, User } from './types.ts';

export interface InviteResult {
  user: User;
  membership: Membership;
  /** False for a customer who was active already: then no mail goes out. */
  invited: boolean;
}

/** Nobody has completed anything yet: shared by everyone to whom it applies, never written to. */
const NOTHING_DONE: readonly string[] = Object.freeze([]);

export function invite(school: School, productId: string, email: string, tags: unknown): InviteResult {
  const product = school.product(productId);
  if (!product.published) refuse(messages.inviteUnpublished);
  const address = email.toLowerCase();
  const user = school.userByEmail.get(address) ?? school.addUser({ email: address });
  addTags(user, tags);
  const existing = product.memberOf.get(user.userId);
  if (existing?.status === 'active') return { user, membership: existing, invited: false };
  const membership = enrol(school, product, user.userId, 'active');
  school.mail(
    user.email,
    `You have been invited to ${product.title}`,
    `You have been invited to ${product.title} at ${school.name}.\nLog in to start: http://${school.host}/login`,
  );
  return { user, membership, invited: true };
}

/** Tags are added each time, also those the user has already. */
function addTags(user: User, tags: unknown): void {
  if (typeof tags === 'string' || Array.isArray(tags)) {
    if (tags.length > 0) user.tags = [...user.tags, ...(tags as Iterable<unknown>)].map(String);
  }
}

export function enrol(
  school: School,
  product: Product,
  userId: string,
  status: MembershipStatus,
  method?: string,
): Membership {
  let membership = product.memberOf.get(userId);
  if (!membership) {
    membership = { membershipId: school.ids.publicId(), userId, productId: product.productId, status };
    addMembership(product, membership);
  }
  membership.status = status;
  if (method !== undefined) membership.subscriptionMethod = method;
  if (status === 'active' && !membership.progress) membership.progress = newProgress(school);
  return membership;
}

export function addMembership(product: Product, membership: Membership): void {
  product.members.push(membership);
  product.memberOf.set(membership.userId, membership);
}

export function removeMembership(product: Product, userId: string): void {
  const membership = product.memberOf.get(userId);
  if (!membership) return;
  product.memberOf.delete(userId);
  product.members.splice(product.members.indexOf(membership), 1);
}

function newProgress(school: School): Progress {
  const now = school.clock();
  return { completedLessons: NOTHING_DONE, createdAt: now, updatedAt: now };
}

/** A lesson done twice counts once, and only the first time moves `updatedAt`. */
export function recordCompletion(school: School, product: Product, userId: string, lessonId: string): void {
  const progress = product.memberOf.get(userId)?.progress ?? refuse(messages.notEnrolled);
  if (progress.completedLessons.includes(lessonId)) return;
  progress.completedLessons = [...progress.completedLessons, lessonId];
  progress.updatedAt = school.clock();
}

export function setDownloaded(school: School, product: Product, userId: string, downloaded: boolean): void {
  const progress = product.memberOf.get(userId)?.progress ?? refuse(messages.notEnrolled);
  progress.downloaded = downloaded;
  progress.updatedAt = school.clock();
}

/** What the completion endpoint does for a learner: unlike `recordCompletion` it asks all the rules. */
export function completeLesson(school: School, product: Product, userId: string, lessonId: string): void {
  const lesson = school.lessons.get(lessonId);
  if (!lesson?.published) refuse(messages.itemNotFound);
  if (!product.memberOf.get(userId)?.progress) refuse(messages.notEnrolled);
  const section = product.sections.find((candidate) => candidate.sectionId === lesson.groupId);
  if (section?.drip?.status) refuse(messages.dripNotReleased);
  if (lesson.type === 'quiz' && !school.passedQuizzes.has(`${userId} ${lessonId}`)) refuse(messages.quizNotPassed);
  recordCompletion(school, product, userId, lessonId);
}

export interface RosterQuery {
  page: number;
  limit: number;
  search?: string | undefined;
  newestFirst?: boolean | undefined;
}

/**
 * One page. Memberships whose user is gone take up their place on the page, so the caller can tell them apart.
 * Without a search a page is cut out of the list by its position; a search has to walk the list.
 */
export function roster(school: School, product: Product, query: RosterQuery): RosterEntry[] {
  const needle = query.search?.trim().toLowerCase();
  const start = Math.trunc((query.page - 1) * query.limit);
  const count = Math.trunc(query.limit);
  const source = needle ? product.members.filter((membership) => fits(school, membership, needle)) : product.members;
  const rows = query.newestFirst
    ? source.slice(Math.max(source.length - start - count, 0), Math.max(source.length - start, 0)).reverse()
    : source.slice(start, start + count);
  school.rowsRead += needle ? product.members.length : rows.length;
  return rows.map((membership) => ({ membership, user: school.users.get(membership.userId) }));
}

function fits(school: School, membership: Membership, needle: string): boolean {
  const user = school.users.get(membership.userId);
  if (!user) return false;
  return user.email.toLowerCase().includes(needle) || (user.name?.toLowerCase().includes(needle) ?? false);
}
