import { readApiPath } from './apiPath.ts';

it.each([
  ['/api/products', '/api/products'],
  ['api/products', '/api/products'],
  [' /api/products/xSdpd-IC_h/sections ', '/api/products/xSdpd-IC_h/sections'],
  ['/api/products/a b', '/api/products/a%20b'],
  ['/api/products/a%20b', '/api/products/a%20b'],
  ['/api/products/münchen', '/api/products/m%C3%BCnchen'],
  ['/api/products/..a', '/api/products/..a'],
])('%s leads to %s', (typed, path) => {
  expect(readApiPath('path', typed)).toBe(path);
});

it.each([
  '',
  '/',
  '/api',
  '/api/',
  '/dashboard/products',
  '/apis/products',
  'products',
  'https://evil.example/api/products',
  'HTTPS://evil.example/api/products',
  'http:/api/products',
  'javascript:/api/x',
  '//evil.example/api/products',
  '/api//evil.example',
  '/api/products/',
  '\\\\evil.example\\api',
  '/api\\products',
  '/api/../dashboard',
  '/api/products/../../dashboard',
  '/api/products/..',
  '/api/./products',
  '/api/%2e%2e/dashboard',
  '/api/%2E%2e/dashboard',
  '/api/.%2e/dashboard',
  '/api/%252e%252e/dashboard',
  '/api/%25252525252e',
  '/api/a%2f..%2f..%2fdashboard',
  '/api/a%5cb',
  '/api/a%00b',
  '/api/a\nb',
  '/api/a\u0000b',
  '/api/%',
  '/api/%zz',
  '/api/%ff',
  '/api/products?limit=1',
  '/api/products#top',
  '/api/products%3Flimit=1',
  '@evil.example/api/x',
  '/@evil.example/api/x',
  `/api/${'x'.repeat(2001)}`,
])('%j is refused', (typed) => {
  expect(() => readApiPath('path', typed)).toThrow(
    expect.objectContaining({ code: 'validation', field: 'path', message: expect.stringMatching(/^The path .+\.$/) }),
  );
});

it('whatever is typed stays on the server and below its API, as every URL parser reads it', () => {
  const pieces = [
    '..',
    '.',
    '%2e',
    '%2E',
    '%252e',
    '/',
    '//',
    '%2f',
    '\\',
    '%5c',
    'api',
    'a',
    '@',
    ':',
    '?',
    '#',
    ' ',
    '%',
    'é',
    '\t',
    ';',
  ];
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  let taken = 0;
  for (let round = 0; round < 20_000; round++) {
    const typed = `${next(2) ? '/api/' : ''}${Array.from({ length: 1 + next(6) }, () => pieces[next(pieces.length)]).join('')}`;
    let path: string;
    try {
      path = readApiPath('path', typed);
    } catch {
      continue;
    }
    taken++;
    const url = new URL(`https://school.example.com/learn${path}`);
    expect(url.origin).toBe('https://school.example.com');
    expect(url.pathname).toBe(`/learn${path}`);
    expect(url.pathname).toMatch(/^\/learn\/api\/[^/]/);
    expect(url.search + url.hash).toBe('');
  }
  expect(taken).toBeGreaterThan(500);
});
