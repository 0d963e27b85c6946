import type { School } from '../school.ts';
import type { ConnectorEvent } from './events.ts';

/** Sections that events speak of, by name. Asked for only where there is one, so that a poll that finds nothing costs nothing. */
export async function withNames(
  school: School,
  productId: string,
  events: ConnectorEvent[],
): Promise<ConnectorEvent[]> {
  const sectionOf = (event: ConnectorEvent) => ('section' in event ? event.section : null);
  if (!events.some(sectionOf)) return events;
  const nameOf = new Map((await school.sections.list(productId)).map((one) => [one.sectionId, one.name]));
  return events.map((event) => {
    const section = sectionOf(event);
    if (!section) return event;
    return { ...event, section: { ...section, name: nameOf.get(section.sectionId) ?? null } } as ConnectorEvent;
  });
}
