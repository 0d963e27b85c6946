/** What the recordings do not hold, by the rules that are known. */
import { request as httpRequest } from 'node:http';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../options.ts';
import { call, plantCourse } from '../testing/client.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.stop());

const message = (called: { body: unknown }) => (called.body as { error: { message: string } }).error.message;

describe('the order of checks', () => {
  test('a wrong method is refused before the key is looked at', async () => {
    const response = await fetch(`${sandbox.url}/api/products`, { method: 'PUT' });
    expect([response.status, await response.text()]).toEqual([405, '']);
  });

  test('the key comes before the size, the size before the JSON, the JSON before its fields', async () => {
    const post = (headers: Record<string, string>, body: string) =>
      fetch(`${sandbox.url}/api/products`, { method: 'POST', headers, body });
    expect((await post({}, '{')).status).toBe(400);
    expect((await post({ 'x-api-key': 'wrong' }, 'x'.repeat(2 ** 20 + 1))).status).toBe(401);
    const key = { 'x-api-key': sandbox.key };
    expect((await post(key, 'x'.repeat(2 ** 20 + 1))).status).toBe(413);
    expect(await (await post(key, '')).json()).toEqual({
      error: { code: 'bad_request', message: 'Invalid JSON body' },
    });
    for (const body of ['[]', 'null', '"text"', '5']) {
      expect(await (await post(key, body)).json()).toMatchObject({
        error: { message: 'Request body must be a JSON object' },
      });
    }
  });

  test('the user endpoint reads the body before it asks for the key', async () => {
    const post = (body: string) => fetch(`${sandbox.url}/api/user`, { method: 'POST', body });
    expect(await (await post('{')).json()).toEqual({ message: 'Invalid JSON body' });
    const withoutKey = await post('{}');
    expect([withoutKey.status, await withoutKey.json()]).toEqual([400, { message: 'Bad request' }]);
    const inBody = await post(JSON.stringify({ apikey: sandbox.key, email: 'a@example.com' }));
    expect(inBody.status).toBe(200);
  });

  test('extra slashes are redirected with the query', async () => {
    const response = await fetch(`${sandbox.url}/api//products/?page=2`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/api/products?page=2']);
  });
});

describe('schools by host name', () => {
  const get = (host: string, key: string, path = '/api/products') =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      httpRequest(`${sandbox.url}${path}`, { headers: { host, 'x-api-key': key }, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }));
      })
        .on('error', reject)
        .end();
    });

  test('each has its own key and products', async () => {
    sandbox.school.createProduct('Only here');
    expect(await get('nopay.example', 'sk-nopay-key')).toMatchObject({ status: 200, body: { data: [] } });
    expect((await get('nopay.example', sandbox.key)).status).toBe(401);
    expect(await get('SCHOOL.example:80', sandbox.key)).toMatchObject({ body: { data: [{ title: 'Only here' }] } });
  });

  test('without an owner nothing can be done', async () => {
    expect(await get('noowner.example', 'sk-noowner-key')).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
  });

  test('a name that is no school is told so, also for the sandbox page', async () => {
    for (const path of ['/api/products', '/sandbox/state', '/nothing']) {
      expect(await get('nobody.example', sandbox.key, path)).toEqual({
        status: 404,
        body: { success: false, error: '' },
      });
    }
  });
});

