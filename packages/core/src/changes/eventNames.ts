import type { School } from '../school.ts';
import type { ConnectorEvent } from './events.ts';

/**
 * Lessons and sections that events speak of, by name. Asked for only where there is such an event, so that a poll that
 * finds nothing costs nothing. `isListed` says that lessons carry their titles already.
 */
export async function withNames(
  school: School,
  productId: string,
  events: ConnectorEvent[],
  isListed: boolean,
): Promise<ConnectorEvent[]> {
  const hasSection = (event: ConnectorEvent) => 'section' in event && event.section !== null;
  const hasTitle = (event: ConnectorEvent) => !('lesson' in event) || event.lesson.title !== null;
  if (events.every((event) => !hasSection(event) && hasTitle(event))) return events;
  const [sections, lessons] = await Promise.all([
    school.sections.list(productId),
    isListed ? [] : school.lessons.list(productId),
  ]);
  const nameOf = new Map(sections.map((one) => [one.sectionId, one.name]));
  const lessonOf = new Map(lessons.map((one) => [one.lessonId, one]));
  return events.map((event) => {
    const known = 'lesson' in event ? lessonOf.get(event.lesson.lessonId) : undefined;
    const sectionId = known?.groupId ?? ('section' in event ? event.section?.sectionId : undefined);
    return {
      ...event,
      ...(known && 'lesson' in event && { lesson: { ...event.lesson, title: known.title } }),
      ...('section' in event && { section: sectionId ? { sectionId, name: nameOf.get(sectionId) ?? null } : null }),
    } as ConnectorEvent;
  });
}
