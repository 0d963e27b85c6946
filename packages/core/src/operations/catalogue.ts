/** Everything that the connector can do, in the order in which people see it. */
import { createLesson } from './createLesson.ts';
import { createProduct } from './createProduct.ts';
import { findCustomer, findCustomerProgress } from './findCustomer.ts';
import { findLesson, findPaymentPlan, findProduct, findSection } from './findInProduct.ts';
import { inviteCustomer } from './inviteCustomer.ts';
import { deleteLesson, moveLesson, updateLesson } from './lessonActions.ts';
import { archivePaymentPlan, createPaymentPlan, setDefaultPaymentPlan } from './paymentPlanActions.ts';
import { publishProduct, unpublishProduct, updateProduct } from './productActions.ts';
import { createSection, updateSection } from './sectionActions.ts';
import { createUser, updateUser } from './userActions.ts';
import type { School } from '../school.ts';
import { readInput } from './input.ts';
import type { PollOptions, PollResult } from '../changes/poll.ts';
import type { Action, Search, Trigger } from './operation.ts';

export const actions: readonly Action[] = [
  inviteCustomer,
  createProduct,
  updateProduct,
  publishProduct,
  unpublishProduct,
  createPaymentPlan,
  setDefaultPaymentPlan,
  archivePaymentPlan,
  createSection,
  updateSection,
  createLesson,
  updateLesson,
  moveLesson,
  deleteLesson,
  createUser,
  updateUser,
];
export const searches: readonly Search[] = [
  findCustomer,
  findCustomerProgress,
  findProduct,
  findPaymentPlan,
  findSection,
  findLesson,
];
export { triggers } from './eventTriggers.ts';

/** Reads the input and runs an action. Throws `CourseLitError` for whatever goes wrong. */
export async function runAction(
  school: School,
  action: Action,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  return action.run(school, readInput(action.input, input));
}

/** Reads the input and runs a search. Throws `CourseLitError` for whatever goes wrong; to find nothing is not wrong. */
export async function runSearch(
  school: School,
  search: Search,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>[]> {
  return search.run(school, readInput(search.input, input));
}

/** Reads the input and polls a trigger. Throws `CourseLitError` for whatever goes wrong. */
export async function pollTrigger(
  school: School,
  trigger: Trigger,
  input: Readonly<Record<string, unknown>>,
  options: PollOptions,
): Promise<PollResult> {
  return trigger.poll(school, readInput(trigger.input, input), options);
}