describe('products', () => {
  test('publishing needs a plan, and an owner with a name', async () => {
    const { productId } = sandbox.school.createProduct('A');
    const publish = () => call(sandbox, 'PATCH', `/api/products/${productId}`, { published: true });
    expect(message(await publish())).toBe('Add a payment plan before performing this action');
    sandbox.school.addPlan(productId);
    expect(await publish()).toMatchObject({ status: 200, body: { published: true } });
    const nameless = sandbox.schools.get('noname.example');
    const { productId: other = '' } = nameless?.createProduct('A') ?? {};
    expect(() => nameless?.publish(other)).toThrow('Complete your profile to perform this action');
  });

  test('slugs are numbered from 1, and a refused product leaves its page behind', async () => {
    const slug = async (title: string) => {
      const { body } = await call(sandbox, 'POST', '/api/products', { title, type: 'course' });
      return (body as { slug?: string }).slug;
    };
    expect(await slug('R & D: Über-Kurs!')).toBe('r-and-d-uber-kurs');
    expect(await slug('One')).toBe('one');
    expect(await slug('One')).toBeUndefined();
    expect(await slug('One!')).toBe('one-2');
    expect(message(await call(sandbox, 'POST', '/api/products', { title: '日本', type: 'course' }))).toBe(
      'Invalid input',
    );
  });

  test('a refused change changes nothing', async () => {
    const { productId } = sandbox.school.createProduct('A');
    const changed = await call(sandbox, 'PATCH', `/api/products/${productId}`, { tags: ['new'], privacy: 'secret' });
    expect(changed.status).toBe(422);
    expect(sandbox.school.product(productId).tags).toEqual([]);
  });

  test('a description may be cleared, and is kept where something else than text comes', async () => {
    const { productId } = sandbox.school.createProduct('A');
    const patch = async (description: unknown) =>
      (await call(sandbox, 'PATCH', `/api/products/${productId}`, { description })).body as { description: string };
    const text = '{"type":"doc","content":[{"type":"paragraph"}]}';
    expect((await patch(text)).description).toBe(text);
    expect((await patch({ type: 'doc', content: [] })).description).toBe(text);
    expect((await patch('')).description).toBe('{"type":"doc","content":[]}');
  });

  test('search takes whole words, tags any of them, type blogs too', async () => {
    sandbox.school.createProduct('Rust for beginners');
    const second = sandbox.school.createProduct('Trusting models').productId;
    sandbox.school.createProduct('Rust news', 'blog');
    sandbox.school.updateProduct(second, { tags: ['ai', 'safety'] });
    const titles = async (query: string) => {
      const { body } = await call(sandbox, 'GET', `/api/products${query}`);
      return (body as { data: Array<{ title: string }> }).data.map(({ title }) => title);
    };
    expect(await titles('')).toEqual(['Trusting models', 'Rust for beginners']);
    expect(await titles('?search=RUST')).toEqual(['Rust for beginners']);
    expect(await titles('?search=rus')).toEqual([]);
    expect(await titles('?search=model')).toEqual(['Trusting models']);
    expect(await titles('?search=rust&type=blog')).toEqual(['Rust news']);
    expect(await titles('?tags=safety,none')).toEqual(['Trusting models']);
    expect(await titles('?published=true')).toEqual([]);
    expect(await titles('?published=maybe')).toHaveLength(2);
  });

  test('a blog cannot be deleted, and a course takes its roster with it', async () => {
    const blog = sandbox.school.createProduct('Blog', 'blog').productId;
    expect((await call(sandbox, 'DELETE', `/api/products/${blog}`)).status).toBe(422);
    const { productId } = plantCourse(sandbox);
    const { user } = sandbox.school.invite(productId, 'a@example.com');
    expect((await call(sandbox, 'DELETE', `/api/products/${productId}`)).body).toEqual({ ok: true });
    const progress = await call(sandbox, 'GET', `/api/products/${productId}/customers/${user.userId}/progress`);
    expect(progress.status).toBe(404);
  });
});

