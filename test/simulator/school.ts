/** A school that lives: what it holds, what people do in it, and what its API answers, in the shapes of the real one. */
import type { Random } from './random.ts';
import { Truth } from './truth.ts';

export interface SimLesson {
  readonly id: string;
  section: string;
  published: boolean;
}
export interface SimMember {
  readonly user: string;
  status: string;
  done: string[];
  downloaded: boolean;
  createdAt: number | undefined;
  updatedAt: number | undefined;
}
export interface SimProduct {
  readonly id: string;
  readonly createdAt: number;
  title: string;
  published: boolean;
  sections: string[];
  lessons: SimLesson[];
  members: SimMember[];
}
export interface SimOptions {
  readonly thresholds: readonly number[];
  /** Rows a page at most, in place of 200. */
  readonly pageCap: number;
  readonly newestFirst: boolean;
  /** Rows tell which lessons are completed. */
  readonly rowsTellProgress: boolean;
}

const STATUSES = ['active', 'pending', 'payment_failed', 'expired', 'rejected', 'paused'];

export class SimSchool {
  now = Date.UTC(2026, 10, 21);
  readonly products: SimProduct[] = [];
  /** Accounts that are there: a member without one does not show. */
  readonly users = new Map<string, { email: string; name: string }>();
  readonly truth: Truth;
  readonly options: SimOptions;
  private readonly random: Random;
  private counter = 0;

  constructor(random: Random, options: SimOptions) {
    this.random = random;
    this.options = options;
    this.truth = new Truth(options.thresholds);
  }

  private id(kind: string): string {
    this.counter++;
    const letters = Array.from({ length: 12 }, () => this.random.whole(0, 35).toString(36)).join('');
    return `${kind}${this.counter.toString(36)}_${letters}`;
  }

  isVisible(product: SimProduct, user: string): boolean {
    return this.users.has(user) && product.members.some((one) => one.user === user);
  }

  addProduct(published: boolean): SimProduct {
    const id = this.id('p');
    const product = {
      id,
      createdAt: this.now,
      title: `Course ${id}`,
      published,
      sections: [],
      lessons: [],
      members: [],
    };
    this.products.unshift(product);
    this.truth.happened(`product:${id}`, this.now);
    if (published) this.truth.happened(`published:${id}`, this.now);
    this.addSection(product);
    return product;
  }

  setPublished(product: SimProduct, published: boolean): void {
    if (product.published === published) return;
    product.published = published;
    const id = `${published ? '' : 'un'}published:${product.id}`;
    let times = 1;
    while (this.truth.since.has(times === 1 ? id : `${id}:${times}`)) times++;
    this.truth.happened(times === 1 ? id : `${id}:${times}`, this.now);
  }

  addSection(product: SimProduct): void {
    product.sections.push(this.id('s'));
  }

  addLesson(product: SimProduct, published: boolean): SimLesson {
    const lesson = { id: this.id('l'), section: this.random.pick(product.sections) as string, published };
    product.lessons.push(lesson);
    this.truth.happened(`lesson-new:${product.id}:${lesson.id}`, this.now);
    if (published) this.lessonPublished(product, lesson);
    this.lessonsChanged(product);
    return lesson;
  }

  toggleLesson(product: SimProduct, lesson: SimLesson): void {
    lesson.published = !lesson.published;
    if (lesson.published) this.lessonPublished(product, lesson);
    this.lessonsChanged(product);
  }

  moveLesson(product: SimProduct, lesson: SimLesson): void {
    lesson.section = this.random.pick(product.sections) as string;
    this.lessonsChanged(product);
  }

  removeLesson(product: SimProduct, lesson: SimLesson): void {
    product.lessons = product.lessons.filter((one) => one !== lesson);
    this.truth.happened(`lesson-removed:${product.id}:${lesson.id}`, this.now);
    this.lessonsChanged(product);
  }

  private lessonPublished(product: SimProduct, lesson: SimLesson): void {
    const id = `lesson-published:${product.id}:${lesson.id}`;
    let times = 1;
    while (this.truth.since.has(times === 1 ? id : `${id}:${times}`)) times++;
    this.truth.happened(times === 1 ? id : `${id}:${times}`, this.now);
  }

  private lessonsChanged(product: SimProduct): void {
    this.truth.lessonChanges++;
    for (const member of product.members) this.truth.reached(product, member, this.now, 'lessons');
  }

  join(product: SimProduct, user?: string): void {
    const id = user ?? this.id('u');
    if (product.members.some((one) => one.user === id)) return;
    if (!this.users.has(id)) this.users.set(id, { email: `${id}@sim.example`, name: `Student ${id}` });
    const status = this.random.chance(0.8) ? 'active' : 'pending';
    const begun = status === 'active' ? this.now : undefined;
    const member: SimMember = { user: id, status, done: [], downloaded: false, createdAt: begun, updatedAt: begun };
    product.members.push(member);
    this.truth.joined(product.id, member, this.now);
    this.truth.reached(product, member, this.now, 'completion');
  }

  leave(product: SimProduct, member: SimMember): void {
    if (this.users.has(member.user)) this.truth.left(product.id, member.user);
    product.members = product.members.filter((one) => one !== member);
  }

  /**
   * Deletes an account. Its memberships stay behind, two a product at most: a whole page of them would look like the
   * end of the roster to anyone (of 200 in a row, in a real school).
   */
  deleteUser(user: string): void {
    for (const product of this.products) {
      const orphans = product.members.filter((one) => !this.users.has(one.user));
      if (orphans.length > 1) product.members = product.members.filter((one) => !orphans.includes(one));
    }
    for (const product of this.products) if (this.isVisible(product, user)) this.truth.left(product.id, user);
    this.users.delete(user);
  }

  complete(product: SimProduct, member: SimMember, lesson: SimLesson): void {
    if (member.createdAt === undefined || !lesson.published || member.done.includes(lesson.id)) return;
    member.done = [...member.done, lesson.id];
    member.updatedAt = this.now;
    this.truth.happened(`lesson:${product.id}:${lesson.id}:${member.user}`, this.now);
    const key = `${product.id} ${member.user}`;
    this.truth.completions.set(key, (this.truth.completions.get(key) ?? 0) + 1);
    this.truth.active(product.id, member);
    this.truth.reached(product, member, this.now, 'completion');
  }

  download(product: SimProduct, member: SimMember): void {
    if (member.createdAt === undefined || member.downloaded) return;
    member.downloaded = true;
    member.updatedAt = this.now;
    this.truth.happened(`downloaded:${product.id}:${member.user}`, this.now);
    this.truth.active(product.id, member);
  }

  setStatus(product: SimProduct, member: SimMember): void {
    const status = this.random.pick(STATUSES) as string;
    if (status === member.status) return;
    member.status = status;
    if (status === 'active' && member.createdAt === undefined) {
      member.createdAt = member.updatedAt = this.now;
      this.truth.active(product.id, member);
    }
    this.truth.status(product.id, member);
  }
}
