/**
 * Every recorded answer of a real server, given to the call that it answers: a good one must be understood, and a
 * refusal become the right kind of error. EXCHANGES names another recording of the same form.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSchool, isCourseLitError, type ErrorCode, type School } from '../packages/core/src/index.ts';

interface Exchange {
  readonly name: string;
  readonly request: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly response: { readonly status: number; readonly body: unknown };
}

const file = process.env['EXCHANGES'] ?? join(__dirname, 'fixtures', 'exchanges.ndjson');
const exchanges = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Exchange);

const all = async (rows: AsyncIterable<unknown>): Promise<unknown[]> => {
  const read = [];
  for await (const row of rows) read.push(row);
  return read;
};
const document = { type: 'doc', content: [] } as const;

/** Which call of the core an exchange answers. What the core sends does not matter here, only what it makes of the answer. */
const CALLS: readonly (readonly [string, RegExp, (school: School) => Promise<unknown>])[] = [
  ['GET', /^\/api\/products$/, (school) => all(school.products.list())],
  ['POST', /^\/api\/products$/, (school) => school.products.create({ title: 'T', type: 'course' })],
  ['GET', /^\/api\/products\/[^/]+$/, (school) => school.products.get('p')],
  ['PATCH', /^\/api\/products\/[^/]+$/, (school) => school.products.update('p', { tags: [] })],
  ['DELETE', /^\/api\/products\/[^/]+$/, (school) => school.products.delete('p')],
  ['GET', /\/payment-plans$/, (school) => school.paymentPlans.list('p')],
  ['POST', /\/payment-plans$/, (school) => school.paymentPlans.create('p', { name: 'N', type: 'free' })],
  ['GET', /\/payment-plans\/[^/]+$/, (school) => school.paymentPlans.get('p', 'x')],
  ['PATCH', /\/payment-plans\/[^/]+$/, (school) => school.paymentPlans.update('p', 'x', { name: 'N' })],
  ['DELETE', /\/payment-plans\/[^/]+$/, (school) => school.paymentPlans.archive('p', 'x')],
  ['POST', /\/payment-plans\/[^/]+\/default$/, (school) => school.paymentPlans.setDefault('p', 'x')],
  ['GET', /\/sections$/, (school) => school.sections.list('p')],
  ['POST', /\/sections$/, (school) => school.sections.create('p', { name: 'N' })],
  ['POST', /\/sections\/reorder$/, (school) => school.sections.reorder('p', ['a'])],
  ['PATCH', /\/sections\/[^/]+$/, (school) => school.sections.update('p', 'x', { name: 'N' })],
  ['DELETE', /\/sections\/[^/]+$/, (school) => school.sections.delete('p', 'x')],
  ['GET', /\/lessons$/, (school) => school.lessons.list('p')],
  ['POST', /\/lessons$/, (school) => school.lessons.create('p', { type: 'text', title: 'T', content: document })],
  ['GET', /\/lessons\/[^/]+$/, (school) => school.lessons.get('p', 'x')],
  ['PATCH', /\/lessons\/[^/]+$/, (school) => school.lessons.update('p', 'x', { title: 'T' })],
  ['DELETE', /\/lessons\/[^/]+$/, (school) => school.lessons.delete('p', 'x')],
  ['POST', /\/lessons\/[^/]+\/move$/, (school) => school.lessons.move('p', 'x', { sectionId: 's', index: 0 })],
  ['GET', /\/customers$/, (school) => all(school.customers.roster('p'))],
  ['POST', /\/customers\/invitations$/, (school) => school.customers.invite('p', { email: 'a@example.com' })],
  ['GET', /\/customers\/[^/]+\/progress$/, (school) => school.customers.progress('p', 'u')],
  ['POST', /^\/api\/user$/, (school) => school.users.create({ email: 'a@example.com' })],
  ['PATCH', /^\/api\/user$/, (school) => school.users.update({ email: 'a@example.com' })],
  ['POST', /^\/api\/media\/presigned$/, (school) => school.media.presign()],
];
const pathOf = (exchange: Exchange) => (exchange.request.path.split('?')[0] as string).replace(/(.)\/$/, '$1');
const callOf = (exchange: Exchange) =>
  CALLS.find(([method, path]) => method === exchange.request.method && path.test(pathOf(exchange)))?.[2];

