/** Every fault, and what must come of it. */
import type { Fault } from '../../packages/sandbox/src/index.ts';

/** What must come out: done, or an error of this code. For each kind of call, and how many requests of the call itself. */
export type Outcome = 'done' | string;
export interface FaultCase {
  fault: Fault;
  read: [Outcome, number];
  repeatable: [Outcome, number];
  creating: [Outcome, number];
  /** The least wait before the repeat, in milliseconds. */
  wait?: number;
}
const soon = () => new Date(Date.now() + 9000);
export const FAULTS: Record<string, () => FaultCase> = {
  '429 with seconds': () => ({
    fault: { kind: 'status', status: 429, retryAfter: 7 },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 2],
    wait: 7000,
  }),
  '429 with a date': () => ({
    fault: { kind: 'status', status: 429, retryAfter: soon() },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 2],
    wait: 6000,
  }),
  '429 alone': () => ({
    fault: { kind: 'status', status: 429 },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 2],
  }),
  '503 with Retry-After': () => ({
    fault: { kind: 'status', status: 503, retryAfter: 3 },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 2],
    wait: 3000,
  }),
  '503 alone': () => ({
    fault: { kind: 'status', status: 503 },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['unavailable', 1],
  }),
  '502 page': () => ({
    fault: { kind: 'status', status: 502, body: 'html' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['unavailable', 1],
  }),
  '502 page after the effect': () => ({
    fault: { kind: 'status', status: 502, body: 'html', after: true },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  '504 after the effect': () => ({
    fault: { kind: 'status', status: 504, after: true },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  '500 empty': () => ({
    fault: { kind: 'status', status: 500 },
    read: ['unavailable', 1],
    repeatable: ['unavailable', 1],
    creating: ['unavailable', 1],
  }),
  'reset before the effect': () => ({
    fault: { kind: 'reset', when: 'before' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['network', 1],
  }),
  'reset after the effect': () => ({
    fault: { kind: 'reset', when: 'after' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  'hang before the effect': () => ({
    fault: { kind: 'hang' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['timeout', 1],
  }),
  'hang after the effect': () => ({
    fault: { kind: 'hang', after: true },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  'JSON cut off': () => ({
    fault: { kind: 'truncate' },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  'connection cut in the answer': () => ({
    fault: { kind: 'truncate', broken: true },
    read: ['done', 2],
    repeatable: ['done', 2],
    creating: ['done', 1],
  }),
  'slow answer': () => ({
    fault: { kind: 'drip', bytes: 200, ms: 1 },
    read: ['done', 1],
    repeatable: ['done', 1],
    creating: ['done', 1],
  }),
  'wrong content type': () => ({
    fault: { kind: 'content-type', value: 'text/html' },
    read: ['done', 1],
    repeatable: ['done', 1],
    creating: ['done', 1],
  }),
  'redirect to another host': () => ({
    fault: { kind: 'redirect', to: 'https://evil.example/api' },
    read: ['redirected', 1],
    repeatable: ['redirected', 1],
    creating: ['redirected', 1],
  }),
  'login page': () => ({
    fault: { kind: 'html' },
    read: ['not_a_school', 1],
    repeatable: ['not_a_school', 1],
    creating: ['not_a_school', 1],
  }),
  'endless answer': () => ({
    fault: { kind: 'huge', bytes: 40 * 2 ** 20 },
    read: ['bad_response', 1],
    repeatable: ['bad_response', 1],
    creating: ['done', 1],
  }),
};

/** Cells where the school itself makes the difference, with the reason. */
export const EXCEPTIONS: Record<string, [Outcome, number]> = {
  // The roster tells that the invitation was carried out: no second one is sent.
  'invite a customer, 502 page after the effect': ['done', 1],
  'invite a customer, 504 after the effect': ['done', 1],
  'invite a customer, reset after the effect': ['done', 1],
  'invite a customer, hang after the effect': ['done', 1],
  'invite a customer, JSON cut off': ['done', 1],
  'invite a customer, connection cut in the answer': ['done', 1],
  'invite a customer, endless answer': ['done', 1],
  // A school without this call answers a page as well, and the list of products holds what is asked for.
  'get a product, login page': ['done', 1],
};
