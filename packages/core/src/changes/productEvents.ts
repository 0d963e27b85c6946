/** What happened to products: made, published, taken back. */
import type { Product } from '../api/products.ts';
import { eventId, type ConnectorEvent } from './events.ts';
import type { ProductMemory } from './memory.ts';

/**
 * Compares a product as it is listed with what is remembered of it, and remembers it. Tells nothing of a product that
 * was there before it was watched.
 * @param isNew it was not listed before
 */
export function compareProduct(
  memory: ProductMemory,
  product: Product,
  isNew: boolean,
  seenAt: string,
): ConnectorEvent[] {
  const events: ConnectorEvent[] = [];
  const { productId, title } = product;
  const base = { seenAt, product: { productId, title } };
  const mayTell = memory.settled !== null && (isNew || memory.published !== undefined);
  if (isNew && mayTell)
    events.push({
      id: eventId.product(productId),
      type: 'product.created',
      occurredAt: product.createdAt ?? null,
      ...base,
    });
  const published = product.published ?? undefined;
  if (published !== undefined && published !== (memory.published ?? false)) {
    const times = ++memory.times[published ? 0 : 1];
    if (mayTell)
      events.push(
        published
          ? { id: eventId.published(productId, times), type: 'product.published', occurredAt: null, ...base }
          : { id: eventId.unpublished(productId, times), type: 'product.unpublished', occurredAt: null, ...base },
      );
  }
  memory.title = title;
  memory.published = published ?? memory.published;
  return events;
}
