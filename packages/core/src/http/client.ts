/**
 * One call to the school, from what it means to what came back: builds the request, sends it through the host's
 * transport, makes it again where that helps and cannot harm, and turns the answer into a value or a typed error.
 */
import type * as z from 'zod/mini';
import { parseBaseUrl, type BaseUrl } from './baseUrl.ts';
import { readBody } from './body.ts';
import { CourseLitError, isCourseLitError } from './errors.ts';
import { failedResponse, unusableResponse, type FailedCall } from './failure.ts';
import { inLane } from './lanes.ts';
import { failedExchange } from './noAnswer.ts';
import { queryString, type Query } from './path.ts';
import { redactor } from './redact.ts';
import { DEFAULT_BUDGET_MS, delayBeforeRepeat, type RetryOptions } from './retry.ts';
import type { HttpMethod, HttpRequest, HttpResponse, Transport } from './transport.ts';

/** The server refuses a longer request body with 413 (observed), so it is refused here, with its size. */
export const MAX_REQUEST_BYTES = 2 ** 20;
/** Far more than a page of 200 customers with long histories; a longer answer is a mistake or an attack. */
const MAX_RESPONSE_BYTES = 32 * 2 ** 20;
const DEFAULT_TIMEOUT_MS = 30_000;

export interface ClientOptions extends RetryOptions {
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
  /** Read the answer as `{ status, body }`, where the status means something by itself. */
  readonly withStatus?: boolean;
  /** Doing it twice is the same as doing it once. By default true for all but POST. */
  readonly idempotent?: boolean;
  /** Calls that name the same lane go one at a time. */
  readonly lane?: string;
  /**
   * Looks whether the call had its effect, when that is in doubt: gives what the call would have answered, or
   * undefined where there is nothing to be seen of it. Asks through the client that it is given.
   */
  readonly lookup?: (client: Client) => Promise<z.output<Schema> | undefined>;
  /** The answer when an attempt in doubt is followed by one that finds the thing gone: the first one deleted it. */
  readonly whenGone?: z.output<Schema>;
}

export interface Client {
  readonly baseUrl: BaseUrl;
  readonly now: () => number;
  call<Schema extends z.ZodMiniType>(call: Call<Schema>): Promise<z.output<Schema>>;
  /** Several calls as one task of a lane. The calls in it name no lane of their own. */
  inLane<Value>(lane: string, task: () => Promise<Value>): Promise<Value>;
  /** One exchange with another server than the school: without the key, and without repeats. */
  elsewhere(request: Omit<HttpRequest, 'toSchool' | 'maxResponseBytes'>): Promise<HttpResponse>;
  /** Waits before something is tried again, where the host can wait. */
  pause(ms: number): Promise<void>;
  /** A word that nobody can guess, of letters and digits. */
  randomToken(): string;
  /** How many requests have gone to the school so far, repeats included. */
  sent(): number;
}

