/** The core's transport over `z.request`, so that Zapier logs each call, and takes the key out of its log. */
import { Readable } from 'node:stream';
import {
  isSameOrigin,
  parseBaseUrl,
  type HttpRequest,
  type HttpResponse,
  type Transport,
} from '@courselit-connector/core';
import type { RawHttpResponse, ZObject } from 'zapier-platform-core';

export interface ZapierTransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What `z.request` takes beside what its types know. */
export const RAW = {
  // The answer's bytes, as a stream: it can be broken off, and stays out of the log.
  raw: true,
  skipThrowForStatus: true,
  throwForThrottlingEarly: false,
  // Following one would take the key along to another host.
  redirect: 'manual',
  // Otherwise Zapier takes the query string apart, and refuses a text that happens to hold {{bundle.…}}.
  merge: false,
} as const;

/** A transport that adds the key to requests for the school's own origin, and to no other. */
export function zapierTransport(z: Pick<ZObject, 'request'>, { baseUrl, apiKey }: ZapierTransportOptions): Transport {
  const school = parseBaseUrl(baseUrl).href;
  return async ({ method, url, headers, body, toSchool, timeoutMs, maxResponseBytes }) => {
    const withKey = toSchool && isSameOrigin(url, school);
    const exchange = new AbortController();
    const timer = setTimeout(() => exchange.abort(), timeoutMs);
    try {
      const options = {
        ...RAW,
        method,
        headers: withKey ? { ...headers, 'x-api-key': apiKey } : { ...headers },
        ...(body !== undefined && { body: bodyOf(body) }),
        signal: exchange.signal,
      };
      const response = await z.request(url, options);
      return {
        status: response.status,
        headers: headersOf(response),
        body: await readBounded(response, maxResponseBytes, exchange),
      };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Zapier takes a stream of Node's; the port knows none. */
function bodyOf(body: NonNullable<HttpRequest['body']>): string | Buffer | Readable {
  if (typeof body === 'string') return body;
  return Symbol.asyncIterator in body ? Readable.from(body, { objectMode: false }) : Buffer.from(body);
}

function headersOf(response: RawHttpResponse): HttpResponse['headers'] {
  const headers: Record<string, string> = {};
  response.headers.forEach((value: string, name: string) => {
    headers[name.toLowerCase()] = value;
  });
  return headers;
}

/** Reads to the end, or hangs up as soon as the answer is longer than it may be. */
async function readBounded(response: RawHttpResponse, limit: number, exchange: AbortController): Promise<Uint8Array> {
  const { body } = response;
  // Hanging up makes the stream fail once more, when nobody listens any longer: that would end the process.
  body.on('error', () => {});
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) {
      exchange.abort();
      throw Object.assign(new Error(`The answer is longer than ${limit} bytes.`), { code: 'RESPONSE_TOO_LARGE' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