describe('sections and lessons', () => {
  test('a delay is given in days, comes back in milliseconds, and survives a partial change', async () => {
    const { productId, sections } = sandbox.school.createProduct('A');
    const path = `/api/products/${productId}/sections/${sections[0]?.sectionId}`;
    await call(sandbox, 'PATCH', path, { drip: { type: 'relative-date', status: true, delayInMillis: 3 } });
    expect(await call(sandbox, 'PATCH', path, { drip: { status: false } })).toMatchObject({
      body: { drip: { type: 'relative-date', status: false, delayInMillis: 259_200_000, dateInUTC: null } },
    });
    expect(message(await call(sandbox, 'PATCH', path, { drip: { type: 'exact-date', status: true } }))).toBe(
      'Exact-date drip requires a numeric dateInUTC',
    );
    expect(message(await call(sandbox, 'PATCH', path, { drip: { type: 'weekly' } }))).toBe('Unsupported drip type');
    expect(message(await call(sandbox, 'PATCH', path, { drip: [] }))).toBe('Drip must be a JSON object');
    expect(await call(sandbox, 'PATCH', `/api/products/${productId}/sections/nope`, { name: 'x' })).toMatchObject({
      status: 404,
      body: { error: { message: 'Section not found' } },
    });
    expect((await call(sandbox, 'DELETE', `/api/products/${productId}/sections/nope`)).status).toBe(200);
  });

  test('content is checked as far as the service checks it', async () => {
    const { productId, sections } = sandbox.school.createProduct('A');
    const groupId = sections[0]?.sectionId;
    const post = (lesson: object) =>
      call(sandbox, 'POST', `/api/products/${productId}/lessons`, { title: 'L', groupId, ...lesson });
    for (const lesson of [{ type: 'text' }, { type: 'text', content: 'words' }, { type: 'embed', content: {} }]) {
      expect(message(await post(lesson))).toBe('Content cannot be empty');
    }
    expect(message(await post({ type: 'quiz', requiresEnrollment: false }))).toBe('Quiz cannot be previewed');
    const option = (text: string, correctAnswer: boolean) => ({ text, correctAnswer });
    const quiz = (...options: object[]) => ({ type: 'quiz', content: { questions: [{ text: 'Q', options }] } });
    expect(message(await post(quiz(option('a', false))))).toMatch(/^Every question needs/);
    expect(message(await post(quiz(option('', true))))).toMatch(/^Options without text/);
    expect(message(await post({ type: 'slides' }))).toBe(
      'Lesson validation failed: type: `slides` is not a valid enum value for path `type`.',
    );
    expect((await post({ type: 'text', content: { anything: true } })).status).toBe(201);
  });

  test('images that lie where uploads do get their lasting address, others are left alone', async () => {
    const { productId, sections } = sandbox.school.createProduct('A');
    const image = (src: string) => ({ type: 'image', attrs: { src, alt: 'A' } });
    const content = (...images: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content: images }] });
    const { body } = await call(sandbox, 'POST', `/api/products/${productId}/lessons`, {
      title: 'L',
      type: 'text',
      groupId: sections[0]?.sectionId,
      content: content(image('https://tmp.example/m_77/main.png'), image('https://example.com/a.png')),
    });
    expect(body).toMatchObject({
      content: content(image('https://cdn.medialit.example/m_77/main.mp4'), image('https://example.com/a.png')),
    });
  });

  test('a lesson moves to the place asked for, and a section with lessons stays', async () => {
    const { productId, lessonId } = plantCourse(sandbox);
    const second = sandbox.school.addSection(productId, 'Second').sectionId;
    const moved = await call(sandbox, 'POST', `/api/products/${productId}/lessons/${lessonId}/move`, {
      destinationSectionId: second,
      destinationIndex: 99,
    });
    expect(moved).toMatchObject({ status: 200, body: { courseId: productId, firstLesson: lessonId } });
    expect(await call(sandbox, 'GET', `/api/products/${productId}/lessons`)).toMatchObject({
      body: { data: [{ groupId: second, lessons: [{ lessonId, groupId: second }] }] },
    });
    expect((await call(sandbox, 'DELETE', `/api/products/${productId}/sections/${second}`)).status).toBe(422);
  });
});

