/** Events to build a workflow with, made of what is in the school now. Nothing is remembered. */
import type { School } from '../school.ts';
import { eventId, type ConnectorEvent, type EventType } from './events.ts';
import { poll } from './poll.ts';
import type { Watch } from './watch.ts';

/** What has gone cannot be shown; something of the kind that is still there has the same fields. */
const SHOWN_BY: Readonly<Partial<Record<EventType, EventType>>> = {
  'customer.removed': 'customer.enrolled',
  'product.unpublished': 'product.created',
  'lesson.removed': 'lesson.created',
};

/**
 * One event of each type that is watched and of which there is an example, in the order of the types. An event that
 * would take something to be gone is shown with what is there.
 * @param most rows of events to look through
 */
export async function sampleEvents(school: School, watch: Watch, most = 200): Promise<ConnectorEvent[]> {
  const samples: ConnectorEvent[] = [];
  for (const type of watch.events) {
    const shownBy = SHOWN_BY[type] ?? type;
    const { events } = await poll(
      school,
      { ...watch, events: [shownBy] },
      { previous: null, includeExisting: true, limit: type === shownBy ? most : 1 },
    );
    const [latest] = events.slice(-1);
    if (latest) samples.push(type === shownBy ? latest : asGone(latest));
  }
  return samples;
}

function asGone(event: ConnectorEvent): ConnectorEvent {
  const { productId } = event.product;
  const gone = { ...event, occurredAt: null };
  if (event.type === 'customer.enrolled')
    return {
      ...gone,
      type: 'customer.removed',
      id: eventId.removed(productId, event.customer.userId),
    } as ConnectorEvent;
  if (event.type === 'lesson.created')
    return {
      ...gone,
      type: 'lesson.removed',
      id: eventId.lessonRemoved(productId, event.lesson.lessonId),
    } as ConnectorEvent;
  return { ...gone, type: 'product.unpublished', id: eventId.unpublished(productId) } as ConnectorEvent;
}
