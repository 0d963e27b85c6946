import { CourseLitError, ERROR_CODES, hintFor, type ErrorCode } from '@courselit-connector/core';
import { errors } from 'zapier-platform-core';
import { toZapierError } from './errors.ts';

const translate = (details: Partial<ConstructorParameters<typeof CourseLitError>[0]> & { code: ErrorCode }) =>
  toZapierError(errors, new CourseLitError({ message: 'It went wrong.', ...details })) as Error;

describe('toZapierError', () => {
  it.each(ERROR_CODES)('%s: says what happened and what to do', (code) => {
    expect(translate({ code }).message).toContain(`It went wrong. ${hintFor(code)}`);
  });

  it.each(ERROR_CODES)('%s: keeps Zapier from adding the input and the addresses called', (code) => {
    expect(translate({ code })).toHaveProperty('doNotContextify', true);
  });

  it.each<[ErrorCode, number | undefined, string]>([
    ['auth', 401, 'ExpiredAuthError'],
    ['auth', 400, 'ExpiredAuthError'],
    ['auth', undefined, 'ExpiredAuthError'],
    ['rate_limited', 429, 'ThrottledError'],
    ['validation', 422, 'HaltedError'],
    ['conflict', 422, 'HaltedError'],
    ['conflict', undefined, 'HaltedError'],
    ['validation', undefined, 'AppError'],
    ['validation', 400, 'AppError'],
    ['not_found', 404, 'AppError'],
    ['forbidden', 403, 'AppError'],
    ['unavailable', 503, 'AppError'],
    ['timeout', undefined, 'AppError'],
  ])('%s (%s) is %s', (code, status, name) => {
    expect(translate({ code, status }).name).toBe(name);
  });

  it('a clash with another change is an error, which can be replayed', () => {
    expect(translate({ code: 'conflict', status: 422, versionClash: true }).name).toBe('AppError');
  });

  it.each([
    [undefined, undefined],
    [0, 1],
    [1200, 2],
    [60_000, 60],
  ])('a wait of %s ms is %s whole seconds', (retryAfterMs, delay) => {
    expect(JSON.parse(translate({ code: 'rate_limited', retryAfterMs }).message)).toHaveProperty(
      ...((delay === undefined ? ['message'] : ['delay', delay]) as [string]),
    );
  });

  it('leaves anything else as it is', () => {
    const bug = new TypeError('a bug');
    expect(toZapierError(errors, bug)).toBe(bug);
  });
});
