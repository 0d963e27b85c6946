/**
 * The port through which everything leaves the connector. A host brings its own transport (n8n's request helper,
 * Zapier's `z.request`, undici elsewhere); nothing above this line knows an HTTP library.
 */

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

export interface HttpRequest {
  readonly method: HttpMethod;
  /** Absolute, complete with its query string. */
  readonly url: string;
  /** Lower-case names. Never holds the API key: a transport adds that itself, see `toSchool`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes that come in pieces are sent as they come, and never held together in memory. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /**
   * The request is meant for the school. Only then may a transport add `x-api-key`, and only when the URL has the
   * school's own origin.
   */
  readonly toSchool: boolean;
  /** How long the whole exchange may take, in milliseconds. */
  readonly timeoutMs: number;
  /** An answer longer than this, in bytes, must not be read to its end. */
  readonly maxResponseBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; several values of one header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Sends one request and gives back whatever was answered. A transport:
 * - does not throw for a status, whatever it is;
 * - does not follow redirects;
 * - does not repeat a request;
 * - throws when there is no answer. The error's `code` (or that of one of its causes) says why, in Node's words.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;
