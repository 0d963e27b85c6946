/**
 * From an answer that is no success, or from no answer at all, to one typed error. The rules are those of the API
 * document and of the answers that real servers were seen to give.
 */
import { errorIn, type Body } from './body.ts';
import { CourseLitError, type ErrorCode } from './errors.ts';
import { retryAfterMs } from './retryAfter.ts';
import type { HttpRequest, HttpResponse } from './transport.ts';

/** What is known of a call when it fails. */
export interface FailedCall {
  readonly request: HttpRequest;
  /** Method and path, for people. The query string is left out: it may hold a customer's address. */
  readonly path: string;
  readonly baseUrl: string;
  /** Repeating the call does no harm, even when it was carried out. */
  readonly idempotent: boolean;
  readonly now: number;
}

/** Phrases of the school's own messages, most telling first, with what they mean and what to do about them. */
const MESSAGES: readonly (readonly [RegExp, ErrorCode, string?])[] = [
  [
    /unpublished product/i,
    'validation',
    'Publish the product first: in the dashboard, or with the operation "Publish Product".',
  ],
  [/add a payment plan/i, 'validation', 'Add a payment plan to the product first, then publish it.'],
  [/payment method/i, 'validation', 'Set up a payment method in the school dashboard, Settings > Payment, first.'],
  [/complete your profile/i, 'validation', "Give the school's owner a name in the dashboard, under Profile, first."],
  [/section not found/i, 'not_found', 'Choose a section of this product, or create one first.'],
  [/not found/i, 'not_found'],
  [/not supported/i, 'unsupported'],
  [
    /url slug is already in use/i,
    'conflict',
    'A product with this title or URL exists already. Choose another title, or use the product that exists.',
  ],
  [/already exists|that name exists|already in use/i, 'conflict'],
  [
    /no matching document found|version/i,
    'conflict',
    'The product was changed at the same moment. Try again, one change at a time.',
  ],
  [/invalid email/i, 'validation', 'Check the e-mail address.'],
];

function byMessage(message: string | undefined): { code: ErrorCode; hint?: string | undefined } | undefined {
  const found = message && MESSAGES.find(([pattern]) => pattern.test(message));
  return found ? { code: found[1], hint: found[2] } : undefined;
}

function classify(status: number, body: Body, request: HttpRequest): { code: ErrorCode; hint?: string | undefined } {
  const said = errorIn(body);
  switch (status) {
    case 400:
      // A call without its key is answered with these words and no more; so is a body that is no JSON object.
      if (request.body === undefined && /^bad request$/i.test(said.message ?? '')) return { code: 'auth' };
      return byMessage(said.message) ?? { code: 'bad_request' };
    case 401:
    case 407:
      return { code: 'auth' };
    case 402:
    case 403:
      return { code: 'forbidden' };
    case 404:
      // The school answers JSON that names an error. Anything else comes from a host that is no school, or another path of one.
      return { code: said.message ? 'not_found' : 'not_a_school', hint: byMessage(said.message)?.hint };
    case 405:
    case 501:
      return {
        code: 'unsupported',
        hint: 'The school runs a version of CourseLit without this call. Update it, or use the dashboard.',
      };
    case 408:
      return { code: 'timeout' };
    case 409:
    case 412:
      return { code: 'conflict' };
    case 413:
      return { code: 'too_large' };
    case 422:
      if (said.code === 'not_supported') return { code: 'unsupported' };
      return byMessage(said.message) ?? { code: 'validation' };
    case 425:
    case 429:
      return { code: 'rate_limited' };
    default:
      return { code: status >= 500 ? 'unavailable' : 'bad_request' };
  }
}

function sentence(code: ErrorCode, status: number, body: Body, host: string): string {
  switch (code) {
    case 'auth':
      return `The school at ${host} does not accept the API key.`;
    case 'not_a_school':
      return `There is no CourseLit school at ${host}.`;
    case 'rate_limited':
      return `The school at ${host} is limiting requests.`;
    case 'unavailable':
      return `The school at ${host} could not answer (${status}${body.kind === 'html' ? ', with a web page instead of data' : ''}).`;
    case 'too_large':
      return 'The school refuses it because it is too large.';
    case 'unsupported':
      return `The school at ${host} does not support this call.`;
    default:
      return `The school refused the request (${status}).`;
  }
}

/** Words that tell a person nothing, and so do not take the place of a sentence of ours. */
const EMPTY_WORDS = /^(bad request|unauthorized|forbidden|error|internal server error)\.?$/i;

/** An answer with a status of 300 or more. */
export function failedResponse(call: FailedCall, response: HttpResponse, body: Body): CourseLitError {
  const { request, baseUrl } = call;
  const host = new URL(baseUrl).host;
  const details = { status: response.status, method: request.method, path: call.path };
  if (response.status < 400) return redirected(call, response, details);

  const said = errorIn(body).message;
  const { code, hint } = classify(response.status, body, request);
  const wait = retryAfterMs(response.headers['retry-after'], call.now);
  const ours = sentence(code, response.status, body, host);
  const tellsMore = said !== undefined && !EMPTY_WORDS.test(said) && code !== 'auth' && code !== 'not_a_school';
  return new CourseLitError({
    ...details,
    code,
    hint:
      wait !== undefined && code === 'rate_limited'
        ? `Try again in ${Math.max(1, Math.ceil(wait / 1000))} seconds, or send fewer at a time.`
        : hint,
    message: tellsMore ? `The school says: ${said}` : ours,
    serverMessage: said,
    // A refusal has changed nothing; a failure of the server may have.
    safeToRepeat: call.idempotent || response.status < 500,
    retryAfterMs: wait,
  });
}

