/** The payment plans of a product as they are. */
import { planField } from './paymentPlanActions.ts';
import { defineList, defineRead } from './operation.ts';
import { planOutput, withAmount } from './paymentPlanOutput.ts';
import { productField } from './productField.ts';
import { PLAN_SAMPLE } from './samples.ts';

export const getPaymentPlan = defineRead({
  key: 'paymentPlan.get',
  noun: 'paymentPlan',
  label: 'Get Payment Plan',
  description: 'Reads one payment plan of a product.',
  input: [productField('The product that the plan belongs to.'), planField('The plan to read.')],
  output: planOutput,
  sample: PLAN_SAMPLE,
  run: async (school, { productId, planId }) => withAmount(await school.paymentPlans.get(productId, planId)),
});

export const getPaymentPlans = defineList({
  key: 'paymentPlan.getAll',
  noun: 'paymentPlan',
  label: 'Get Many Payment Plans',
  description: 'Reads the payment plans of a product that are not archived.',
  input: [productField('The product whose plans to read.')],
  output: planOutput,
  sample: PLAN_SAMPLE,
  async *run(school, { productId }) {
    for (const plan of await school.paymentPlans.list(productId)) yield withAmount(plan);
  },
});
