/** Everything that the connector can do, in the order in which people see it. */
import { createLesson } from './createLesson.ts';
import { createProduct } from './createProduct.ts';
import { createUser } from './createUser.ts';
import { inviteCustomer } from './inviteCustomer.ts';
import { newCustomer } from './newCustomer.ts';
import type { School } from '../school.ts';
import { readInput } from './input.ts';
import type { PollOptions, PollResult } from '../changes/poll.ts';
import type { Action, Trigger } from './operation.ts';

export const actions: readonly Action[] = [inviteCustomer, createUser, createProduct, createLesson];
export const triggers: readonly Trigger[] = [newCustomer];

/** Reads the input and runs an action. Throws `CourseLitError` for whatever goes wrong. */
export async function runAction(
  school: School,
  action: Action,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  return action.run(school, readInput(action.input, input));
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
