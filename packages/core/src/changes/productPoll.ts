/** What a poll of one product is given, and how it asks the school. */
import type { Lesson } from '../api/lessons.ts';
import type { RosterRow } from '../api/rosterRow.ts';
import type { School } from '../school.ts';
import type { Most } from './customerEvents.ts';
import { indexOf } from './customers.ts';
import { keysOf } from './customersCodec.ts';
import type { ConnectorEvent } from './events.ts';
import type { ProductMemory } from './memory.ts';
import type { Watch } from './watch.ts';

export interface ProductPoll {
  readonly school: School;
  readonly watch: Watch;
  readonly memory: ProductMemory;
  readonly parallel: number;
  /** Nothing is remembered between polls, so all that is true now is to be told, or the poll fails. */
  readonly complete: boolean;
  /** Go through the roster twice: a first look must not miss a row that slipped past it. */
  readonly twice: boolean;
  readonly progressRequests: number;
  readonly mayGoOn: () => boolean;
  /** Stop after about so many events. */
  readonly enough: number;
  /** Where events are limited, as many pages are read at first before it is looked whether they are enough. */
  readonly firstChunk: number;
  /** More events than this end the poll. */
  readonly most?: Most | undefined;
  /** Takes them as they are found, so that a failure later on loses none. */
  readonly tell: (events: ConnectorEvent[]) => void;
  readonly count: (what: { pages?: number; customers?: number }) => void;
}

export const pageOf =
  ({ school, memory, count }: ProductPoll) =>
  async (number: number): Promise<RosterRow[]> => {
    const rows = await school.customers.rosterPage(memory.productId, number);
    count({ pages: 1 });
    return rows;
  };

export const listLessons = ({ school, memory }: ProductPoll): Promise<Lesson[]> =>
  school.lessons.list(memory.productId);

/** Whether a customer is remembered. */
export function knownCheck({ customers, moved }: ProductMemory): (userId: string) => boolean {
  const key = keysOf(moved);
  return (userId) => indexOf(customers, key(userId)) >= 0;
}
