import * as z from 'zod/mini';
import { planSchema, type PaymentPlan } from '../api/paymentPlans.ts';

export const planOutput = z.extend(planSchema, { amount: z.nullable(z.number()), isDefault: z.boolean() });

/** A plan with its price under one name, whatever its type: a workflow that shows it need not know them all. */
export function withAmount(plan: PaymentPlan): Record<string, unknown> {
  const { oneTimeAmount, emiAmount, subscriptionMonthlyAmount, subscriptionYearlyAmount } = plan;
  const amount = oneTimeAmount ?? emiAmount ?? subscriptionMonthlyAmount ?? subscriptionYearlyAmount ?? null;
  return { ...plan, name: plan.name ?? null, type: plan.type ?? null, amount, isDefault: plan.isDefault ?? false };
}
