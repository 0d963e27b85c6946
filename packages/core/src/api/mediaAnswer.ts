import { errorIn, readBody } from '../http/body.ts';
import { asSentence } from '../http/failure.ts';
import { CourseLitError, type ErrorCode } from '../http/errors.ts';
import type { HttpResponse } from '../http/transport.ts';
import { mediaSchema, type Media } from './mediaModel.ts';

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported',
  429: 'rate_limited',
};

/** An answer of the media service that is no success. Its 401 is about the signature, so it is never about the API key. */
export function mediaFailure(response: HttpResponse, endpoint: string): CourseLitError {
  const said = errorIn(readBody(response)).message;
  const host = new URL(endpoint).host;
  const code: ErrorCode =
    response.status < 400
      ? response.status >= 300
        ? 'redirected'
        : 'bad_response'
      : (CODES[response.status] ?? (response.status >= 500 ? 'unavailable' : 'forbidden'));
  const what =
    response.status >= 300 && response.status < 400
      ? 'redirects the upload, which is not followed'
      : `refused the upload (${response.status})`;
  return new CourseLitError({
    code,
    message: said ? `The media service says: ${asSentence(said)}` : `The media service at ${host} ${what}.`,
    hint:
      code === 'forbidden'
        ? 'Leave to upload lasts a short while only: try again.'
        : code === 'too_large'
          ? 'Upload a smaller file.'
          : code === 'redirected'
            ? "Check the school's media settings."
            : 'Try again in a few minutes.',
    status: response.status,
    serverMessage: said,
    method: 'POST',
    path: '/media/create',
    safeToRepeat: true,
  });
}

/** The media that an upload made. */
export function mediaAnswer(response: HttpResponse, endpoint: string): Media {
  if (response.status < 200 || response.status >= 300) throw mediaFailure(response, endpoint);
  const body = readBody(response);
  const parsed = body.kind === 'json' ? mediaSchema.safeParse(body.value) : undefined;
  if (parsed?.success) return parsed.data;
  throw mediaFailure(response, endpoint);
}