describe('customers', () => {
  test('an invitation repeated sends no second mail and adds its tags again', async () => {
    const { productId } = plantCourse(sandbox);
    const invite = () =>
      call(sandbox, 'POST', `/api/products/${productId}/customers/invitations`, {
        email: 'Ada@Example.com',
        tags: ['vip'],
      });
    const [first, second] = [await invite(), await invite()];
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(sandbox.outbox).toMatchObject([
      { to: 'ada@example.com', subject: 'You have been invited to Course', at: expect.any(String) },
    ]);
    expect(sandbox.school.userByEmail.get('ada@example.com')?.tags).toEqual(['vip', 'vip']);
  });

  test('a completion counts once, moves updatedAt once, and knows its rules', async () => {
    const { productId, lessonId } = plantCourse(sandbox);
    const { user, membership } = sandbox.school.invite(productId, 'a@example.com');
    const complete = (userId: string, lesson = lessonId) =>
      call(sandbox, 'POST', `/api/products/${productId}/customers/${userId}/lessons/${lesson}/completion`);
    expect(await complete(user.userId)).toMatchObject({ status: 200, body: { completed: true } });
    const { updatedAt } = membership.progress ?? {};
    await complete(user.userId);
    expect(membership.progress).toMatchObject({ completedLessons: [lessonId], updatedAt });
    expect(message(await complete('nope'))).toBe('Customer not found');
    expect(message(await complete(user.userId, 'nope'))).toBe('Lesson not found');
    const stranger = sandbox.school.addUser({ email: 'b@example.com' });
    expect(message(await complete(stranger.userId))).toBe('You are not enrolled in the course');
  });

  test('a quiz is completed by passing it', async () => {
    const { productId } = plantCourse(sandbox);
    const groupId = sandbox.school.product(productId).sections[0]?.sectionId;
    const questions = [{ text: 'Q', options: [{ text: 'a', correctAnswer: true }, { text: 'b' }] }];
    const content = { questions, requiresPassingGrade: true, passingGrade: 60 };
    const lesson = { title: 'Quiz', type: 'quiz', groupId, content, published: true };
    const { lessonId } = sandbox.school.addLesson(productId, lesson);
    const { user } = sandbox.school.invite(productId, 'a@example.com');
    const path = `/api/products/${productId}/customers/${user.userId}/lessons/${lessonId}`;
    expect(message(await call(sandbox, 'POST', `${path}/completion`))).toMatch(/^You need to pass/);
    const evaluate = (answers: unknown) => call(sandbox, 'POST', `${path}/evaluations`, { answers });
    expect((await evaluate('all')).status).toBe(400);
    expect((await evaluate([[1]])).body).toMatchObject({ pass: false, score: 0 });
    expect((await evaluate([[0]])).body).toMatchObject({ pass: true, score: 100 });
    expect((await call(sandbox, 'POST', `${path}/completion`)).status).toBe(200);
  });
});

describe('users', () => {
  test('an unknown address is not found, another case of a known one is unknown too', async () => {
    sandbox.school.addUser({ email: 'a@example.com' });
    expect((await call(sandbox, 'PATCH', '/api/user', { email: 'A@example.com', name: 'A' })).status).toBe(404);
    expect((await call(sandbox, 'PATCH', '/api/user', { email: 'a@example.com', name: 'A' })).status).toBe(200);
    expect(sandbox.school.userByEmail.get('a@example.com')?.name).toBe('A');
  });

  test('a new address is stored in lower case', async () => {
    await call(sandbox, 'POST', '/api/user', { email: 'New@Example.com', name: 'N' });
    expect(sandbox.school.userByEmail.get('new@example.com')).toMatchObject({ email: 'new@example.com', name: 'N' });
  });
});

describe('ids', () => {
  test('the same seed makes the same ids', async () => {
    const other = await startSandbox({ idSeed: 1 });
    const third = await startSandbox({ idSeed: 2 });
    const idOf = (school: Sandbox) => school.school.createProduct('A').productId;
    const [first, second, different] = [idOf(sandbox), idOf(other), idOf(third)];
    expect(first).toMatch(/^[A-Za-z0-9_-]{21}$/);
    expect(second).toBe(first);
    expect(different).not.toBe(first);
    await Promise.all([other.stop(), third.stop()]);
  });

  test('a reset starts over', () => {
    const before = sandbox.school.createProduct('A').productId;
    sandbox.reset();
    expect(sandbox.school.products.size).toBe(0);
    expect(sandbox.school.createProduct('A').productId).toBe(before);
  });
});
