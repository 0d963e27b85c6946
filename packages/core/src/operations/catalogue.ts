/** Everything that the connector can do, in the order in which people see it. */
import { apiRequest } from './apiRequest.ts';
import { createFileLesson } from './createFileLesson.ts';
import { createLesson } from './createLesson.ts';
import { createProduct } from './createProduct.ts';
import { getCustomerProgress, getCustomers } from './customerReads.ts';
import { findCustomer, findCustomerProgress } from './findCustomer.ts';
import { findLesson, findPaymentPlan, findProduct, findSection } from './findInProduct.ts';
import { inviteCustomer } from './inviteCustomer.ts';
import { deleteLesson, moveLesson, updateLesson } from './lessonActions.ts';
import { getLesson, getLessons } from './lessonReads.ts';
import {
  archivePaymentPlan,
  createPaymentPlan,
  setDefaultPaymentPlan,
  updatePaymentPlan,
} from './paymentPlanActions.ts';
import { getPaymentPlan, getPaymentPlans } from './paymentPlanReads.ts';
import { deleteProduct, publishProduct, unpublishProduct, updateProduct } from './productActions.ts';
import { getProduct, getProducts } from './productReads.ts';
import { createSection, deleteSection, reorderSections, updateSection } from './sectionActions.ts';
import { getSections } from './sectionReads.ts';
import { uploadMedia } from './uploadMedia.ts';
import { createUser, updateUser } from './userActions.ts';
import type { School } from '../school.ts';
import { invalidInput } from '../http/errors.ts';
import { readInput } from './input.ts';
import type { PollOptions, PollResult } from '../changes/poll.ts';
import type { Action, List, Read, Search, Trigger } from './operation.ts';

export const actions: readonly Action[] = [
  inviteCustomer,
  createProduct,
  updateProduct,
  publishProduct,
  unpublishProduct,
  deleteProduct,
  createPaymentPlan,
  updatePaymentPlan,
  setDefaultPaymentPlan,
  archivePaymentPlan,
  createSection,
  updateSection,
  reorderSections,
  deleteSection,
  createLesson,
  createFileLesson,
  updateLesson,
  moveLesson,
  deleteLesson,
  uploadMedia,
  createUser,
  updateUser,
  apiRequest,
];
export const searches: readonly Search[] = [
  findCustomer,
  findCustomerProgress,
  findProduct,
  findPaymentPlan,
  findSection,
  findLesson,
];
/** Things that are known, read by ID. */
export const reads: readonly Read[] = [getCustomerProgress, getProduct, getPaymentPlan, getLesson];
/** Things of a kind, all or many. */
export const lists: readonly List[] = [getCustomers, getProducts, getPaymentPlans, getSections, getLessons];
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

export interface ReadOptions {
  /** Shorten what is long to what people work with. By default true. */
  readonly simplify?: boolean | undefined;
}

/** Reads the input and runs a read. Throws `CourseLitError` for whatever goes wrong, also when nothing is there. */
export async function runRead(
  school: School,
  read: Read,
  input: Readonly<Record<string, unknown>>,
  { simplify = true }: ReadOptions = {},
): Promise<Record<string, unknown>> {
  const thing = await read.run(school, readInput(read.input, input));
  return simplify && read.simplify ? read.simplify(thing) : thing;
}

/** More at a time is no limit any more. */
const MAX_LIMIT = 100_000;

export interface ListOptions extends ReadOptions {
  /** The most to read, from 1 to 100,000; all where it is left out. */
  readonly limit?: number | undefined;
}

/** Reads the input and runs a list. Throws `CourseLitError` for whatever goes wrong; to find nothing is not wrong. */
export async function runList(
  school: School,
  list: List,
  input: Readonly<Record<string, unknown>>,
  { limit, simplify = true }: ListOptions = {},
): Promise<Record<string, unknown>[]> {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)) {
    throw invalidInput(
      'limit',
      `"Limit" must be a whole number from 1 to ${MAX_LIMIT.toLocaleString('en')}, but is "${String(limit).slice(0, 50)}".`,
      'For everything that there is, turn on "Return All".',
    );
  }
  const things: Record<string, unknown>[] = [];
  for await (const thing of list.run(school, readInput(list.input, input))) {
    things.push(simplify && list.simplify ? list.simplify(thing) : thing);
    if (things.length === limit) break;
  }
  return things;
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