function redirected(
  call: FailedCall,
  response: HttpResponse,
  details: { status: number; method: string; path: string },
): CourseLitError {
  const location = response.headers['location'];
  const target = location && URL.canParse(location, call.request.url) ? new URL(location, call.request.url) : undefined;
  const from = new URL(call.baseUrl);
  if (!target)
    return new CourseLitError({
      ...details,
      code: 'redirected',
      message: `The school at ${from.host} redirects, without saying where to.`,
      safeToRepeat: true,
    });
  const suggestion = suggestedBaseUrl(target, call);
  return new CourseLitError({
    ...details,
    code: 'redirected',
    message: `The school at ${from.host} redirects to ${target.origin}. The API key was not sent there.`,
    hint:
      target.origin === from.origin
        ? 'Check the base URL: its path is not where the API of the school is.'
        : `If ${suggestion} is your school, use it as the base URL.`,
    safeToRepeat: true,
  });
}

/** The base URL that would have led straight to a redirect's target: the target less the path that was asked for. */
function suggestedBaseUrl(target: URL, call: FailedCall): string {
  const whole = target.origin + target.pathname;
  return whole.endsWith(call.path) ? whole.slice(0, -call.path.length) : target.origin;
}

/** An answer with a good status that cannot be used: a page, nothing where something must be, or cut-off JSON. */
export function unusableResponse(call: FailedCall, response: HttpResponse, body: Body): CourseLitError {
  const host = new URL(call.baseUrl).host;
  const details = {
    status: response.status,
    method: call.request.method,
    path: call.path,
    safeToRepeat: call.idempotent,
  };
  if (body.kind === 'html') {
    const title = body.title ? ` ("${body.title.slice(0, 80)}")` : '';
    return new CourseLitError({
      ...details,
      code: 'not_a_school',
      message: `${host} answered with a web page${title} instead of data.`,
    });
  }
  const what =
    body.kind === 'empty'
      ? 'nothing'
      : body.kind === 'other'
        ? 'something that is no JSON, or was cut off'
        : 'JSON of an unknown shape';
  return new CourseLitError({
    ...details,
    code: 'bad_response',
    message: `The school at ${host} answered ${what}.${maybeDone(call)}`,
  });
}

/** Codes of Node, undici and axios for a connection that was never made, so that the request did not reach a server. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TIMED_OUT = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'ECONNABORTED',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ABORT_ERR',
  'TimeoutError',
  'AbortError',
]);
const TOO_LONG = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_FR_MAX_BODY_LENGTH_EXCEEDED', 'RESPONSE_TOO_LARGE']);
const CERTIFICATE = /CERT|SSL|TLS|UNABLE_TO_(GET|VERIFY)|SELF_SIGNED|ERR_PROXY_TUNNEL/;

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'cannot be found (no such name)',
  EAI_AGAIN: 'cannot be found at the moment (name service)',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  EPIPE: 'closed the connection',
  ERR_STREAM_PREMATURE_CLOSE: 'closed the connection',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
};

/** The code that says why there is no answer, wherever a host's wrapping has put it. */
export function networkCode(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 5) return undefined;
  const { code, name, cause, errors, error: inner, context } = error as Record<string, unknown>;
  const known = (value: unknown): value is string =>
    typeof value === 'string' &&
    (value in REASONS ||
      NEVER_SENT.has(value) ||
      TIMED_OUT.has(value) ||
      TOO_LONG.has(value) ||
      CERTIFICATE.test(value));
  if (known(code)) return code;
  for (const next of [cause, inner, ...(Array.isArray(errors) ? errors : []), context]) {
    const found = networkCode(next, depth + 1);
    if (found) return found;
  }
  return known(name) ? name : undefined;
}

/** A transport that threw: there was no answer. */
export function failedExchange(call: FailedCall, error: unknown): CourseLitError {
  const host = new URL(call.baseUrl).host;
  const code = networkCode(error);
  const details = {
    method: call.request.method,
    path: call.path,
    safeToRepeat: call.idempotent || (code !== undefined && NEVER_SENT.has(code)),
  };
  const doubt = details.safeToRepeat ? '' : maybeDone(call);
  if (code && TOO_LONG.has(code)) {
    return new CourseLitError({
      ...details,
      code: 'bad_response',
      message: `The answer of the school at ${host} is too long (over ${Math.round(call.request.maxResponseBytes / 2 ** 20)} MiB).`,
      hint: 'Ask for less at a time.',
    });
  }
  if (code && TIMED_OUT.has(code)) {
    return new CourseLitError({
      ...details,
      code: 'timeout',
      message: `The school at ${host} did not answer within ${Math.round(call.request.timeoutMs / 1000)} seconds.${doubt}`,
    });
  }
  if (code && CERTIFICATE.test(code)) {
    return new CourseLitError({
      ...details,
      code: 'network',
      message: `The certificate of ${host} is not trusted (${code}).`,
      hint: "Check the base URL, and that the school's certificate is valid.",
    });
  }
  const reason = (code && REASONS[code]) ?? 'could not be reached';
  return new CourseLitError({ ...details, code: 'network', message: `${host} ${reason}.${doubt}` });
}

function maybeDone(call: FailedCall): string {
  return call.idempotent ? '' : ' It may have been carried out all the same: look before you try again.';
}
