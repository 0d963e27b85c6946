/**
 * One school: what it holds, and the plain things that happen in it. The rules of each kind of thing live beside this
 * file (products, plans, sections, lessons, customers, users); here they come together for tests and for the API.
 */
import type { IdSource } from '../ids.ts';
import { messages, refuse } from './errors.ts';
import * as customers from './customers.ts';
import type { InviteResult } from './customers.ts';
import * as hydration from './hydration.ts';
import * as lessons from './lessons.ts';
import * as plans from './plans.ts';
import * as products from './products.ts';
import * as sections from './sections.ts';
import type {
  Lesson,
  Mail,
  Media,
  Membership,
  MembershipStatus,
  Plan,
  Product,
  ProductType,
  Section,
  User,
} from './types.ts';

export interface SchoolSettings {
  /** Shown in mails and on the sandbox's page. */
  name: string;
  /** The host name under which the school answers. */
  host: string;
  /** The school's API key. */
  key: string;
  /** The owner's address and name. `null`: a school whose owner account is gone; a missing name: an unfinished profile. */
  owner: { email: string; name?: string; permissions?: readonly string[] } | null;
  /** Whether the school can take money: paid plans need it. */
  paymentMethod: boolean;
  clock: () => number;
  ids: IdSource;
  /** Looks a file up in the media service. */
  findMedia?: (mediaId: string) => Media | undefined;
}

/** A membership and the user it belongs to. `user` is missing once the account was deleted. */
export interface RosterEntry {
  membership: Membership;
  user: User | undefined;
}

export class School {
  readonly name: string;
  readonly host: string;
  readonly key: string;
  readonly paymentMethod: boolean;
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly objectId: string;
  readonly ownerId: string | undefined;
  readonly products = new Map<string, Product>();
  readonly lessons = new Map<string, Lesson>();
  readonly users = new Map<string, User>();
  readonly userByEmail = new Map<string, User>();
  /** Addresses of pages, those of refused products too. */
  readonly pageIds = new Set<string>();
  /** `userId lessonId` of each quiz someone passed. */
  readonly passedQuizzes = new Set<string>();
  readonly outbox: Mail[] = [];
  readonly findMedia: (mediaId: string) => Media | undefined;
  /** How many roster rows were looked at so far: a page must cost its rows, wherever it lies. */
  rowsRead = 0;

  constructor(settings: SchoolSettings) {
    this.name = settings.name;
    this.host = settings.host;
    this.key = settings.key;
    this.paymentMethod = settings.paymentMethod;
    this.clock = settings.clock;
    this.ids = settings.ids;
    this.findMedia = settings.findMedia ?? (() => undefined);
    this.objectId = this.ids.objectId(this.clock());
    if (settings.owner) {
      const owner = this.addUser({
        email: settings.owner.email,
        ...(settings.owner.name === undefined ? {} : { name: settings.owner.name }),
        permissions: settings.owner.permissions ?? OWNER_PERMISSIONS,
      });
      this.ownerId = owner.userId;
    }
  }

  get owner(): User | undefined {
    return this.ownerId === undefined ? undefined : this.users.get(this.ownerId);
  }

  // --- products -------------------------------------------------------------------------------------------------

  createProduct(title: string, type: ProductType = 'course'): Product {
    return products.createProduct(this, title, type);
  }

  product(productId: string): Product {
    return this.products.get(productId) ?? refuse(messages.itemNotFound);
  }

  updateProduct(productId: string, changes: Readonly<Record<string, unknown>>): Product {
    return products.updateProduct(this, productId, changes);
  }

  publish(productId: string): Product {
    return this.updateProduct(productId, { published: true });
  }

  unpublish(productId: string): Product {
    return this.updateProduct(productId, { published: false });
  }

  /** Changes a product's title. (A customer's name: `renameUser`.) */
  rename(productId: string, title: string): Product {
    return this.updateProduct(productId, { title });
  }

  deleteProduct(productId: string): void {
    products.deleteProduct(this, productId);
  }