/** Which kinds of error a status may become. */
const CODES: Record<number, readonly ErrorCode[]> = {
  308: ['redirected'],
  400: ['auth', 'bad_request', 'conflict', 'validation', 'not_found'],
  401: ['auth'],
  403: ['forbidden'],
  404: ['not_found', 'not_a_school'],
  405: ['unsupported'],
  413: ['too_large'],
  422: ['validation', 'conflict', 'not_found', 'unsupported'],
  500: ['unavailable'],
};

/** A school that gives the recorded answer to the recorded call, and nothing but empty lists to what the core asks besides. */
function playing({ request, response }: Exchange): School {
  const last = pathOf({ request } as Exchange)
    .split('/')
    .at(-1);
  let answered = false;
  return createSchool({
    baseUrl: 'https://school.example.com',
    transport: async ({ method, url }) => {
      const isIt = method === request.method && (answered === false || method !== 'GET');
      const sections = '{"data":[{"sectionId":"s","name":"S","lessonsOrder":[]}]}';
      const besides = url.endsWith('/sections') && last !== 'sections' ? sections : '{"data":[]}';
      // A move answers nothing of use, so the lesson is read after it.
      const beside = last === 'move' && url.endsWith('/lessons/x') ? '{"lessonId":"x","title":"T"}' : besides;
      const plays = isIt && !(beside === sections);
      answered ||= plays;
      const body = plays ? (typeof response.body === 'string' ? response.body : JSON.stringify(response.body)) : beside;
      const headers: Record<string, string> = response.status === 308 ? { location: `${url}/` } : {};
      return { status: plays ? response.status : 200, headers, body: new TextEncoder().encode(body) };
    },
  });
}

/** A recording that leaves rows out says so in a row of its own, which no server gives. */
const isWhole = ({ response }: Exchange) => !JSON.stringify(response.body).includes('"_omitted"');

const called = exchanges.filter(callOf);
it('covers the recording', () => {
  const others = exchanges.filter((exchange) => !callOf(exchange)).map((exchange) => exchange.name);
  // A method and a path that the API does not have, and what only a learner may do.
  if (file.endsWith(join('fixtures', 'exchanges.ndjson')))
    expect(others).toEqual(['method-not-allowed', 'unknown-path', 'completion']);
  expect(called.length).toBeGreaterThan(0);
});

it.each(called.map((exchange) => [exchange.name, exchange] as const))('%s', async (_name, exchange) => {
  const { status, body } = exchange.response;
  const recorded = isWhole(exchange)
    ? body
    : { ...(body as object), data: ((body as { data: object[] }).data ?? []).filter((row) => !('_omitted' in row)) };
  const run = callOf(exchange) as (school: School) => Promise<unknown>;
  const outcome = await run(playing({ ...exchange, response: { status, body: recorded } })).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (status < 300) {
    expect(outcome).not.toHaveProperty('error');
    expect(outcome).toHaveProperty('value');
    const rows = (recorded as { data?: unknown[] }).data;
    if (Array.isArray(rows) && !/\/lessons$/.test(pathOf(exchange)))
      expect(outcome).toMatchObject({ value: { length: rows.length } });
    return;
  }
  const error = 'error' in outcome ? outcome.error : undefined;
  if (!isCourseLitError(error)) throw new Error(`Not the connector's own error: ${String(error)}`);
  expect(CODES[status]).toContain(error.code);
  expect(error.status).toBe(status);
  const said = (body as { error?: { message?: string } | string; message?: string } | null) ?? {};
  const message = typeof said.error === 'object' ? said.error.message : said.error || said.message;
  // What the school says in its own words reaches the person, unless it says nothing.
  if (message && !/^(bad request|unauthorized|forbidden)$/i.test(message) && error.code !== 'auth')
    expect(error.message).toContain(message);
  if (/not found/i.test(message ?? '') && status !== 400) expect(error.code).toBe('not_found');
});
