/** What the faults strike: a furnished course, and a way to it that tells how long it would have waited. */
import { createSchool, type School } from '../../packages/core/src/index.ts';
import { undiciTransport } from '../../packages/core/src/http/undici.ts';
import type { Sandbox } from '../../packages/sandbox/src/index.ts';

/** A school whose waits take no time, but are noted. */
export function connect(sandbox: Sandbox, waits: number[], timeoutMs = 20_000): School {
  return createSchool({
    baseUrl: sandbox.url,
    transport: undiciTransport({ baseUrl: sandbox.url, apiKey: sandbox.key }),
    secrets: [sandbox.key],
    timeoutMs,
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
  });
}

export interface Place {
  productId: string;
  sectionId: string;
  lessonId: string;
  planId: string;
  userId: string;
}
export const document = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
} as const;

/** A published course with a section, a lesson, two plans and a customer. */
export async function furnish(school: School): Promise<Place> {
  const { productId } = await school.products.create({ title: 'Course', type: 'course' });
  await school.paymentPlans.create(productId, { name: 'Free', type: 'free' });
  const { planId } = await school.paymentPlans.create(productId, { name: 'Once', type: 'onetime', oneTimeAmount: 5 });
  await school.products.publish(productId);
  const { sectionId } = await school.sections.create(productId, { name: 'One' });
  const { lessonId } = await school.lessons.create(productId, {
    type: 'text',
    title: 'First',
    content: document,
    sectionId,
  });
  const { userId } = await school.customers.invite(productId, { email: 'old@example.com' });
  return { productId, sectionId, lessonId, planId, userId: userId ?? '' };
}
