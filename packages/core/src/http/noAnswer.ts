/** From a transport that threw, so that there is no answer, to one typed error. */
import { CourseLitError } from './errors.ts';
import { doubt, maybeDone, type FailedCall } from './failure.ts';

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
/** No connection, so nothing was sent, and a next attempt would end the same. */
const CERTIFICATE = /^(?!UND_ERR).*(CERT|SSL|TLS|EPROTO|UNABLE_TO_(GET|VERIFY)|SELF_SIGNED)/;

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
  const { code, name, message, cause, errors, error: inner, context } = error as Record<string, unknown>;
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
  // Some hosts keep the code only in their words: "connect ECONNREFUSED 127.0.0.1:80".
  const word = typeof message === 'string' ? /\b(E[A-Z_]{4,}|UND_ERR_[A-Z_]+)\b/.exec(message)?.[1] : undefined;
  return [name, word].find(known);
}

/** A transport that threw: there was no answer. */
export function failedExchange(call: FailedCall, error: unknown): CourseLitError {
  const host = new URL(call.baseUrl).host;
  const code = networkCode(error);
  const unknown = code === undefined || !(NEVER_SENT.has(code) || CERTIFICATE.test(code));
  const details = { method: call.request.method, path: call.path, ...doubt(call, unknown) };
  const warning = maybeDone(call, unknown);
  if (code && TOO_LONG.has(code)) {
    return new CourseLitError({
      ...details,
      code: 'bad_response',
      message: `The answer of the school at ${host} is too long (over ${Math.round(call.request.maxResponseBytes / 2 ** 20)} MiB).${warning}`,
      hint: 'Ask for less at a time.',
      permanent: true,
    });
  }
  if (code && TIMED_OUT.has(code)) {
    return new CourseLitError({
      ...details,
      code: 'timeout',
      message: `The school at ${host} did not answer within ${Math.round(call.request.timeoutMs / 1000)} seconds.${warning}`,
    });
  }
  if (code && CERTIFICATE.test(code)) {
    return new CourseLitError({
      ...details,
      code: 'network',
      message: `The certificate of ${host} is not trusted (${code}).`,
      hint: "Check the base URL, and that the school's certificate is valid.",
      permanent: true,
    });
  }
  const reason = (code && REASONS[code]) ?? 'could not be reached';
  return new CourseLitError({ ...details, code: 'network', message: `${host} ${reason}.${warning}` });
}
