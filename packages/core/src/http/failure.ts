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

/** Two writes to one product at the same moment: the database's own words, observed as a 422. */
const VERSION_CLASH = /no matching document found for id|versionerror|write ?conflict/i;

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
  [
    /domain not found/i,
    'not_a_school',
    'Check the domain in the credentials: it must be the domain name of the school.',
  ],
  [/section has lessons/i, 'validation', 'Move its lessons to another section, or delete them, first.'],
  [/section not found/i, 'not_found', 'Choose a section of this product, or create one first.'],
  [/not found/i, 'not_found'],
  [/not supported/i, 'unsupported'],
  [
    /url slug is already in use/i,
    'conflict',
    'A product with this title or URL exists already. Choose another title, or use the product that exists.',
  ],
  [/already exists|that name exists|already in use/i, 'conflict'],
  [VERSION_CLASH, 'conflict', 'The product was changed at the same moment. Try again, one change at a time.'],
  [/invalid email/i, 'validation', 'Check the e-mail address.'],
];

function byMessage(message: string | undefined): { code: ErrorCode; hint?: string | undefined } | undefined {
  const found = message && MESSAGES.find(([pattern]) => pattern.test(message));
  return found ? { code: found[1], hint: found[2] } : undefined;
}

function classify(
  status: number,
  body: Body,
  { request, path }: FailedCall,
): { code: ErrorCode; hint?: string | undefined } {
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
      // The school answers JSON that names an error, and always has a list of products. Anything else comes from a host
      // that is no school, or from another path of one.
      if (!said.message || path === '/api/products') return { code: 'not_a_school' };
      return byMessage(said.message) ?? { code: 'not_found' };
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
      return `The school at ${host} refused the request (${status}).`;
  }
}

/** With a stop: more is said after it. */
export const asSentence = (said: string): string => (/[.!?]$/.test(said) ? said : `${said}.`);

/** Words that tell a person nothing, and so do not take the place of a sentence of ours. */
const EMPTY_WORDS = /^(bad request|unauthorized|forbidden|error|internal server error)\.?$/i;

/**
 * Whether a call may have had its effect, and whether it may be made again.
 * @param unknown the answer, or that there is none, does not tell. A refusal does: it changed nothing.
 */
export function doubt(call: FailedCall, unknown: boolean): { mayBeDone: boolean; safeToRepeat: boolean } {
  const mayBeDone = unknown && call.request.method !== 'GET' && call.request.method !== 'HEAD';
  return { mayBeDone, safeToRepeat: call.idempotent || !mayBeDone };
}

/** For the end of a message, where a second try could do a thing twice. */
export function maybeDone(call: FailedCall, unknown: boolean): string {
  return doubt(call, unknown).safeToRepeat
    ? ''
    : ' It may have been carried out all the same: look before you try again.';
}

/** The school does not say what it did not find: the path has the IDs that were asked for. */
const askedFor = ({ path }: FailedCall): string =>
  ` It was asked for ${path.length > 120 ? `${path.slice(0, 120)}…` : path}.`;

/** An answer with a status of 300 or more. */
export function failedResponse(call: FailedCall, response: HttpResponse, body: Body): CourseLitError {
  const { request, baseUrl } = call;
  const host = new URL(baseUrl).host;
  const details = { status: response.status, method: request.method, path: call.path };
  if (response.status < 400) return redirected(call, response, details);

  const said = errorIn(body).message;
  const { code, hint } = classify(response.status, body, call);
  const clash = response.status === 422 && VERSION_CLASH.test(said ?? '');
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
    message:
      (tellsMore ? `The school says: ${asSentence(said)}${code === 'not_found' ? askedFor(call) : ''}` : ours) +
      maybeDone(call, response.status >= 500 && wait === undefined),
    serverMessage: said,
    ...doubt(call, clash || (response.status >= 500 && !(response.status === 503 && wait !== undefined))),
    versionClash: clash,
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
  const details = { status: response.status, method: call.request.method, path: call.path };
  if (body.kind === 'html') {
    // The API answers no pages: whatever this came from, it stands where a school should, or before it.
    const title = body.title ? ` ("${body.title.slice(0, 80)}")` : '';
    return new CourseLitError({
      ...details,
      ...doubt(call, false),
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
    ...doubt(call, true),
    code: 'bad_response',
    message: `The school at ${host} answered ${what}.${maybeDone(call, true)}`,
  });
}
