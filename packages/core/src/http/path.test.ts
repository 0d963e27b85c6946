import { encodeSegment, path, queryString } from './path.ts';

describe('an ID in a path', () => {
  it.each([
    '../../admin',
    'a/b',
    'a?b=c',
    'a#b',
    'a%2fb',
    'a\u0000b',
    'a b',
    'naïve',
    '日本',
    '😀',
    '..%2f',
    '%2e%2e',
    'a\\b',
    'a;b',
    '...',
    '\ud800',
  ])('keeps %j in one segment', (id) => {
    const url = new URL(path`/api/products/${id}/sections`, 'https://school.example.com');
    expect(url.pathname.split('/')).toHaveLength(5);
    expect(url.pathname).toMatch(/^\/api\/products\/[^/]+\/sections$/);
    expect(url.search + url.hash).toBe('');
    expect(decodeURIComponent(url.pathname.split('/')[3] as string)).toBe(id.toWellFormed());
  });

  it.each(['', '.', '..', 'x'.repeat(501)])('refuses %j', (id) => {
    expect(() => encodeSegment(id)).toThrow(expect.objectContaining({ code: 'validation' }));
  });
});

it('leaves empty query parameters out and encodes the rest', () => {
  expect(queryString({})).toBe('');
  expect(
    queryString({ search: 'plus+tag & co', page: 2, published: false, none: undefined, empty: '', tags: ['a', 'b'] }),
  ).toBe('?search=plus%2Btag+%26+co&page=2&published=false&tags=a&tags=b');
});
