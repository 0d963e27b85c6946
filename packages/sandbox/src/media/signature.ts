import type { ServedRequest } from '../http/server.ts';

/** The permission to upload that a request carries, under the name the service gives it. */
export function signatureOf(request: ServedRequest): string | undefined {
  const value = request.message.headers['x-medialit-signature'];
  return Array.isArray(value) ? value[0] : value;
}
