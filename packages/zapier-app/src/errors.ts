import { isCourseLitError, type CourseLitError } from '@courselit-connector/core';
import type { ZObject } from 'zapier-platform-core';

export type ZapierErrors = Pick<ZObject['errors'], 'Error' | 'ExpiredAuthError' | 'HaltedError' | 'ThrottledError'>;

/**
 * An error of the core in the class by which Zapier decides what happens to the Zap. The text says what happened and
 * what to do. Anything else is a bug, and is left as it is.
 */
export function toZapierError(errors: ZapierErrors, error: unknown): unknown {
  if (!isCourseLitError(error)) return error;
  // Zapier adds the whole input and every address called to a message, unless told not to.
  return Object.assign(translate(errors, error), { doNotContextify: true });
}

function translate(errors: ZapierErrors, error: CourseLitError): Error {
  const text = `${error.message} ${error.hint}`.trim();
  // Has the user connect the school again.
  if (error.code === 'auth') return new errors.ExpiredAuthError(text);
  // Zapier runs the step again, after so many seconds.
  if (error.code === 'rate_limited') return new errors.ThrottledError(text, secondsToWait(error));
  // Stops this run, and never turns off the Zap.
  if (isUnmetPrecondition(error)) return new errors.HaltedError(text);
  return new errors.Error(text, error.code, error.status);
}

function secondsToWait({ retryAfterMs }: CourseLitError): number | undefined {
  return retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000));
}

/** Words by which a school refuses a value, and not what is to be done with it (observed: all of them with 422). */
const REFUSED_VALUE = /validation failed|is required|\binvalid\b|not valid|unexpected token/i;

/**
 * The school understood, and its state does not allow it: a product that is not published, a name that is taken. A value
 * that it refuses, or that is refused before any call, is a mistake in how the Zap is set up; and what clashed with
 * another change of the same moment may well work when the run is replayed.
 */
function isUnmetPrecondition({ code, status, serverMessage = '', versionClash }: CourseLitError): boolean {
  if (code === 'conflict') return !versionClash;
  return code === 'validation' && status === 422 && !REFUSED_VALUE.test(serverMessage);
}
