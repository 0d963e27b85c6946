/** The rules of payment plans. Amounts are in the school's currency, as the owner writes them. */
import { DocumentCheck } from './casting.ts';
import { messages, refuse, RuleError } from './errors.ts';
import { touch } from './products.ts';
import type { School } from './school.ts';
import { PLAN_TYPES } from './types.ts';
import type { Plan, Product } from './types.ts';

const AMOUNTS = [
  'oneTimeAmount',
  'emiAmount',
  'emiTotalInstallments',
  'subscriptionMonthlyAmount',
  'subscriptionYearlyAmount',
] as const;

type Fields = Readonly<Record<string, unknown>>;

export function activePlans(product: Product): Plan[] {
  return product.plans.filter((plan) => !plan.archived);
}

/** An active plan of any product of the school, as the service looks plans up. */
export function findPlan(school: School, planId: string): Plan {
  for (const product of school.products.values()) {
    const plan = product.plans.find((candidate) => candidate.planId === planId && !candidate.archived);
    if (plan) return plan;
  }
  return refuse(messages.itemNotFound);
}

export function createPlan(school: School, productId: string, fields: Fields): Plan {
  const product = school.product(productId);
  checkRules(school, product, fields);
  const now = school.clock();
  const plan: Plan = {
    planId: school.ids.publicId(),
    objectId: school.ids.objectId(now),
    ...castPlan(fields),
    entityId: productId,
    archived: false,
    createdAt: now,
    updatedAt: now,
  };
  product.plans.push(plan);
  product.defaultPaymentPlan ??= plan.planId;
  touch(school, product);
  return plan;
}

export function updatePlan(school: School, plan: Plan, changes: Fields): Plan {
  const merged: Record<string, unknown> = { ...plan };
  for (const [key, value] of Object.entries(changes)) if (value !== undefined) merged[key] = value;
  checkRules(school, school.product(plan.entityId), merged, plan.planId);
  Object.assign(plan, castPlan(merged));
  plan.updatedAt = school.clock();
  return plan;
}

export function archivePlan(school: School, plan: Plan): Plan {
  if (school.product(plan.entityId).defaultPaymentPlan === plan.planId) refuse(messages.defaultPlanArchived);
  plan.archived = true;
  plan.updatedAt = school.clock();
  return plan;
}

export function setDefaultPlan(school: School, plan: Plan): Plan {
  const product = school.product(plan.entityId);
  product.defaultPaymentPlan = plan.planId;
  touch(school, product);
  return plan;
}

function checkRules(school: School, product: Product, plan: Fields, ownId?: string): void {
  const { name, type } = plan;
  if (!name) refuse('Payment plan name is required');
  if (typeof name !== 'string') throw new RuleError('paymentPlan.name.trim is not a function');
  if (name.trim() === '') refuse('Payment plan name is required');
  if (!type) refuse('Payment plan type is required');
  if (!school.paymentMethod && type !== 'free') refuse(messages.paymentMethodRequired);
  const monthly = plan['subscriptionMonthlyAmount'];
  const yearly = plan['subscriptionYearlyAmount'];
  if (type === 'onetime' && !plan['oneTimeAmount']) refuse('One-time amount is required for one-time payment plan');
  if (type === 'emi' && (!plan['emiAmount'] || !plan['emiTotalInstallments'])) {
    refuse('EMI amounts and total installments are required for EMI payment plan');
  }
  if (type === 'subscription' && Boolean(monthly) === Boolean(yearly)) {
    refuse('Either monthly or yearly amount is required for subscription payment plan, but not both');
  }
  for (const other of activePlans(product)) {
    if (other.planId === ownId || other.type !== type) continue;
    const both = (mine: unknown, theirs: unknown) => Boolean(mine) && Boolean(theirs);
    const clash =
      type !== 'subscription' ||
      both(monthly, other.subscriptionMonthlyAmount) ||
      both(yearly, other.subscriptionYearlyAmount);
    if (clash) refuse(messages.duplicatePlan);
  }
}

type PlanFields = Pick<Plan, 'name' | 'type' | 'description' | (typeof AMOUNTS)[number]>;

function castPlan(fields: Fields): PlanFields {
  const check = new DocumentCheck('PaymentPlan');
  const cast: PlanFields = {
    name: check.requiredText('name', fields['name']),
    type: check.oneOf('type', fields['type'], PLAN_TYPES),
  };
  for (const amount of AMOUNTS) {
    const value = check.number(amount, fields[amount]);
    if (value !== undefined) cast[amount] = value;
  }
  const description = check.text('description', fields['description']);
  if (description !== undefined) cast.description = description;
  check.finish();
  return cast;
}
