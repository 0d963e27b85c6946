/** Every kind of call, and how to tell whether it had its effect. */
import type { School } from '../../packages/core/src/index.ts';
import type { Sandbox } from '../../packages/sandbox/src/index.ts';
import { document, type Place } from './course.ts';

export type Kind = 'read' | 'repeatable' | 'creating';
export interface CallCase {
  kind: Kind;
  /** Where the fault strikes. */
  method: string;
  path: RegExp;
  run(school: School, place: Place): Promise<unknown>;
  /** How often the call has had its effect, by what the school holds. */
  effects(school: School, place: Place, sandbox: Sandbox): Promise<number>;
}
const count = async (rows: AsyncIterable<unknown>) => {
  let rowCount = 0;
  for await (const _row of rows) rowCount++;
  return rowCount;
};
const bodyOf = (what: unknown) => JSON.stringify(what);

export const CALLS: Record<string, CallCase> = {
  'list products': {
    kind: 'read',
    method: 'GET',
    path: /products\?/,
    run: (school) => count(school.products.list()),
    effects: async () => 0,
  },
  'get a product': {
    kind: 'read',
    method: 'GET',
    path: /products\/[^/]+$/,
    run: (school, place) => school.products.get(place.productId),
    effects: async () => 0,
  },
  'read the roster': {
    kind: 'read',
    method: 'GET',
    path: /customers\?/,
    run: (school, place) => count(school.customers.roster(place.productId)),
    effects: async () => 0,
  },
  'update a product': {
    kind: 'repeatable',
    method: 'PATCH',
    path: /products/,
    run: (school, place) => school.products.update(place.productId, { tags: ['new'] }),
    effects: async (school, place) => Number(bodyOf((await school.products.get(place.productId)).tags) === '["new"]'),
  },
  'delete a lesson': {
    kind: 'repeatable',
    method: 'DELETE',
    path: /lessons/,
    run: (school, place) => school.lessons.delete(place.productId, place.lessonId),
    effects: async (school, place) => 1 - (await school.lessons.list(place.productId)).length,
  },
  'archive a plan': {
    kind: 'repeatable',
    method: 'DELETE',
    path: /payment-plans/,
    run: (school, place) => school.paymentPlans.archive(place.productId, place.planId),
    effects: async (school, place) => 2 - (await school.paymentPlans.list(place.productId)).length,
  },
  'set the default plan': {
    kind: 'repeatable',
    method: 'POST',
    path: /default/,
    run: (school, place) => school.paymentPlans.setDefault(place.productId, place.planId),
    effects: async (school, place) => Number((await school.paymentPlans.get(place.productId, place.planId)).isDefault),
  },
  'invite a customer': {
    kind: 'repeatable',
    method: 'POST',
    path: /invitations/,
    run: (school, place) => school.customers.invite(place.productId, { email: 'new@example.com', tags: ['t'] }),
    effects: async (school, place, sandbox) => {
      const rows = await count(school.customers.roster(place.productId, { search: 'new@example.com' }));
      const mails = sandbox.outbox.filter((mail) => mail.to === 'new@example.com').length;
      expect(mails).toBe(rows);
      return rows;
    },
  },
  'create a product': {
    kind: 'creating',
    method: 'POST',
    path: /products$/,
    run: (school) => school.products.create({ title: 'Second', type: 'course' }),
    effects: async (school) => (await count(school.products.list())) - 1,
  },
  'create a plan': {
    kind: 'creating',
    method: 'POST',
    path: /payment-plans$/,
    run: (school, place) =>
      school.paymentPlans.create(place.productId, { name: 'M', type: 'subscription', subscriptionMonthlyAmount: 9 }),
    effects: async (school, place) => (await school.paymentPlans.list(place.productId)).length - 2,
  },
  'create a section': {
    kind: 'creating',
    method: 'POST',
    path: /sections$/,
    run: (school, place) => school.sections.create(place.productId, { name: 'Two' }),
    effects: async (school, place) => (await school.sections.list(place.productId)).length - 2,
  },
  'create a lesson': {
    // Of the same title and content as one that is there: it must not be taken for the new one.
    kind: 'creating',
    method: 'POST',
    path: /lessons$/,
    run: (school, place) =>
      school.lessons.create(place.productId, {
        type: 'text',
        title: 'First',
        content: document,
        sectionId: place.sectionId,
      }),
    effects: async (school, place) => (await school.lessons.list(place.productId)).length - 1,
  },
  'create a user': {
    kind: 'creating',
    method: 'POST',
    path: /user$/,
    run: (school) => school.users.create({ email: 'user@example.com' }),
    effects: async (school) => Number(await school.users.exists('user@example.com')),
  },
};
