import type { School } from '../school.ts';

/** Tries address and key with the cheapest call there is. Throws what is wrong; gives a name for the connection. */
export async function testConnection(school: School): Promise<{ label: string }> {
  for await (const _product of school.products.list({}, { limit: 1, pageSize: 1 })) break;
  return { label: new URL(school.baseUrl.href).host };
}
