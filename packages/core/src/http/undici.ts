/** The transport for everyone who has no host: undici, with keep-alive. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import { getGlobalDispatcher, type Dispatcher } from 'undici';
import { parseBaseUrl } from './baseUrl.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

export interface UndiciOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Takes the place of undici's global agent: for a proxy, other limits, or a certificate of one's own. */
  readonly dispatcher?: Dispatcher;
}

/** A transport over undici. It adds the key to requests for the school's own origin, and to no other. */
export function undiciTransport({ baseUrl, apiKey, dispatcher }: UndiciOptions): Transport {
  const { origin: school } = parseBaseUrl(baseUrl);
  return (request) =>
    new Promise((resolve, reject) => {
      const { origin, path } = split(request.url);
      (dispatcher ?? getGlobalDispatcher()).dispatch(
        {
          origin,
          path,
          method: request.method,
          headers:
            request.toSchool && origin === school ? { ...request.headers, 'x-api-key': apiKey } : request.headers,
          body: bodyOf(request.body),
          // One limit for the whole exchange takes the place of undici's two.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        collect(request, resolve, reject),
      );
    });
}

/**
 * Takes an answer as it comes. Below undici's `request` there is no stream to be made for an answer that is read as a
 * whole anyway, and a limit can end the exchange at any point of it.
 */
function collect(
  { timeoutMs, maxResponseBytes }: HttpRequest,
  resolve: (response: HttpResponse) => void,
  reject: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let status = 0;
  let headers: Record<string, string> = {};
  let running: Dispatcher.DispatchController | undefined;
  let ended: Error | undefined;
  const end = (code: string, message: string) => {
    ended = Object.assign(new Error(message), { code });
    running?.abort(ended);
    reject(ended);
  };
  const timer = setTimeout(end, timeoutMs, 'ETIMEDOUT', 'The time is up.');
  return {
    onRequestStart(controller) {
      running = controller;
      // Its time ran out while it waited for a connection: it must not be sent after all.
      if (ended) controller.abort(ended);
    },
    onResponseStart(_controller, statusCode, received) {
      status = statusCode;
      headers = joined(received);
    },
    onResponseData(_controller, chunk) {
      size += chunk.byteLength;
      if (size > maxResponseBytes) end('RESPONSE_TOO_LARGE', `The answer is longer than ${maxResponseBytes} bytes.`);
      else chunks.push(chunk);
    },
    onResponseEnd() {
      clearTimeout(timer);
      resolve({ status, headers, body: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size) });
    },
    onResponseError(_controller, error) {
      clearTimeout(timer);
      reject(error);
    },
  };
}

/**
 * Cuts a URL in two at its first slash behind the host. What is left of it can hold nothing but scheme, host and port,
 * so that comparing it with an origin is safe; a user or a backslash in it would make it differ.
 */
function split(url: string): { origin: string; path: string } {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  return slash < 0 ? { origin: url, path: '/' } : { origin: url.slice(0, slash), path: url.slice(slash) };
}

/** undici takes a stream of Node's; the port knows none. */
function bodyOf(body: HttpRequest['body']): string | Uint8Array | Readable | null {
  return typeof body === 'object' && Symbol.asyncIterator in body
    ? Readable.from(body, { objectMode: false })
    : (body ?? null);
}

function joined(headers: IncomingHttpHeaders): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (Array.isArray(value)) headers[name] = value.join(', ');
  }
  return headers as Record<string, string>;
}