export function createClient(options: ClientOptions): Client {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const secrets = options.secrets ?? [];
  const redact = redactor(secrets);
  const now = options.now ?? Date.now;
  const random = options.random ?? Math.random;
  secrets.forEach(checkKey);
  let sent = 0;

  function build(call: Call<z.ZodMiniType>, remainingMs: number): HttpRequest {
    const body = call.body && JSON.stringify(call.body);
    if (body !== undefined) checkSize(body, call);
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
      timeoutMs: Math.max(1, Math.min(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, remainingMs)),
      maxResponseBytes: MAX_RESPONSE_BYTES,
    };
  }

  /** One request, one answer. */
  async function exchange<Schema extends z.ZodMiniType>(
    call: Call<Schema>,
    remainingMs: number,
  ): Promise<z.output<Schema>> {
    const request = build(call, remainingMs);
    const failed: FailedCall = {
      request,
      path: call.path,
      baseUrl: baseUrl.href,
      idempotent: call.idempotent ?? call.method !== 'POST',
      now: now(),
    };
    sent++;
    const response = await options.transport(request).catch((error: unknown) => {
      throw failedExchange(failed, error);
    });
    const body = readBody(response);
    if (response.status < 200 || response.status >= 300) throw failedResponse(failed, response, body);
    if (body.kind !== 'json' && body.kind !== 'empty') throw unusableResponse(failed, response, body);
    // Nothing is a good answer where the call wants none.
    const value = body.kind === 'json' ? body.value : undefined;
    const parsed = call.answer.safeParse(call.withStatus ? { status: response.status, body: value ?? null } : value);
    if (!parsed.success) throw unusableResponse(failed, response, body);
    return parsed.data;
  }

  /** Attempts until one succeeds, the policy says no, or the time is up. */
  async function attempt<Schema extends z.ZodMiniType>(
    call: Call<Schema>,
    deadline: number,
  ): Promise<z.output<Schema>> {
    const repeatable = call.idempotent ?? call.method !== 'POST';
    let inDoubt = false;
    for (let attempts = 1; ; attempts++) {
      try {
        return await exchange(call, deadline - now());
      } catch (error) {
        if (!isCourseLitError(error)) throw error;
        if (inDoubt && error.code === 'not_found' && call.whenGone !== undefined) return call.whenGone;
        inDoubt ||= error.mayBeDone;
        const carried =
          inDoubt && !error.mayBeDone
            ? new CourseLitError({ ...error, message: error.message, mayBeDone: true })
            : error;
        if (inDoubt && call.lookup) {
          // When the look fails, too, the first error says all that is known.
          const found = await call.lookup(until(deadline)).catch(() => Promise.reject(carried));
          if (found !== undefined) return found;
        }
        // The school itself refused a clash, and a look showed nothing of it: it may be tried again.
        const again = repeatable || (error.versionClash && call.lookup !== undefined);
        const most = Math.min(deadline - now(), options.longestWaitMs ?? Infinity);
        const wait = options.sleep && delayBeforeRepeat(error, attempts, again, most, random);
        if (wait === undefined) throw carried;
        await options.sleep?.(wait);
      }
    }
  }

  async function elsewhere(
    request: Omit<HttpRequest, 'toSchool' | 'maxResponseBytes'>,
    limit: number,
  ): Promise<HttpResponse> {
    const timeoutMs = Math.max(1, Math.min(request.timeoutMs, limit - now()));
    const whole: HttpRequest = { ...request, timeoutMs, toSchool: false, maxResponseBytes: 2 ** 20 };
    const { origin, pathname } = new URL(request.url);
    try {
      return await options.transport(whole);
    } catch (error) {
      const idempotent = request.method !== 'POST';
      const failed = { request: whole, path: pathname, baseUrl: origin, idempotent, now: now() };
      throw withoutSecrets(failedExchange(failed, error), redact);
    }
  }

  const lane = <Value>(name: string | undefined, task: () => Promise<Value>) =>
    inLane(name && `${baseUrl.href} ${name}`, task);

  /** A client whose calls are all over by a moment. */
  function until(limit: number): Client {
    return {
      baseUrl,
      now,
      sent: () => sent,
      inLane: lane,
      elsewhere: (request) => elsewhere(request, limit),
      pause: async (ms) => options.sleep?.(Math.min(ms * random(), Math.max(0, limit - now()))),
      randomToken: () => `${random().toString(36).slice(2)}${random().toString(36).slice(2)}`,
      async call(call) {
        try {
          return await lane(call.lane, () => {
            const deadline = Math.min(limit, now() + (options.budgetMs ?? DEFAULT_BUDGET_MS));
            return attempt(call, deadline);
          });
        } catch (error) {
          throw withoutSecrets(error, redact);
        }
      },
    };
  }

  return until(options.deadline ?? Infinity);
}

function checkKey(key: string): void {
  const refuse = (message: string) =>
    new CourseLitError({ code: 'auth', message, field: 'apiKey', safeToRepeat: true });
  if (key.trim() === '') throw refuse('The API key is missing.');
  // A key with a line break or a control character could smuggle in a header; one beyond ASCII cannot be sent.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw refuse('The API key holds a space, a line break or a character that no key has.');
  }
}

function checkSize(body: string, call: Call<z.ZodMiniType>): void {
  const size = Buffer.byteLength(body);
  if (size <= MAX_REQUEST_BYTES) return;
  throw new CourseLitError({
    code: 'too_large',
    message: `What is to be sent has ${(size / 2 ** 20).toFixed(1)} MiB; the school takes at most 1 MiB at a time.`,
    method: call.method,
    path: call.path,
    safeToRepeat: true,
  });
}

/** A server may echo what it was sent. Whatever an error says, it says without the key. */
function withoutSecrets(error: unknown, redact: (text: string) => string): unknown {
  if (!(error instanceof CourseLitError)) return error;
  const hidden = (text: string | undefined) => text && redact(text);
  return new CourseLitError({
    ...error,
    message: redact(error.message),
    hint: redact(error.hint),
    serverMessage: hidden(error.serverMessage),
    path: hidden(error.path),
  });
}