  addPlan(productId: string, plan: Readonly<Record<string, unknown>> = { name: 'Free', type: 'free' }): Plan {
    return plans.createPlan(this, productId, plan);
  }

  addSection(productId: string, name: string): Section {
    return sections.createSection(this, productId, name);
  }

  addLesson(productId: string, lesson: Readonly<Record<string, unknown>>): Lesson {
    return lessons.createLesson(this, productId, lesson);
  }

  updateLesson(productId: string, lessonId: string, changes: Readonly<Record<string, unknown>>): Lesson {
    return lessons.updateLesson(this, lessons.findLesson(this, productId, lessonId), changes);
  }

  deleteLesson(productId: string, lessonId: string): void {
    lessons.deleteLesson(this, lessons.findLesson(this, productId, lessonId));
  }

  // --- customers ------------------------------------------------------------------------------------------------

  invite(productId: string, email: string, tags: unknown = []): InviteResult {
    return customers.invite(this, productId, email, tags);
  }

  /** Enrols without a mail, in any status: what a purchase, a pending payment or an expired subscription leaves. */
  enrol(productId: string, userId: string, status: MembershipStatus = 'active', method?: string): Membership {
    return customers.enrol(this, this.product(productId), userId, status, method);
  }

  /** Marks a lesson as done, as if the learner had; rules about drips and quizzes are not asked. */
  complete(productId: string, userId: string, lessonId: string): void {
    customers.recordCompletion(this, this.product(productId), userId, lessonId);
  }

  setDownloaded(productId: string, userId: string, downloaded = true): void {
    customers.setDownloaded(this, this.product(productId), userId, downloaded);
  }

  setStatus(productId: string, userId: string, status: MembershipStatus): void {
    const membership = this.product(productId).memberOf.get(userId) ?? refuse(messages.itemNotFound);
    membership.status = status;
  }

  removeMembership(productId: string, userId: string): void {
    customers.removeMembership(this.product(productId), userId);
  }

  membership(productId: string, userId: string): Membership | undefined {
    return this.products.get(productId)?.memberOf.get(userId);
  }

  /** One page of the roster, in the order of joining. Costs the rows of that page, however far back it lies. */
  roster(productId: string, page: number, limit: number, search?: string, newestFirst = false): RosterEntry[] {
    return customers.roster(this, this.product(productId), { page, limit, search, newestFirst });
  }

  // --- users ----------------------------------------------------------------------------------------------------

  addUser(user: { email: string; name?: string; permissions?: readonly string[]; userId?: string }): User {
    const made: User = {
      userId: user.userId ?? this.ids.publicId(),
      email: user.email.toLowerCase(),
      ...(user.name === undefined ? {} : { name: user.name }),
      permissions: user.permissions ?? NEW_USER_PERMISSIONS,
      subscribedToUpdates: true,
      tags: NO_TAGS,
    };
    this.users.set(made.userId, made);
    this.userByEmail.set(made.email, made);
    return made;
  }

  renameUser(userId: string, name: string): void {
    const user = this.users.get(userId) ?? refuse(messages.itemNotFound);
    user.name = name;
  }

  /** Deletes the account only: its memberships stay behind, and their rows vanish from pages after paging. */
  deleteUser(userId: string): void {
    const user = this.users.get(userId);
    if (!user) return;
    this.users.delete(userId);
    this.userByEmail.delete(user.email);
  }

  /** Takes over things of a recording: see `hydration.ts`. */
  load(recorded: hydration.Recorded): void {
    hydration.load(this, recorded);
  }

  mail(to: string, subject: string, body: string): void {
    this.outbox.push({ to, subject, body, at: new Date(this.clock()).toISOString() });
  }
}

export const NEW_USER_PERMISSIONS: readonly string[] = Object.freeze(['course:enroll', 'media:manage']);
export const NO_TAGS: readonly string[] = Object.freeze([]);
const OWNER_PERMISSIONS: readonly string[] = Object.freeze([
  'course:manage',
  'course:manage_any',
  'course:publish',
  'media:manage',
  'site:manage',
  'setting:manage',
  'user:manage',
  'community:manage',
]);
