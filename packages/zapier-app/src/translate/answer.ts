/** What one poll hands to Zapier: in which order, how much of it, and what a Zap must not miss. */
import { CourseLitError, type ConnectorEvent } from '@courselit-connector/core';

/** Zapier remembers 105,000 ids a Zap: with more facts than that, it would forget some and start the Zap again for them. */
export const MOST_FACTS = 100_000;

/** Zapier takes less than 20 MB from a poll. In bytes, with some room. */
export const LARGEST_ANSWER = 19_000_000;

/**
 * How old a fact must be, in milliseconds, before it may be left out of an answer that is too large. By then a Zap that
 * polls has seen it, at the latest when it was turned on.
 */
const OLD_MS = 30 * 24 * 60 * 60_000;

/** What has no time comes last, and ids decide between equals, so that the order is always the same. */
export function newestFirst(events: readonly ConnectorEvent[]): ConnectorEvent[] {
  const time = (event: ConnectorEvent) => event.occurredAt ?? '';
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...events].sort((a, b) => compare(time(b), time(a)) || compare(a.id, b.id));
}

/**
 * Of all that is true now, newest first, as much as Zapier takes in one answer: all of it, or less the oldest of what
 * happened more than 30 days ago. A fact without a time may be new, and so always stays. Throws `validation` where even
 * that is too much, on the first poll of a Zap, too: later ones could not be answered.
 * @param narrowing what the user can do about it, as a sentence
 */
export function fitting(events: readonly ConnectorEvent[], now: number, narrowing: string): ConnectorEvent[] {
  if (events.length > MOST_FACTS)
    throw tooMany(events.length, `Zapier remembers ${MOST_FACTS.toLocaleString('en')} at most`, narrowing);
  const limit = new Date(now - OLD_MS).toISOString();
  const mayGo = ({ occurredAt }: ConnectorEvent) => occurredAt !== null && occurredAt < limit;
  const sizes = events.map((event) => Buffer.byteLength(JSON.stringify(event)) + 1);
  let room = events.reduce((left, event, at) => left - (mayGo(event) ? 0 : (sizes[at] as number)), LARGEST_ANSWER);
  if (room < 0)
    throw tooMany(events.length, 'Zapier takes less than 20 MB of them at a time, more than these have', narrowing);
  return events.filter((event, at) => {
    if (!mayGo(event)) return true;
    room -= sizes[at] as number;
    return room >= 0;
  });
}

function tooMany(count: number, why: string, narrowing: string): CourseLitError {
  return new CourseLitError({
    code: 'validation',
    message: `There are ${count.toLocaleString('en')} to keep apart, and ${why}.`,
    hint: narrowing,
  });
}
