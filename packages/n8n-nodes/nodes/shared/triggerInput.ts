import type { Field, Trigger } from '@courselit-connector/core';
import type { IPollFunctions } from 'n8n-workflow';
import { locatorValue } from './locator.ts';
import { isWatched, watchName } from './triggerProperties.ts';

/** From the trigger node's parameters to the raw input of an event. */
export function triggerInput(context: IPollFunctions, trigger: Trigger): Record<string, unknown> {
  const read = (field: Field): unknown => {
    if (isWatched(field) && context.getNodeParameter(watchName(field), 'all') === 'all') return undefined;
    return locatorValue(context.getNodeParameter(field.key, ''));
  };
  return Object.fromEntries(trigger.input.map((field) => [field.key, read(field)]));
}

/** The event's fields as the node asks for them: one that is watched must be named. */
export function whatIsMissing(context: IPollFunctions, trigger: Trigger): Field | undefined {
  return trigger.input.find(
    (field) =>
      isWatched(field) &&
      context.getNodeParameter(watchName(field), 'all') === 'one' &&
      !locatorValue(context.getNodeParameter(field.key, '')),
  );
}
