import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../options.ts';
import { call, plantCourse, rosterPage } from '../testing/client.ts';
import { readPaging } from './paging.ts';

describe('page and limit', () => {
  const read = (query: string) => readPaging(new URLSearchParams(query));

  test.each([
    ['', 1, 50],
    ['limit=200', 1, 200],
    ['limit=201', 1, 200],
    ['limit=100000', 1, 200],
    ['limit=0', 1, 1],
    ['limit=-5', 1, 1],
    ['limit=abc', 1, 1],
    ['limit=Infinity', 1, 1],
    ['limit=', 1, 50],
    ['page=3', 3, 50],
    ['page=0', 1, 50],
    ['page=-2', 1, 50],
    ['page=', 1, 50],
  ])('%s', (query, page, limit) => {
    expect(read(query)).toMatchObject({ page, limit });
  });

  test('a page that is no number shows as null and reads the first page', () => {
    const paging = read('page=abc&limit=1');
    expect(JSON.stringify(paging)).toBe('{"page":null,"limit":1,"readPage":1}');
  });
});

describe('a roster page by page', () => {
  let sandbox: Sandbox;
  let productId: string;

  beforeEach(async () => {
    sandbox = await startSandbox();
    ({ productId } = plantCourse(sandbox));
    for (let number = 1; number <= 5; number++) sandbox.school.invite(productId, `c${number}@example.com`);
  });
  afterEach(() => sandbox.stop());

  const emails = async (query: string) =>
    (await rosterPage(sandbox, productId, query)).map(({ user }) => user.email.slice(0, 2));

  test('shows who joined first, first, and an empty page behind the end', async () => {
    expect(await emails('?limit=2')).toEqual(['c1', 'c2']);
    expect(await emails('?limit=2&page=3')).toEqual(['c5']);
    expect(await emails('?limit=2&page=4')).toEqual([]);
  });

  test('drops the rows of deleted users after paging, so that a page is short', async () => {
    sandbox.school.deleteUser(sandbox.school.userByEmail.get('c1@example.com')?.userId ?? '');
    expect(await emails('?limit=2')).toEqual(['c2']);
    expect(await emails('?limit=2&page=2')).toEqual(['c3', 'c4']);
  });

  test('closes up when a member leaves', async () => {
    sandbox.school.removeMembership(productId, sandbox.school.userByEmail.get('c2@example.com')?.userId ?? '');
    expect(await emails('?limit=2')).toEqual(['c1', 'c3']);
    expect(await emails('?limit=2&page=2')).toEqual(['c4', 'c5']);
  });

  test('does not look at the status that is asked for', async () => {
    sandbox.school.setStatus(productId, sandbox.school.userByEmail.get('c1@example.com')?.userId ?? '', 'paused');
    const rows = await rosterPage(sandbox, productId, '?status=paused');
    expect(rows).toHaveLength(5);
  });

  test('finds part of an address or name in any case, but not a plus that came unencoded', async () => {
    const { user } = sandbox.school.invite(productId, 'plus+tag@example.com');
    sandbox.school.renameUser(user.userId, 'Zoë Plus');
    expect(await emails('?search=PLUS%2Bt')).toEqual(['pl']);
    expect(await emails('?search=zoë')).toEqual(['pl']);
    expect(await emails('?search=plus+tag')).toEqual([]);
    expect(await emails(`?search=${encodeURIComponent('.*')}`)).toEqual([]);
  });

  test('says neither how many there are nor what comes next', async () => {
    const { body } = await call(sandbox, 'GET', `/api/products/${productId}/customers?limit=2`);
    expect(body).toHaveProperty('pagination', { page: 1, limit: 2 });
  });
});

describe('a big school', () => {
  const CUSTOMERS = 100_000;
  let sandbox: Sandbox;
  let productId: string;

  beforeAll(async () => {
    sandbox = await startSandbox({ seed: { customers: CUSTOMERS, lessons: 50 } });
    productId = [...sandbox.school.products.keys()][0] ?? '';
  }, 30_000);
  afterAll(() => sandbox.stop());

  test('holds everyone, half way through', async () => {
    expect(sandbox.school.product(productId).members).toHaveLength(CUSTOMERS);
    const [row] = await rosterPage(sandbox, productId, '?limit=1&page=77777');
    expect(row?.user.email).toBe('c077777@bulk.example');
    expect(row?.completedLessons).toHaveLength(25);
  });

  test('reads page 500 for what page 1 costs: its own rows', async () => {
    for (const page of [1, 250, 500, 501]) {
      const before = sandbox.school.rowsRead;
      const rows = await rosterPage(sandbox, productId, `?limit=200&page=${page}`);
      expect(rows).toHaveLength(page === 501 ? 0 : 200);
      expect(sandbox.school.rowsRead - before).toBe(rows.length);
    }
  });

  test('lets one complete a lesson without all others doing so', async () => {
    const { userId } = sandbox.school.userByEmail.get('c000002@bulk.example') ?? { userId: '' };
    const last = sandbox.school.product(productId).lessons.at(-1) ?? '';
    sandbox.school.complete(productId, userId, last);
    const rows = await rosterPage(sandbox, productId, '?limit=3');
    expect(rows.map((row) => row.completedLessons?.length)).toEqual([25, 26, 25]);
  });
});
