/** A school with one big course, for load tests. */
import { addMembership } from '../model/customers.ts';
import { NEW_USER_PERMISSIONS, NO_TAGS } from '../model/school.ts';
import type { School } from '../model/school.ts';
import type { User } from '../model/types.ts';

/**
 * @param customers how many have joined, a second apart, the last one just now
 * @param lessons how many published lessons there are; everyone has done the first half
 */
export function seedBulk(school: School, customers: number, lessons: number): void {
  const product = school.createProduct('Big course', 'course');
  school.addPlan(product.productId);
  const groupId = product.sections[0]?.sectionId ?? '';
  for (let number = 1; number <= lessons; number++) {
    const content = { type: 'doc', content: [] };
    school.addLesson(product.productId, { title: `Lesson ${number}`, type: 'text', groupId, content, published: true });
  }
  school.publish(product.productId);
  // One list for all: it is replaced, never changed, when someone completes a lesson.
  const completedLessons: readonly string[] = Object.freeze(product.lessons.slice(0, Math.floor(lessons / 2)));
  const now = school.clock();
  const width = Math.max(String(customers).length, 3);
  for (let number = 1; number <= customers; number++) {
    const joined = now - (customers - number) * 1000;
    const user: User = {
      userId: school.ids.publicId(),
      email: `c${String(number).padStart(width, '0')}@bulk.example`,
      permissions: NEW_USER_PERMISSIONS,
      subscribedToUpdates: true,
      tags: NO_TAGS,
    };
    school.users.set(user.userId, user);
    school.userByEmail.set(user.email, user);
    addMembership(product, {
      membershipId: school.ids.publicId(),
      userId: user.userId,
      productId: product.productId,
      status: 'active',
      progress: { completedLessons, createdAt: joined, updatedAt: joined },
    });
  }
}
