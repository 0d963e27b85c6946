import * as z from 'zod/mini';
import { createSchool } from '../school.ts';
import { checked, listOf, maybe, moment, oneOf } from './shapes.ts';

/** A school that answers every call with the same. */
const answering = (body: unknown) =>
  createSchool({
    baseUrl: 'https://school.example.com',
    transport: async () => ({ status: 200, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)) }),
  });
const first = async <Row>(rows: AsyncIterable<Row>): Promise<Row | undefined> => {
  for await (const row of rows) return row;
  return undefined;
};

it.each([
  ['as observed', { data: [{ n: 1 }], pagination: { page: 1 } }],
  ['bare', [{ n: 1 }]],
  ['under the name of what it lists', { products: [{ n: 1 }], total: 1 }],
])('reads a list %s', (_what, body) => {
  expect(listOf(z.looseObject({ n: z.number() })).parse(body)).toEqual([{ n: 1 }]);
});

it.each([{ data: 'x' }, { a: [], b: [] }, 'text', null, 1])('does not take %j for a list', (body) => {
  expect(listOf(z.unknown()).safeParse(body).success).toBe(false);
});

it.each([
  ['bare', { thingId: 'a', x: 1 }],
  ['wrapped', { data: { thingId: 'a', x: 1 } }],
  ['with a plain id', { id: 'a', x: 1 }],
  ['with the id of a database', { _id: 'a', x: 1 }],
])('reads one thing %s', (_what, body) => {
  expect(oneOf(z.looseObject({ thingId: z.string() }), 'thingId').parse(body)).toMatchObject({ thingId: 'a', x: 1 });
});

it('takes an optional field of another type as missing, and times in both forms', () => {
  const schema = z.looseObject({ n: maybe(z.number()), at: maybe(moment) });
  expect(schema.parse({})).toEqual({});
  expect(schema.parse({ n: null, at: null, other: [1] })).toEqual({ n: null, at: null, other: [1] });
  expect(schema.parse({ n: 'many', at: 0 })).toEqual({ n: undefined, at: '1970-01-01T00:00:00.000Z' });
  expect(schema.parse({ at: '2026-11-21T00:00:00Z' })).toEqual({ at: '2026-11-21T00:00:00Z' });
});

it.each([
  ['as observed', { user: { userId: 'u', email: 'a@example.com' }, status: 'active', extra: 1 }],
  ['flat', { userId: 'u', email: 'a@example.com', status: 'active', extra: 1 }],
])('reads a roster row %s', async (_what, row) => {
  const read = await first(answering({ data: [row] }).customers.roster('p'));
  expect(read).toMatchObject({ user: { userId: 'u', email: 'a@example.com' }, status: 'active', extra: 1 });
});

it('passes over rows of people who are gone, but not over the page that they are on', async () => {
  const pages = [[{ user: null, status: 'active' }], [{ user: { userId: 'u' } }], []];
  let asked = 0;
  const school = createSchool({
    baseUrl: 'https://school.example.com',
    transport: async () => ({
      status: 200,
      headers: {},
      body: new TextEncoder().encode(JSON.stringify({ data: pages[asked++] })),
    }),
  });
  const ids: string[] = [];
  for await (const row of school.customers.roster('p')) ids.push(row.user.userId);
  expect(ids).toEqual(['u']);
  expect(asked).toBe(3);
});

it('names the field that a call does not take, or that is wrong', () => {
  const schema = z.strictObject({ title: z.string() });
  expect(() => checked(schema, { title: 'x', cost: 1 } as never)).toThrow(
    expect.objectContaining({ code: 'validation', field: 'cost' }),
  );
  expect(() => checked(schema, { title: 1 } as never)).toThrow(
    expect.objectContaining({ code: 'validation', field: 'title' }),
  );
});
