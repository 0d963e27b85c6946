/** What one poll hands to Zapier: in which order, how much of it, and what a Zap must not miss. */
import { CourseLitError, type ConnectorEvent } from '@courselit-connector/core';

/** Zapier remembers 105,000 ids a Zap: with more facts than that, it would forget some and start the Zap again for them. */
export const MOST_FACTS = 100_000;

/**
 * Several of them may count as one, with "Once per Student": so many are gone through. More would take more memory than
 * Zapier gives a run.
 */
export const MOST_EVENTS = 200_000;

/** Zapier takes less than 20 MB from a poll. In bytes, with some room. */
export const LARGEST_ANSWER = 19_000_000;

/**
 * How old a fact must be, in milliseconds, before it may be left out of an answer that is too large. By then a Zap that
 * polls has seen it, at the latest when it was turned on.
 */
const OLD_MS = 30 * 24 * 60 * 60_000;

const words = (count: number) => count.toLocaleString('en');
const REMEMBERED = `Zapier remembers ${words(MOST_FACTS)} at most`;

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
  if (events.length > MOST_FACTS) throw tooMany(words(events.length), REMEMBERED, narrowing);
  const limit = new Date(now - OLD_MS).toISOString();
  const mayGo = ({ occurredAt }: ConnectorEvent) => occurredAt !== null && occurredAt < limit;
  const sizes = events.map((event) => Buffer.byteLength(JSON.stringify(event)) + 1);
  let room = events.reduce((left, event, at) => left - (mayGo(event) ? 0 : (sizes[at] as number)), LARGEST_ANSWER);
  if (room < 0)
    throw tooMany(
      words(events.length),
      'Zapier takes less than 20 MB of them at a time, more than these have',
      narrowing,
    );
  return events.filter((event, at) => {
    if (!mayGo(event)) return true;
    room -= sizes[at] as number;
    return room >= 0;
  });
}

/**
 * What a poll throws that finds more events than can be kept apart, before it has gathered them all.
 * @param once several events of one student in one product count as one
 */
export function tooManyToRead(once: boolean, narrowing: string): { events: number; failure: CourseLitError } {
  if (!once) return { events: MOST_FACTS, failure: tooMany(`more than ${words(MOST_FACTS)}`, REMEMBERED, narrowing) };
  const why = 'no more than that can be gone through in one run';
  return { events: MOST_EVENTS, failure: tooMany(`more than ${words(MOST_EVENTS)}`, why, narrowing) };
}

function tooMany(count: string, why: string, narrowing: string): CourseLitError {
  return new CourseLitError({
    code: 'validation',
    message: `There are ${count} to keep apart, and ${why}.`,
    hint: narrowing,
  });
}
