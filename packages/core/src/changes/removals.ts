/**
 * Who is gone. A row can be missed while others leave, so nobody counts as removed who was missing from one complete
 * read only; and since the same can happen twice, the school is asked for the customer by address before it is said.
 */
import type { School } from '../school.ts';
import { valueAt, wordsAt, type Customers, type Names } from './customers.ts';
import { countAgain } from './customerEvents.ts';
import { eventId, type ConnectorEvent, type EventProgress } from './events.ts';
import { measureNow, progressOf } from './marks.ts';
import type { ProductMemory } from './memory.ts';

/** Missing from so many complete reads in a row: one, two, and gone for good. */
const GONE = 3;
/** So many customers are asked for at one poll. */
const MOST_QUESTIONS = 20;

/**
 * After a complete read: counts who was missing from it, and tells who is gone, one by one, so that a failure later on
 * loses none. `mayTell` says whether removals were watched before, so that they may be told.
 */
export async function tellRemovals(
  school: School,
  memory: ProductMemory,
  mayTell: boolean,
  tell: (events: ConnectorEvent[]) => void,
): Promise<void> {
  const { customers } = memory;
  const { names } = customers;
  const { seen, missing } = customers.columns;
  if (!names) return;
  let questions = 0;
  for (let index = 0; index < customers.count; index++) {
    const times = valueAt(missing, index);
    if (valueAt(seen, index) === 1 || times === GONE) continue;
    if (!mayTell || names.userIds[index] === '') {
      missing.data[index] = GONE;
      names.emails[index] = '';
      continue;
    }
    missing.data[index] = Math.min(times + 1, GONE - 1);
    if (times === 0) continue;
    if (++questions > MOST_QUESTIONS) {
      // Too many to ask for. A third complete read tells as well.
      if (times === 1) continue;
    } else if (await isStillThere(school, memory.productId, names, index)) {
      missing.data[index] = 0;
      continue;
    }
    missing.data[index] = GONE;
    tell([removed(memory, customers, index, names, new Date(school.now()).toISOString())]);
    names.emails[index] = '';
  }
}

async function isStillThere(school: School, productId: string, names: Names, index: number): Promise<boolean> {
  const search = names.emails[index];
  if (!search) return false;
  const rows = await school.customers.rosterPage(productId, 1, { search });
  return rows.some((row) => row.user.userId === names.userIds[index]);
}

function removed(
  memory: ProductMemory,
  customers: Customers,
  index: number,
  names: Names,
  seenAt: string,
): ConnectorEvent {
  const userId = names.userIds[index] as string;
  const { productId, title } = memory;
  const times = memory.again.has(againKey(customers, index)) ? countAgain(memory, customers, index, GONE_BEFORE) : 1;
  if (times === 1) memory.again.set(againKey(customers, index), 1);
  const place = valueAt(customers.columns.status, index);
  return {
    id: eventId.removed(productId, userId, times),
    type: 'customer.removed',
    occurredAt: null,
    seenAt,
    customer: { userId, email: names.emails[index] || null, name: null },
    product: { productId, title },
    status: place === 0 ? null : (memory.statuses.texts[place - 1] ?? null),
    progress: lastProgress(memory, index),
  };
}

/** As it was last seen; null where lessons are not remembered. */
function lastProgress({ customers, lessons }: ProductMemory, index: number): EventProgress | null {
  const { done, unread } = customers.columns;
  if (done.data.length === 0 || valueAt(unread, index) === 1) return null;
  return progressOf(measureNow(lessons), wordsAt(done, index));
}

const GONE_BEFORE = '-';
const againKey = (customers: Customers, index: number) =>
  `${(customers.high[index] as number).toString(36)}.${(customers.low[index] as number).toString(36)} ${GONE_BEFORE}`;
