/** What happens in a school, each with the ID of the event that it is, worked out by the documented formats alone. */
import type { School } from '../../packages/sandbox/src/index.ts';

export class Happenings {
  /** In the order in which they happened. */
  readonly ids: string[] = [];
  private readonly school: School;
  private readonly productId: string;

  /** In the course of the demo school. */
  constructor(school: School) {
    this.school = school;
    const course = [...school.products.values()].find(({ title }) => title === 'AI Foundations');
    if (!course) throw new Error('The demo school has no course "AI Foundations".');
    this.productId = course.productId;
  }

  /** Somebody new enrols. */
  join(name: string): string {
    this.school.invite(this.productId, `${name}@example.com`);
    return this.note(`enrolled:${this.productId}:${this.userOf(name)}`);
  }

  /** An enrolled student completes as many lessons more; all of them, if not given. */
  learn(name: string, count = Infinity): void {
    const userId = this.userOf(name);
    const open = this.openLessons(userId);
    for (const lessonId of open.slice(0, count)) {
      this.school.complete(this.productId, userId, lessonId);
      this.note(`lesson:${this.productId}:${lessonId}:${userId}`);
    }
    if (count >= open.length) this.note(`completed:${this.productId}:${userId}`);
  }

  expire(name: string): void {
    this.school.setStatus(this.productId, this.userOf(name), 'expired');
    this.note(`status:${this.productId}:${this.userOf(name)}:expired`);
  }

  leave(name: string): void {
    this.school.removeMembership(this.productId, this.userOf(name));
    this.note(`removed:${this.productId}:${this.userOf(name)}`);
  }

  private openLessons(userId: string): string[] {
    const done = this.school.membership(this.productId, userId)?.progress?.completedLessons ?? [];
    const { lessons } = this.school.product(this.productId);
    return lessons.filter((one) => this.school.lessons.get(one)?.published && !done.includes(one));
  }

  private userOf(name: string): string {
    const user = this.school.userByEmail.get(`${name}@example.com`);
    if (!user) throw new Error(`There is no ${name} in the school.`);
    return user.userId;
  }

  private note(id: string): string {
    this.ids.push(id);
    return id;
  }
}
