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
