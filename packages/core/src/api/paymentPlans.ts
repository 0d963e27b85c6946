import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { path } from '../http/path.ts';
import { checked, listOf, maybe, oneOf } from './shapes.ts';

export const planSchema = z.looseObject({
  planId: z.string(),
  name: maybe(z.string()),
  type: maybe(z.string()),
  isDefault: maybe(z.boolean()),
  oneTimeAmount: maybe(z.number()),
  emiAmount: maybe(z.number()),
  emiTotalInstallments: maybe(z.number()),
  subscriptionMonthlyAmount: maybe(z.number()),
  subscriptionYearlyAmount: maybe(z.number()),
  description: maybe(z.string()),
});
export type PaymentPlan = z.output<typeof planSchema>;
const plan = oneOf(planSchema, 'planId');

/** Amounts are in the school's currency, in whole units as the dashboard shows them. */
const amount = z.number().check(z.gte(0));
const named = { name: z.string(), description: z.optional(z.string()) };

/** One shape a type: the server asks for the amounts of that type, and of a subscription for one of the two (observed). */
const newPlanSchema = z.union([
  z.strictObject({ ...named, type: z.literal('free') }),
  z.strictObject({ ...named, type: z.literal('onetime'), oneTimeAmount: amount }),
  z.strictObject({
    ...named,
    type: z.literal('emi'),
    emiAmount: amount,
    emiTotalInstallments: z.int().check(z.gte(1)),
  }),
  z.strictObject({ ...named, type: z.literal('subscription'), subscriptionMonthlyAmount: amount }),
  z.strictObject({ ...named, type: z.literal('subscription'), subscriptionYearlyAmount: amount }),
]);
export type NewPaymentPlan = z.input<typeof newPlanSchema>;
export const PLAN_TYPES = ['free', 'onetime', 'emi', 'subscription'] as const;

const planChangeSchema = z.strictObject({
  name: z.optional(z.string()),
  description: z.optional(z.string()),
  oneTimeAmount: z.optional(amount),
  emiAmount: z.optional(amount),
  emiTotalInstallments: z.optional(z.int().check(z.gte(1))),
  subscriptionMonthlyAmount: z.optional(amount),
  subscriptionYearlyAmount: z.optional(amount),
});
export type PaymentPlanChange = z.input<typeof planChangeSchema>;

export function paymentPlansApi(client: Client) {
  const lane = (productId: string) => `product ${productId}`;
  const list = async (productId: string): Promise<PaymentPlan[]> =>
    client.call({ method: 'GET', path: path`/api/products/${productId}/payment-plans`, answer: listOf(plan) });

  return {
    /** The plans of a product that are not archived. */
    list,

    get: async (productId: string, planId: string): Promise<PaymentPlan> =>
      client.call({ method: 'GET', path: path`/api/products/${productId}/payment-plans/${planId}`, answer: plan }),

    /**
     * Adds a plan; the first of a product becomes its default. Throws `conflict` for a second one of the same type,
     * and `validation` for a paid one while the school has no payment method.
     */
    async create(productId: string, input: NewPaymentPlan): Promise<PaymentPlan> {
      const body = checked(newPlanSchema, input);
      return client.call({
        method: 'POST',
        path: path`/api/products/${productId}/payment-plans`,
        body,
        answer: plan,
        lane: lane(productId),
        // There is at most one plan of a type (and period), so one that is as we meant it is ours.
        lookup: async (bound) =>
          (await paymentPlansApi(bound).list(productId)).find((one) =>
            Object.entries(body).every(([key, value]) => one[key] === value),
          ),
      });
    },

    async update(productId: string, planId: string, change: PaymentPlanChange): Promise<PaymentPlan> {
      return client.call({
        method: 'PATCH',
        path: path`/api/products/${productId}/payment-plans/${planId}`,
        body: checked(planChangeSchema, change),
        answer: plan,
        lane: lane(productId),
      });
    },

    /** Takes a plan out of use; it is not erased (documented). Throws `validation` for the default plan. */
    archive: async (productId: string, planId: string): Promise<PaymentPlan> =>
      client.call({
        method: 'DELETE',
        path: path`/api/products/${productId}/payment-plans/${planId}`,
        answer: plan,
        lane: lane(productId),
        whenGone: { planId },
      }),

    /** Makes a plan the product's default. */
    setDefault: async (productId: string, planId: string): Promise<PaymentPlan> =>
      client.call({
        method: 'POST',
        path: path`/api/products/${productId}/payment-plans/${planId}/default`,
        answer: plan,
        idempotent: true,
        lane: lane(productId),
      }),
  };
}
