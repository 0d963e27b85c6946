/** "Once per student", for what can happen to the same person more than once. Zapier tells events apart by id alone. */
import type { ConnectorEvent, Field, Trigger } from '@courselit-connector/core';

const RECURRING: readonly Trigger['event'][] = [
  'customer.statusChanged',
  'customer.stalled',
  'lesson.completed',
  'section.completed',
  'progress.reached',
];

const ONCE: Field = {
  key: 'oncePerStudent',
  type: 'boolean',
  label: 'Once per Student',
  help: 'Start the Zap only once for each student and product, the first time that it happens.',
  default: false,
};

export const onceField = ({ event }: Trigger): Field | undefined => (RECURRING.includes(event) ? ONCE : undefined);

/** Whether somebody chose it; as text, where the value comes from an earlier step. */
export const isChosen = (chosen: unknown): boolean => chosen === true || chosen === 'true';

/** With an id that is the same for all that happens to one person in one product, and only the first of it. */
export function oncePerStudent(events: readonly ConnectorEvent[]): ConnectorEvent[] {
  const first = new Map<string, ConnectorEvent>();
  for (const event of events) {
    const student = 'customer' in event ? event.customer.userId : '';
    const [kind = ''] = event.id.split(':');
    const id = `${kind}-once:${event.product.productId}:${student}`;
    if (!first.has(id)) first.set(id, { ...event, id });
  }
  return [...first.values()];
}
