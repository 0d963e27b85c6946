/** From the trigger node's parameters to what the core watches. */
import { EVENT_TYPES, readWatch, watchFields, type EventType, type Watch } from '@courselit-connector/core';
import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';
import { locatorValue } from './locator.ts';
import { EVENTS, PRODUCT, PRODUCTS, WATCH } from './triggerProperties.ts';

/** Throws for what cannot be watched: no event, a product that is to be chosen and is not. */
export function readTrigger(context: IPollFunctions): Watch {
  const events = chosenEvents(context);
  const fields = watchFields.filter((one) => one.events.some((type) => events.includes(type)));
  const input = Object.fromEntries(
    fields.map(({ field }) => [field.key, locatorValue(context.getNodeParameter(field.key, ''))]),
  );
  return readWatch(events, { ...input, productIds: chosenProducts(context) });
}

function chosenEvents(context: IPollFunctions): EventType[] {
  const chosen = context.getNodeParameter(EVENTS, []) as unknown;
  const names: unknown[] = Array.isArray(chosen) ? chosen : [chosen];
  const isEvent = (name: unknown): name is EventType => EVENT_TYPES.includes(name as EventType);
  const unknown = names.find((name) => !isEvent(name));
  if (unknown !== undefined)
    throw mistake(context, `There is no event "${String(unknown)}".`, 'Choose events from the list.');
  if (names.length === 0) throw mistake(context, 'No event is chosen.', 'Choose at least one under "Events".');
  return names.filter(isEvent);
}

/** An empty list is all of them. What was to be chosen and is not must not become all. */
function chosenProducts(context: IPollFunctions): unknown[] {
  const watched = context.getNodeParameter(WATCH, 'all');
  if (watched === 'all') return [];
  const given =
    watched === 'one'
      ? locatorValue(context.getNodeParameter(PRODUCT, ''))
      : (context.getNodeParameter(PRODUCTS, []) as unknown);
  const products: unknown[] = Array.isArray(given) ? given : [given];
  const chosen = products.filter((one) => one !== '' && one !== undefined && one !== null);
  if (chosen.length > 0) return chosen;
  const label = watched === 'one' ? 'Product' : 'Products';
  throw mistake(context, `"${label}" is missing.`, 'Choose one, or set "Watch" to all.');
}

const mistake = (context: IPollFunctions, message: string, description: string): NodeOperationError =>
  new NodeOperationError(context.getNode(), message, { description });
