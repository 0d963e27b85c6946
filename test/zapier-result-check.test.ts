/** The check of results finds what would leave a field of a later step empty, or of another type than was said. */
import { mismatches } from '../packages/zapier-app/test/checks/index.ts';

const promised = {
  sample: {
    id: 'x',
    count: 3,
    at: '2026-11-21T00:45:00.000Z',
    tags: ['a'],
    customer: { email: 'a@example.com', address: { city: 'Bonn' } },
    enrolments: [{ productId: 'p', active: true }],
  },
  outputFields: [
    { key: 'id', type: 'string', required: true },
    { key: 'count', type: 'integer' },
    { key: 'at', type: 'datetime' },
    { key: 'tags', type: 'string', list: true },
    { key: 'customer__email', type: 'string' },
    { key: 'customer__address__city', type: 'string' },
    {
      key: 'enrolments',
      children: [
        { key: 'productId', type: 'string' },
        { key: 'active', type: 'boolean' },
      ],
    },
  ],
};
const whole = promised.sample;
const paths = (result: unknown) => mismatches(result, promised).map(({ path }) => path);

it.each([
  ['the sample itself', whole],
  ['more than the sample has', { ...whole, more: 1, enrolments: [{ ...whole.enrolments[0], more: 1 }] }],
  ['empty lists', { ...whole, tags: [], enrolments: [] }],
  ['null for a value', { ...whole, id: null, count: null, at: null, enrolments: [{ productId: null, active: null }] }],
])('takes %s', (_what, result) => {
  expect(mismatches(result, promised)).toEqual([]);
});

it.each<[what: string, result: unknown, found: string[]]>([
  ['no object', null, ['']],
  ['a list', [whole], ['']],
  ['a missing key within', { ...whole, customer: { email: 'a', address: {} } }, ['customer.address.city']],
  ['nothing where the sample has an object', { ...whole, customer: null }, ['customer']],
  ['an item without a key', { ...whole, enrolments: [{ productId: 'p' }] }, ['enrolments.0.active']],
  ['a text for a whole number', { ...whole, count: '3' }, ['count']],
  ['a part of a whole number', { ...whole, count: 3.5 }, ['count']],
  ['a time without a zone', { ...whole, at: '2026-11-21T00:45:00' }, ['at']],
  ['a day that there is not', { ...whole, at: '2026-13-41T00:45:00Z' }, ['at']],
  ['a number among the texts', { ...whole, tags: ['a', 2] }, ['tags.1']],
  ['a number within', { ...whole, customer: { email: 5, address: { city: 'Bonn' } } }, ['customer.email']],
  ['another type in an item', { ...whole, enrolments: [{ productId: 'p', active: 'yes' }] }, ['enrolments.0.active']],
])('finds %s', (_what, result, found) => {
  expect(paths(result)).toEqual(found);
});

it('finds each key that is not there', () => {
  const { id: _id, tags: _tags, ...rest } = whole;
  expect(paths(rest)).toEqual(['id', 'tags', 'id']);
});
