/** The customers of a product as text: whatever they are, they come back as they were, and take little room. */
import { BitReader, BitWriter, fromBase64, ones, popcount, toBase64, widthOf } from './bits.ts';
import { emptyCustomers, FIELDS, type Customers } from './customers.ts';
import { decodeCustomers, encodeCustomers, isWhole, keysOf } from './customersCodec.ts';

/** The same numbers for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const NOBODY_MOVED: ReadonlySet<string> = new Set();

/** So many customers with fields at random, some of which nobody has. */
function someCustomers(seed: number, count: number, named: boolean): Customers {
  const random = chance(seed);
  const words = { done: 1 + random(4), marks: 1 + random(2), named };
  const customers = emptyCustomers(count, words);
  const ids = Array.from({ length: count }, (_, index) => `user ${index}%${random(1e9)}`);
  const key = keysOf(NOBODY_MOVED);
  const keyed = ids.map((id) => ({ id, ...key(id) })).sort((a, b) => a.high - b.high || a.low - b.low);
  keyed.forEach(({ id, high, low }, index) => {
    customers.high[index] = high;
    customers.low[index] = low;
    if (!customers.names) return;
    customers.names.userIds[index] = id;
    customers.names.emails[index] = random(3) === 0 ? '' : `${id}@example.com`;
  });
  for (const name of FIELDS) {
    const { data } = customers.columns[name];
    const largest = [0, 1, 3, 2 ** 16, 2 ** 32][random(5)] as number;
    for (let at = 0; at < data.length && largest > 0; at++) data[at] = random(largest);
  }
  return customers;
}
/** Column by column, as numbers; a column that is wider than it must be says the same. */
const view = (customers: Customers) => ({
  count: customers.count,
  keys: [...customers.high].map((high, index) => [high, customers.low[index]]),
  names: customers.names,
  columns: FIELDS.map((name) => {
    const { words, data } = customers.columns[name];
    const rows = Array.from({ length: customers.count }, (_, index) => [
      ...data.slice(index * words, (index + 1) * words),
    ]);
    return [name, rows.map((row) => row.join(' ').replace(/(?:(?:^| )0)+$/, ''))];
  }),
});

it.each([0, 1, 2, 3, 10, 33, 200])('%i customers come back as they were', (count) => {
  for (let seed = 0; seed < 8; seed++) {
    const customers = someCustomers(seed * 1000 + count, count, seed % 2 === 1);
    const encoded = encodeCustomers(customers);
    expect(isWhole(encoded)).toBe(true);
    const back = decodeCustomers(JSON.parse(JSON.stringify(encoded)) as typeof encoded, NOBODY_MOVED);
    expect(view(back)).toEqual(view(customers));
  }
});

it('takes no room for what nobody has: 17 bits and the lower half of the key at 100,000 customers', () => {
  const customers = emptyCustomers(100_000);
  for (let index = 0; index < customers.count; index++) {
    customers.high[index] = Math.floor((index / customers.count) * 2 ** 32);
    customers.low[index] = Math.imul(index, 0x9e3779b1) >>> 0;
  }
  const { data, fields } = encodeCustomers(customers);
  expect(fields).toEqual({});
  expect((fromBase64(data).length * 8) / customers.count).toBeLessThan(17.5 + 32);
});

it('says that a sum is wrong, and that names are too few', () => {
  const encoded = encodeCustomers(someCustomers(1, 5, true));
  expect(() => decodeCustomers({ ...encoded, sum: encoded.sum ^ 1 }, NOBODY_MOVED)).toThrow(RangeError);
  expect(() => decodeCustomers({ ...encoded, count: 6 }, NOBODY_MOVED)).toThrow(RangeError);
  expect(() => decodeCustomers({ ...encoded, count: 4 }, NOBODY_MOVED)).toThrow(RangeError);
});

describe('bits', () => {
  it('of any width come back, one after the other', () => {
    for (let seed = 0; seed < 8; seed++) {
      const random = chance(seed);
      const written = Array.from({ length: 500 }, () => {
        const width = random(33);
        return { width, value: width === 0 ? 0 : random(2 ** width), unary: random(70) };
      });
      const writer = new BitWriter();
      for (const { width, value, unary } of written) {
        writer.write(value, width);
        writer.writeUnary(unary);
      }
      const reader = new BitReader(fromBase64(toBase64(writer.toBytes())));
      const read = written.map(({ width }) => ({ width, value: reader.read(width), unary: reader.readUnary() }));
      expect(read).toEqual(written);
      expect(() => reader.read(8)).toThrow(RangeError);
    }
  });

  it('are counted and found', () => {
    for (const word of [0, 1, 5, 0x80000000, 0xffffffff, 0x12345678]) {
      const places = [...word.toString(2)].reverse().flatMap((bit, place) => (bit === '1' ? [place] : []));
      expect([...ones(word)]).toEqual(places);
      expect(popcount(word)).toBe(places.length);
      expect(widthOf(word)).toBe(places.length === 0 ? 0 : Math.max(...places) + 1);
    }
  });
});
