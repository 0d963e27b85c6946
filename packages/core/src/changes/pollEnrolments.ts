import type { Product } from '../api/products.ts';
import { hasCode } from '../http/errors.ts';
import type { PollOptions, PollResult } from '../operations/operation.ts';
import type { School } from '../school.ts';
import { enrolledEvent, inOrder, type ConnectorEvent } from './events.ts';

type Watched = Pick<Product, 'productId' | 'title'>;

/**
 * Who enrolled since `previous`, in one product or in all of them. A product that appeared since then is new, and so
 * is everyone on its roster. Throws when any page cannot be read: half a roster is no snapshot.
 */
export async function pollEnrolments(
  school: School,
  productId: string | undefined,
  { previous, includeExisting = false, limit = Infinity }: PollOptions,
): Promise<PollResult> {
  const watching = productId ?? '*';
  const known = previous?.watching === watching ? previous.enrolled : undefined;
  const fires = known !== undefined || includeExisting;
  const seenAt = new Date(school.now()).toISOString();
  const events: ConnectorEvent[] = [];
  // Products that are gone keep their entry: one that is only missing for a moment must not fire again.
  const enrolled: Record<string, string[]> = { ...known };

  for await (const product of productsToWatch(school, productId)) {
    const seen = new Set(known?.[product.productId]);
    try {
      for await (const row of school.customers.roster(product.productId)) {
        if (seen.has(row.user.userId)) continue;
        seen.add(row.user.userId);
        if (fires) events.push(enrolledEvent(product, row, seenAt));
        if (events.length >= limit) return { events: inOrder(events), snapshot: null };
      }
    } catch (error) {
      // Deleted since the products were listed.
      if (productId === undefined && hasCode(error, 'not_found')) continue;
      throw error;
    }
    enrolled[product.productId] = [...seen];
  }
  return { events: inOrder(events), snapshot: { version: 1, watching, enrolled } };
}

async function* productsToWatch(school: School, productId: string | undefined): AsyncGenerator<Watched, void> {
  if (productId !== undefined) yield await school.products.get(productId);
  else yield* school.products.list();
}
