/** The transport for everyone who has no host: undici, with keep-alive. */
import { Readable } from 'node:stream';
import { request as undiciRequest, type Dispatcher } from 'undici';
import { isSameOrigin, parseBaseUrl } from './baseUrl.ts';
import type { HttpRequest, Transport } from './transport.ts';

export interface UndiciOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Takes the place of undici's global agent: for a proxy, other limits, or a certificate of one's own. */
  readonly dispatcher?: Dispatcher;
}

/** Reads to the end, or breaks off as soon as the answer is longer than it may be. */
async function readBounded(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit)
      throw Object.assign(new Error(`The answer is longer than ${limit} bytes.`), { code: 'RESPONSE_TOO_LARGE' });
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size);
}

/** undici takes a stream of Node's; the port knows none. */
function bodyOf(body: HttpRequest['body']): string | Uint8Array | Readable | null {
  return typeof body === 'object' && Symbol.asyncIterator in body
    ? Readable.from(body, { objectMode: false })
    : (body ?? null);
}

/** A transport over undici. It adds the key to requests for the school's own origin, and to no other. */
export function undiciTransport({ baseUrl, apiKey, dispatcher }: UndiciOptions): Transport {
  const school = parseBaseUrl(baseUrl).href;
  return async (request) => {
    const withKey = request.toSchool && isSameOrigin(request.url, school);
    const response = await undiciRequest(request.url, {
      method: request.method,
      headers: withKey ? { ...request.headers, 'x-api-key': apiKey } : request.headers,
      body: bodyOf(request.body),
      signal: AbortSignal.timeout(request.timeoutMs),
      ...(dispatcher && { dispatcher }),
    });
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
    }
    return { status: response.statusCode, headers, body: await readBounded(response.body, request.maxResponseBytes) };
  };
}
