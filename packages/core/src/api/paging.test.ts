import { readPages } from './paging.ts';

const pagesOf = (...pages: string[][]) => {
  const asked: [number, number][] = [];
  const page = async (number: number, limit: number) => (asked.push([number, limit]), pages[number - 1] ?? []);
  return { asked, page };
};
const all = async <Row>(rows: AsyncIterable<Row>) => {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
};
const self = (row: string) => row;

it('goes on after a short page, and ends at the empty one', async () => {
  const { page, asked } = pagesOf(['a', 'b'], ['c'], ['d', 'e'], []);
  expect(await all(readPages(page, self, { pageSize: 2 }))).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(asked).toEqual([
    [1, 2],
    [2, 2],
    [3, 2],
    [4, 2],
  ]);
});

it('gives a row once that has moved to the next page meanwhile', async () => {
  const { page } = pagesOf(['a', 'b'], ['b', 'c'], []);
  expect(await all(readPages(page, self))).toEqual(['a', 'b', 'c']);
});

it('goes on past a page that holds nothing new, as pages shift under it', async () => {
  const { page } = pagesOf(['a', 'b'], ['a', 'b'], ['c'], []);
  expect(await all(readPages(page, self))).toEqual(['a', 'b', 'c']);
});

it('does not ask for more than it must, nor for pages larger than the server gives', async () => {
  const { page, asked } = pagesOf(['a', 'b'], ['c']);
  expect(await all(readPages(page, self, { limit: 2, pageSize: 5000 }))).toEqual(['a', 'b']);
  expect(asked).toEqual([[1, 200]]);
});

it('ends where a server gives the same page for ever', async () => {
  let calls = 0;
  const page = async () => (calls++, ['a', 'b']);
  expect(await all(readPages(page, self))).toEqual(['a', 'b']);
  expect(calls).toBeLessThanOrEqual(4);
});

describe('side by side', () => {
  /** A list of so many rows; the first pages take longest, so that answers come in the wrong order. */
  const list = (rows: number, size = 200) => {
    let running = 0;
    const seen = { asked: 0, most: 0 };
    const page = async (number: number, limit: number) => {
      seen.asked++;
      seen.most = Math.max(seen.most, ++running);
      for (let turn = 0; turn < 20 - number; turn++) await null;
      running--;
      const first = (number - 1) * limit;
      return Array.from({ length: Math.max(0, Math.min(limit, rows - first)) }, (_, index) => `r${first + index}`);
    };
    const read = (options: object) => all(readPages(page, self, { pageSize: size, ...options }));
    return { seen, read };
  };

  it.each([0, 1, 199, 200, 201, 800, 1000, 1001])(
    'reads %i rows in order, with one request more at most',
    async (rows) => {
      for (const expected of [0, rows]) {
        const { seen, read } = list(rows);
        const read_ = await read({ parallel: 4, expected });
        expect(read_).toEqual(Array.from({ length: rows }, (_, index) => `r${index}`));
        expect(seen.most).toBeLessThanOrEqual(4);
        const oneByOne = Math.ceil(rows / 200) + 1;
        expect(seen.asked).toBeLessThanOrEqual(oneByOne + 1);
        if (expected >= 800) expect(seen.most).toBe(4);
      }
    },
  );

  it('asks for no page that a limit makes needless', async () => {
    const { seen, read } = list(1000, 100);
    expect(await read({ parallel: 4, expected: 1000, limit: 150 })).toHaveLength(150);
    expect(seen.asked).toBe(2);
  });

  it('gives a failure of a page in its turn, after the rows before it', async () => {
    const page = async (number: number) => (number === 3 ? Promise.reject(new Error('third')) : [`r${number}`]);
    const got: string[] = [];
    const read = async () => {
      for await (const row of readPages(page, self, { parallel: 4, expected: 10, pageSize: 1 })) got.push(row);
    };
    await expect(read()).rejects.toThrow('third');
    expect(got).toEqual(['r1', 'r2']);
  });
});
