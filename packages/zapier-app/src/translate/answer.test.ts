import type { ConnectorEvent } from '@courselit-connector/core';
import { fitting, LARGEST_ANSWER, MOST_FACTS, newestFirst } from './answer.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const DAY = 24 * 60 * 60_000;

/** @param daysAgo null for an event without a time */
function event(id: string, daysAgo: number | null, title = 'AI Foundations'): ConnectorEvent {
  return {
    id,
    type: 'product.created',
    occurredAt: daysAgo === null ? null : new Date(NOW - daysAgo * DAY).toISOString(),
    seenAt: new Date(NOW).toISOString(),
    product: { productId: id, title },
  };
}
const LONG = 'x'.repeat(1_000_000);
const idsOf = (events: readonly ConnectorEvent[]) => events.map(({ id }) => id);

describe('newestFirst', () => {
  it('puts the newest first, what has no time last, and equals by their ids', () => {
    const events = [event('c', null), event('b', 2), event('e', 1), event('a', null), event('d', 2)];
    expect(idsOf(newestFirst(events))).toEqual(['e', 'b', 'd', 'a', 'c']);
  });
});

describe('fitting', () => {
  const fit = (events: readonly ConnectorEvent[]) => fitting(events, NOW, 'Choose a product.');

  it('gives all where all fits', () => {
    const events = [event('a', 1), event('b', 400), event('c', null)];
    expect(fit(events)).toEqual(events);
  });

  it('leaves out the oldest of what is old, and never what is recent or has no time', () => {
    const old = Array.from({ length: 30 }, (_, number) => event(`old${number}`, 31 + number, LONG));
    const events = [event('recent', 29, LONG), ...old, event('undated', null, LONG)];
    const given = fit(events);
    expect(idsOf(given)).toEqual(['recent', ...idsOf(old.slice(0, given.length - 2)), 'undated']);
    expect(Buffer.byteLength(JSON.stringify(given))).toBeLessThanOrEqual(LARGEST_ANSWER + 1);
    expect(Buffer.byteLength(JSON.stringify([...given, old[given.length - 2]]))).toBeGreaterThan(LARGEST_ANSWER);
  });

  it.each([
    ['recent', 29],
    ['undated', null],
  ])('too much that is %s is an error, since any of it may be new', (_what, daysAgo) => {
    const events = Array.from({ length: 20 }, (_, number) => event(String(number), daysAgo, LONG));
    expect(() => fit(events)).toThrow(
      expect.objectContaining({
        code: 'validation',
        message:
          'There are 20 to keep apart, and Zapier takes less than 20 MB of them at a time, more than these have.',
        hint: 'Choose a product.',
      }),
    );
  });

  it('more facts than Zapier remembers are an error', () => {
    const one = event('a', 400);
    const events = Array<ConnectorEvent>(MOST_FACTS).fill(one);
    expect(fit(events).length).toBeGreaterThan(0);
    expect(() => fit([...events, one])).toThrow(
      'There are 100,001 to keep apart, and Zapier remembers 100,000 at most.',
    );
  });
});
