/**
 * One call to the school, from what it means to what came back: builds the request, sends it through the host's
 * transport, and turns the answer into a value or a typed error.
 */
import type * as z from 'zod/mini';
import { parseBaseUrl, type BaseUrl } from './baseUrl.ts';
import { readBody } from './body.ts';
import { CourseLitError } from './errors.ts';
import { failedExchange, failedResponse, unusableResponse, type FailedCall } from './failure.ts';
import { queryString, type Query } from './path.ts';
import { redactor } from './redact.ts';
import type { HttpMethod, HttpRequest, Transport } from './transport.ts';

/** The server refuses a longer request body with 413 (observed), so it is refused here, with its size. */
export const MAX_REQUEST_BYTES = 2 ** 20;
/** Far more than a page of 200 customers with long histories; a longer answer is a mistake or an attack. */
const MAX_RESPONSE_BYTES = 32 * 2 ** 20;
const DEFAULT_TIMEOUT_MS = 30_000;

export interface ClientOptions {
  /** The school's own address, as a person types it. */
  readonly baseUrl: string;
  readonly transport: Transport;
  /** What must never appear in an error: the API key. */
  readonly secrets?: readonly string[];
  /** Goes into the `user-agent` header, so that a school can tell who calls. */
  readonly userAgent?: string;
  /** How long one exchange may take, in milliseconds. */
  readonly timeoutMs?: number;
  /** The time now, in milliseconds since 1970. */
  readonly now?: () => number;
}

export interface Call<Schema extends z.ZodMiniType> {
  readonly method: HttpMethod;
  /** Built with the `path` tag, so that IDs are encoded. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a good answer looks like. Unknown fields pass through. */
  readonly answer: Schema;
  /** Doing it twice is the same as doing it once. By default true for all but POST. */
  readonly idempotent?: boolean;
}

export interface Client {
  readonly baseUrl: BaseUrl;
  readonly now: () => number;
  call<Schema extends z.ZodMiniType>(call: Call<Schema>): Promise<z.output<Schema>>;
}

export function createClient(options: ClientOptions): Client {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const secrets = options.secrets ?? [];
  const redact = redactor(secrets);
  const now = options.now ?? Date.now;

  if (secrets.some((secret) => secret.trim() === '')) {
    throw new CourseLitError({ code: 'auth', message: 'The API key is missing.', field: 'apiKey', safeToRepeat: true });
  }
  // A key with a line break or a control character could smuggle in a header; one beyond Latin-1 cannot be sent.
  if (secrets.some((secret) => !/^[\x21-\x7e]+$/.test(secret))) {
    throw new CourseLitError({
      code: 'auth',
      message: 'The API key holds a space, a line break or a character that no key has.',
      field: 'apiKey',
      safeToRepeat: true,
    });
  }

  function build(call: Call<z.ZodMiniType>): HttpRequest {
    const body = call.body && JSON.stringify(call.body);
    if (body !== undefined) {
      const size = Buffer.byteLength(body);
      if (size > MAX_REQUEST_BYTES) {
        throw new CourseLitError({
          code: 'too_large',
          message: `What is to be sent has ${(size / 2 ** 20).toFixed(1)} MiB; the school takes at most 1 MiB at a time.`,
          method: call.method,
          path: call.path,
          safeToRepeat: true,
        });
      }
    }
    return {
      method: call.method,
      url: baseUrl.href + call.path + queryString(call.query ?? {}),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(options.userAgent && { 'user-agent': options.userAgent }),
        ...call.headers,
      },
      ...(body !== undefined && { body }),
      toSchool: true,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    };
  }

  async function send<Schema extends z.ZodMiniType>(
    call: Call<Schema>,
    request: HttpRequest,
  ): Promise<z.output<Schema>> {
    const failed: FailedCall = {
      request,
      path: call.path,
      baseUrl: baseUrl.href,
      idempotent: call.idempotent ?? call.method !== 'POST',
      now: now(),
    };
    const response = await options.transport(request).catch((error: unknown) => {
      throw failedExchange(failed, error);
    });
    const body = readBody(response);
    if (response.status < 200 || response.status >= 300) throw failedResponse(failed, response, body);
    if (body.kind !== 'json') throw unusableResponse(failed, response, body);
    const parsed = call.answer.safeParse(body.value);
    if (!parsed.success) throw unusableResponse(failed, response, body);
    return parsed.data;
  }

  return {
    baseUrl,
    now,
    async call(call) {
      try {
        return await send(call, build(call));
      } catch (error) {
        throw withoutSecrets(error, redact);
      }
    },
  };
}

/** A server may echo what it was sent. Whatever an error says, it says without the key. */
function withoutSecrets(error: unknown, redact: (text: string) => string): unknown {
  if (!(error instanceof CourseLitError)) return error;
  const { code, status, safeToRepeat, retryAfterMs, field, method } = error;
  const hidden = (text: string | undefined) => text && redact(text);
  return new CourseLitError({
    code,
    status,
    safeToRepeat,
    retryAfterMs,
    field,
    method,
    message: redact(error.message),
    hint: redact(error.hint),
    serverMessage: hidden(error.serverMessage),
    path: hidden(error.path),
  });
}
