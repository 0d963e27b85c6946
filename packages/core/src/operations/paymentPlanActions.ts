/** The prices of a product. Defining one takes no payment. */
import type { NewPaymentPlan, PaymentPlan, PaymentPlanChange } from '../api/paymentPlans.ts';
import { invalidInput } from '../http/errors.ts';
import { defined, mustChange } from './defined.ts';
import { defineAction } from './operation.ts';
import { planOutput, withAmount } from './paymentPlanOutput.ts';
import { productField } from './productField.ts';
import { PLAN_SAMPLE } from './samples.ts';

export const planField = (help: string) =>
  ({
    key: 'planId',
    type: 'reference',
    to: 'paymentPlan',
    within: 'productId',
    label: 'Payment Plan',
    help,
    required: true,
  }) as const;

interface PlanInput {
  readonly name: string;
  readonly type: 'free' | 'onetime' | 'monthly' | 'yearly' | 'emi';
  readonly amount: number | undefined;
  readonly installments: number | undefined;
}

/** The form asks for one amount; the API has a field for each kind of it. */
function toPlan({ name, type, amount, installments }: PlanInput): NewPaymentPlan {
  if (type === 'free') return { name, type };
  if (amount === undefined)
    throw invalidInput('amount', '"Amount" is missing.', 'Every plan but a free one has a price.');
  if (type === 'onetime') return { name, type, oneTimeAmount: amount };
  if (type === 'monthly') return { name, type: 'subscription', subscriptionMonthlyAmount: amount };
  if (type === 'yearly') return { name, type: 'subscription', subscriptionYearlyAmount: amount };
  if (installments === undefined) {
    throw invalidInput('installments', '"Installments" is missing.', 'Say in how many parts the price is paid.');
  }
  return { name, type, emiAmount: amount, emiTotalInstallments: installments };
}

export const createPaymentPlan = defineAction({
  key: 'paymentPlan.create',
  noun: 'paymentPlan',
  label: 'Create Payment Plan',
  description: 'Adds a price to a product; the first one becomes its default.',
  input: [
    productField('The product to add the plan to.'),
    { key: 'name', type: 'text', label: 'Name', help: 'What buyers see.', example: 'Lifetime access', required: true },
    {
      key: 'type',
      type: 'choice',
      choices: [
        { value: 'free', label: 'Free' },
        { value: 'onetime', label: 'One Payment' },
        { value: 'monthly', label: 'Subscription per Month' },
        { value: 'yearly', label: 'Subscription per Year' },
        { value: 'emi', label: 'Installments' },
      ],
      default: 'free',
      label: 'Type',
      help: 'How it is paid. A product has one plan of each type at most, and a paid one needs a payment method in the school.',
    },
    {
      key: 'amount',
      type: 'number',
      min: 0,
      label: 'Amount',
      help: "The price, in the school's currency: in all, for a month, for a year, or of each installment.",
      example: 99,
    },
    {
      key: 'installments',
      type: 'number',
      whole: true,
      min: 1,
      label: 'Installments',
      help: 'Into how many parts the price is split, for a plan of that type.',
      example: 12,
    },
    { key: 'description', type: 'text', label: 'Description', help: 'What else buyers should know of the plan.' },
  ],
  output: planOutput,
  sample: PLAN_SAMPLE,
  async run(school, { productId, description, ...plan }) {
    const input = { ...toPlan(plan), ...(description !== undefined && { description }) };
    return withAmount(await school.paymentPlans.create(productId, input));
  },
});

/** The one amount of the form, under the name that the plan's type has for it. */
function amountsOf(
  plan: PaymentPlan,
  amount: number | undefined,
  installments: number | undefined,
): Omit<PaymentPlanChange, 'name' | 'description'> {
  const refuse = (field: string, label: string, kind: string) =>
    invalidInput(field, `"${label}" does not go with ${kind}.`, `Leave "${label}" empty.`);
  if (installments !== undefined && plan.type !== 'emi')
    throw refuse('installments', 'Installments', 'a plan that is not paid in installments');
  if (plan.type === 'emi') return defined({ emiAmount: amount, emiTotalInstallments: installments });
  if (amount === undefined) return {};
  if (plan.type === 'free') throw refuse('amount', 'Amount', 'a free plan');
  if (plan.type === 'onetime') return { oneTimeAmount: amount };
  return typeof plan.subscriptionYearlyAmount === 'number'
    ? { subscriptionYearlyAmount: amount }
    : { subscriptionMonthlyAmount: amount };
}

export const updatePaymentPlan = defineAction({
  key: 'paymentPlan.update',
  noun: 'paymentPlan',
  label: 'Update Payment Plan',
  description: 'Changes the name, description or price of a payment plan; its type stays.',
  input: [
    productField('The product that the plan belongs to.'),
    planField('The plan to change. What is left empty below stays as it is.'),
    { key: 'name', type: 'text', label: 'Name', help: 'What buyers see.', example: 'Lifetime access' },
    {
      key: 'amount',
      type: 'number',
      min: 0,
      label: 'Amount',
      help: "The new price, in the school's currency: in all, for a month, for a year, or of each installment.",
      example: 99,
    },
    {
      key: 'installments',
      type: 'number',
      whole: true,
      min: 1,
      label: 'Installments',
      help: 'Into how many parts the price is split, for a plan of that type.',
      example: 12,
    },
    { key: 'description', type: 'text', label: 'Description', help: 'What else buyers should know of the plan.' },
  ],
  output: planOutput,
  sample: PLAN_SAMPLE,
  async run(school, { productId, planId, amount, installments, ...texts }) {
    mustChange({ ...texts, amount, installments });
    // The price has another name for each type of plan, and the type cannot be changed.
    const priced = amount !== undefined || installments !== undefined;
    const amounts = priced ? amountsOf(await school.paymentPlans.get(productId, planId), amount, installments) : {};
    return withAmount(await school.paymentPlans.update(productId, planId, { ...defined(texts), ...amounts }));
  },
});

export const setDefaultPaymentPlan = defineAction({
  key: 'paymentPlan.setDefault',
  noun: 'paymentPlan',
  label: 'Set Payment Plan as Default',
  description: 'Makes a payment plan the one that a product is sold by unless buyers choose another.',
  input: [productField('The product that the plan belongs to.'), planField('The plan to make the default.')],
  output: planOutput,
  sample: { ...PLAN_SAMPLE, isDefault: true },
  run: async (school, { productId, planId }) => withAmount(await school.paymentPlans.setDefault(productId, planId)),
});

export const archivePaymentPlan = defineAction({
  key: 'paymentPlan.archive',
  noun: 'paymentPlan',
  label: 'Archive Payment Plan',
  description: 'Takes a payment plan out of use; those who bought by it keep what they have.',
  input: [
    productField('The product that the plan belongs to.'),
    planField('The plan to archive. This cannot be undone, and the default plan cannot be archived.'),
  ],
  output: planOutput,
  sample: PLAN_SAMPLE,
  notice: 'An archived plan cannot be brought back. Who bought by it keeps what they have.',
  run: async (school, { productId, planId }) => withAmount(await school.paymentPlans.archive(productId, planId)),
});
