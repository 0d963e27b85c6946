/** The other mode: what the API document lets expect where the observed server does otherwise. */
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../options.ts';
import { call, plantCourse, rosterPage } from '../testing/client.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ mode: 'documented' });
});
afterEach(() => sandbox.stop());

test('the roster starts with who joined last, and its rows keep progress to themselves', async () => {
  const { productId, lessonId } = plantCourse(sandbox);
  for (const name of ['a', 'b', 'c']) sandbox.school.invite(productId, `${name}@example.com`);
  const { userId } = sandbox.school.userByEmail.get('c@example.com') ?? { userId: '' };
  sandbox.school.complete(productId, userId, lessonId);
  const rows = await rosterPage(sandbox, productId, '?limit=2');
  expect(rows.map(({ user }) => user.email)).toEqual(['c@example.com', 'b@example.com']);
  expect(rows[0]).not.toHaveProperty('completedLessons');
  expect((await rosterPage(sandbox, productId, '?limit=2&page=2')).map(({ user }) => user.email)).toEqual([
    'a@example.com',
  ]);
  expect(await rosterPage(sandbox, productId, '?limit=2&page=3')).toEqual([]);
});

test('progress comes with totals, of published lessons only', async () => {
  const { productId, lessonId } = plantCourse(sandbox);
  const groupId = sandbox.school.product(productId).sections[0]?.sectionId;
  const lesson = { title: 'L', type: 'text', content: {}, groupId };
  sandbox.school.addLesson(productId, { ...lesson, published: true });
  sandbox.school.addLesson(productId, lesson);
  const { user } = sandbox.school.invite(productId, 'a@example.com');
  sandbox.school.complete(productId, user.userId, lessonId);
  const { body } = await call(sandbox, 'GET', `/api/products/${productId}/customers/${user.userId}/progress`);
  expect(body).toEqual({
    courseId: productId,
    completedLessons: [lessonId],
    totalPublishedLessons: 2,
    progressPercentage: 50,
    downloaded: false,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
});

test('an existing user is refused, in any case', async () => {
  const user = { email: 'a@example.com' };
  expect((await call(sandbox, 'POST', '/api/user', user)).status).toBe(200);
  expect(await call(sandbox, 'POST', '/api/user', user)).toMatchObject({
    status: 400,
    body: { error: 'The user already exists' },
  });
});
