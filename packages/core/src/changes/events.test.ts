/**
 * The ids of events are a public contract: hosts and workflows remember them. `event-ids.json` holds every format by
 * example and was written by hand. A line in it may be added, never changed.
 */
import { readFileSync } from 'node:fs';
import { eventRegistry } from './eventRegistry.ts';
import { EVENT_TYPES, eventId, inOrder, type ConnectorEvent, type EventType } from './events.ts';

interface Frozen {
  readonly of: readonly [keyof typeof eventId, ...(string | number)[]];
  readonly id: string;
}
const golden = JSON.parse(readFileSync(`${__dirname}/event-ids.json`, 'utf8')) as Record<EventType, Frozen[]>;
const frozen = Object.entries(golden).flatMap(([type, list]) => list.map((one) => ({ type, ...one })));

describe('ids', () => {
  it.each(frozen)('$type: $id', ({ of: [kind, ...parts], id }) => {
    const make = eventId[kind] as (...parts: (string | number)[]) => string;
    expect(make(...parts)).toBe(id);
  });

  it('are frozen for every type of event, and for every format that there is', () => {
    expect(Object.keys(golden)).toEqual([...EVENT_TYPES]);
    for (const type of EVENT_TYPES) expect(golden[type].length).toBeGreaterThan(0);
    expect([...new Set(frozen.map((one) => one.of[0]))].sort()).toEqual(Object.keys(eventId).sort());
  });

  it.each(EVENT_TYPES)('%s: the sample that hosts show has the frozen format', (type) => {
    const { sample } = eventRegistry[type];
    const kind = (id: string) => id.split(':')[0];
    expect(sample.type).toBe(type);
    expect(kind(sample.id)).toBe(kind(golden[type][0]?.id ?? ''));
    expect(sample.id.split(':')).toHaveLength(golden[type][0]?.id.split(':').length ?? 0);
  });

  it('are unique across types, also where everything has the same id', () => {
    const ids = Object.values(eventId).map((make) => (make as (...parts: string[]) => string)('x', 'x', 'x'));
    // Different counts of the same thing, too.
    ids.push(eventId.status('x', 'x', 'x', 2), eventId.removed('x', 'x', 2), eventId.published('x', 2));
    ids.push(eventId.unpublished('x', 2), eventId.lessonPublished('x', 'x', 2), eventId.lessonRemoved('x', 'x', 2));
    expect(ids).toHaveLength(Object.keys(eventId).length + 6);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('tell products, people and lessons apart', () => {
    const ids = ['a', 'b'].flatMap((product) =>
      ['a', 'b'].flatMap((user) => [
        eventId.enrolled(product, user),
        eventId.status(product, user, 'a'),
        eventId.status(product, user, 'b'),
        eventId.lesson(product, 'a', user),
        eventId.lesson(product, 'b', user),
        eventId.section(product, 'a', user),
        eventId.section(product, 'b', user),
        eventId.stalled(product, user, 1, 11),
        eventId.stalled(product, user, 11, 1),
        eventId.lessonNew(product, user),
      ]),
    );
    expect(new Set(ids).size).toBe(40);
  });
});

describe('order', () => {
  const at = (id: string, occurredAt: string | null): ConnectorEvent => ({
    id,
    type: 'product.created',
    occurredAt,
    seenAt: '2026-11-21T09:00:00.000Z',
    product: { productId: id, title: null },
  });
  const [early, late] = ['2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'];
  const ids = (events: ConnectorEvent[]) => inOrder(events).map((one) => one.id);

  it('is that in which things happened, whatever the order in which they were seen', () => {
    expect(ids([at('b', late), at('a', late), at('c', early)])).toEqual(['c', 'a', 'b']);
    expect(ids([at('c', early), at('a', late), at('b', late)])).toEqual(['c', 'a', 'b']);
  });

  it('puts last what has no time, by id', () => {
    expect(ids([at('2', null), at('1', null), at('3', late)])).toEqual(['3', '1', '2']);
  });

  it('goes by the characters of ids, not by a language', () => {
    expect(ids([at('a', null), at('B', null), at('_', null)])).toEqual(['B', '_', 'a']);
  });
});
