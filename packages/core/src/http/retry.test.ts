import { CourseLitError } from './errors.ts';
import { inLane } from './lanes.ts';
import { delayBeforeRepeat } from './retry.ts';

const delay = (error: object, { attempt = 1, repeatable = true, most = 60_000, random = 0.999 } = {}) =>
  delayBeforeRepeat(
    new CourseLitError({ code: 'unavailable', message: 'x', ...error }),
    attempt,
    repeatable,
    most,
    () => random,
  );

it('waits longer each time, by chance between nothing and a bound', () => {
  const bounds = [1, 2, 3, 4, 5].map((attempt) => Math.round(delay({ status: 503 }, { attempt }) ?? NaN));
  expect(bounds).toEqual([500, 999, 1998, 3996, 7992]);
  expect(delay({ status: 503 }, { attempt: 3, random: 0 })).toBe(0);
  expect(delay({ status: 503 }, { attempt: 6 })).toBeUndefined();
});

it('waits as long as it is told, or not at all when that is too long', () => {
  expect(delay({ code: 'rate_limited', status: 429, retryAfterMs: 7000 }, { random: 0 })).toBe(7000);
  expect(delay({ code: 'rate_limited', status: 429, retryAfterMs: 7000 })).toBeGreaterThan(7000);
  expect(delay({ code: 'rate_limited', status: 429, retryAfterMs: 70_000 })).toBeUndefined();
});

it.each<[string, object, boolean, boolean]>([
  ['a 500', { status: 500, mayBeDone: true }, false, false],
  ['a 502', { status: 502, mayBeDone: true }, true, false],
  ['a 503 that tells when to come back', { status: 503, retryAfterMs: 1 }, true, true],
  ['a 429', { code: 'rate_limited', status: 429 }, true, true],
  ['a time-out', { code: 'timeout', mayBeDone: true }, true, false],
  ['a reset', { code: 'network', mayBeDone: true }, true, false],
  ['a refused connection', { code: 'network' }, true, true],
  ['a certificate', { code: 'network', permanent: true }, false, false],
  ['JSON cut off', { code: 'bad_response', status: 200, mayBeDone: true }, true, false],
  ['a wrong key', { code: 'auth', status: 401 }, false, false],
  ['a refusal', { code: 'validation', status: 422 }, false, false],
  ['a version clash', { code: 'conflict', status: 422, versionClash: true, mayBeDone: true }, true, false],
  ['a redirect', { code: 'redirected', status: 302 }, false, false],
])('after %s', (_what, error, readsAgain, createsAgain) => {
  expect(delay(error) !== undefined).toBe(readsAgain);
  expect(delay(error, { repeatable: false }) !== undefined).toBe(createsAgain);
});

it('gives up sooner on a school that was never reached', () => {
  expect(delay({ code: 'network' }, { attempt: 3 })).toBeDefined();
  expect(delay({ code: 'network' }, { attempt: 4 })).toBeUndefined();
});

describe('lanes', () => {
  it('keep their order, do not wait for each other, and survive a failure', async () => {
    const log: string[] = [];
    const task = (name: string, turns: number) => async () => {
      log.push(`${name} begins`);
      for (let turn = 0; turn < turns; turn++) await null;
      log.push(`${name} ends`);
      if (name === 'a2') throw new Error('a2');
      return name;
    };
    const results = await Promise.allSettled([
      inLane('a', task('a1', 9)),
      inLane('a', task('a2', 3)),
      inLane('a', task('a3', 1)),
      inLane('b', task('b1', 1)),
      inLane(undefined, task('free', 0)),
    ]);
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
      'a1',
      'failed',
      'a3',
      'b1',
      'free',
    ]);
    expect(log.filter((line) => line.startsWith('a'))).toEqual([
      'a1 begins',
      'a1 ends',
      'a2 begins',
      'a2 ends',
      'a3 begins',
      'a3 ends',
    ]);
    expect(log.indexOf('b1 ends')).toBeLessThan(log.indexOf('a1 ends'));
  });
});
