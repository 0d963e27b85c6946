/** Which class of Zapier's every refusal becomes that a real server was seen to answer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBody } from '../packages/core/src/http/body.ts';
import { failedResponse } from '../packages/core/src/http/failure.ts';
import { toZapierError, type ZapierErrors } from '../packages/zapier-app/src/errors.ts';

interface Exchange {
  readonly request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: unknown };
  readonly response: { readonly status: number; readonly body: unknown };
}

const refusals = readFileSync(join(__dirname, 'fixtures', 'exchanges.ndjson'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Exchange)
  .filter(({ response }) => response.status >= 400);

/** Says which class it was made with. */
const named = (name: string) =>
  class extends Error {
    override readonly name = name;
  };
const errors = {
  Error: named('Error'),
  ExpiredAuthError: named('ExpiredAuthError'),
  HaltedError: named('HaltedError'),
  ThrottledError: named('ThrottledError'),
} as unknown as ZapierErrors;

function classOf({ request: { method, path, body }, response }: Exchange): string {
  const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
  const answer = { status: response.status, headers: {}, body: new TextEncoder().encode(text) };
  const [pathname = ''] = path.split('?');
  const sent = body === undefined || body === null ? {} : { body: JSON.stringify(body) };
  const request = {
    method,
    url: `https://school.example${path}`,
    headers: {},
    ...sent,
    toSchool: true,
    timeoutMs: 1000,
    maxResponseBytes: 1000,
  };
  const call = { request, path: pathname, baseUrl: 'https://school.example', idempotent: method === 'GET', now: 0 };
  const error = failedResponse(call, answer, readBody(answer));
  return (toZapierError(errors, error) as Error).name;
}

/** What the school said, once each, of the refusals that became this class. */
const saidOf = (name: string) =>
  [
    ...new Set(
      refusals
        .filter((one) => classOf(one) === name)
        .map(({ response }) => {
          const { error, message } = (response.body ?? {}) as { error?: unknown; message?: string };
          return typeof error === 'object' ? (error as { message?: string } | null)?.message : (error ?? message);
        }),
    ),
  ].sort();

it('halts a run where the state of the school does not allow it, and nowhere else', () => {
  expect(saidOf('HaltedError')).toEqual([
    'A group with that name exists',
    'A payment plan with the same type already exists',
    'Add a payment plan before performing this action',
    'Add payment method before creating a paid plan',
    'Cannot invite customers to an unpublished product',
    'Default payment plan cannot be archived',
    'Digital download cannot have sections',
    'The user already exists',
    'This URL slug is already in use. Please choose a different one.',
    'This section has lessons. Delete them before proceeding',
  ]);
});

it('asks to connect again where the key is missing or refused, and nowhere else', () => {
  const asked = refusals.filter((one) => classOf(one) === 'ExpiredAuthError');
  expect(new Set(asked.map(({ response }) => response.status))).toEqual(new Set([400, 401]));
  for (const { request, response } of asked) if (response.status === 400) expect(request.method).toBe('GET');
});

it('counts every other refusal as an error: a wrong value, a thing that is not there', () => {
  const counted = saidOf('Error');
  expect(counted).toEqual(
    expect.arrayContaining([
      'Invalid email format',
      'Invalid input',
      'Item not found',
      'One-time amount is required for one-time payment plan',
      'Section not found',
    ]),
  );
  expect(refusals.filter((one) => classOf(one) === 'ThrottledError')).toEqual([]);
});
