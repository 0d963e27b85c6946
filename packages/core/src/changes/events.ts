/**
 * Something that happened in a school. Its id is worked out from what happened, so that the same event has the same
 * id whenever and wherever it is seen. The formats of ids are a public contract: never change one.
 */
import type { Product } from '../api/products.ts';
import type { RosterRow } from '../api/rosterRow.ts';

export interface ConnectorEvent {
  readonly id: string;
  readonly type: 'customer.enrolled';
  /** ISO 8601, UTC; null where the school does not say. */
  readonly occurredAt: string | null;
  /** ISO 8601, UTC: when the connector saw it. */
  readonly seenAt: string;
  readonly customer: { readonly userId: string; readonly email: string | null; readonly name: string | null };
  readonly product: { readonly productId: string; readonly title: string | null };
  /** The enrolment's state as it was seen: active, pending, … */
  readonly status: string | null;
  [field: string]: unknown;
}

export function enrolledEvent(
  product: Pick<Product, 'productId' | 'title'>,
  row: RosterRow,
  seenAt: string,
): ConnectorEvent {
  return {
    id: `enrolled:${product.productId}:${row.user.userId}`,
    type: 'customer.enrolled',
    occurredAt: row.createdAt ?? null,
    seenAt,
    customer: { userId: row.user.userId, email: row.user.email ?? null, name: row.user.name ?? null },
    product: { productId: product.productId, title: product.title },
    status: row.status ?? null,
  };
}

/** Oldest first; what has no time comes last, and ids decide between equals, so that the order is always the same. */
export function inOrder(events: ConnectorEvent[]): ConnectorEvent[] {
  const time = (event: ConnectorEvent) => event.occurredAt ?? '\uffff';
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return events.sort((a, b) => compare(time(a), time(b)) || compare(a.id, b.id));
}
