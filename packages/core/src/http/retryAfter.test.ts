import { retryAfterMs } from './retryAfter.ts';

const now = Date.parse('2026-11-21T00:00:00Z');

it.each([
  ['0', 0],
  ['7', 7000],
  [' 1.5 ', 1500],
  ['Sat, 21 Nov 2026 00:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 00:00:00 GMT', 0],
  ['99999999', 86_400_000],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads %j as %j ms', (header, wait) => {
  expect(retryAfterMs(header, now)).toBe(wait);
});
