/** Every call of the core against the sandbox, as the server was observed and as the API document describes it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSchool, hasCode, type School } from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';

const all = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
};
const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] } as const;

describe.each(['observed', 'documented'] as const)('a school as %s', (mode) => {
  let sandbox: Sandbox;
  let school: School;
  let made = 0;
  const title = (what: string) => `${what} ${++made}`;

  beforeAll(async () => {
    sandbox = await startSandbox({ mode });
    const { url, key } = sandbox;
    school = createSchool({
      baseUrl: url,
      transport: undiciTransport({ baseUrl: url, apiKey: key }),
      secrets: [key],
      sleep: (ms) => sleep(Math.min(ms, 5)),
    });
  });
  afterAll(() => sandbox.stop());

  /** A published course with a free plan. */
  async function course() {
    const { productId } = await school.products.create({ title: title('Course'), type: 'course' });
    await school.paymentPlans.create(productId, { name: 'Free', type: 'free' });
    await school.products.publish(productId);
    return productId;
  }

  it('takes a product from draft to published and back, and deletes it', async () => {
    const draft = await school.products.create({ title: title('Life'), type: 'course' });
    expect(draft).toMatchObject({ published: false, type: 'course' });
    await expect(school.products.create({ title: draft.title, type: 'course' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(school.products.publish(draft.productId)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('no payment plan'),
    });
    await school.paymentPlans.create(draft.productId, { name: 'Free', type: 'free' });
    expect((await school.products.publish(draft.productId)).published).toBe(true);
    expect((await school.products.unpublish(draft.productId)).published).toBe(false);
    const changed = await school.products.update(draft.productId, {
      title: title('Life'),
      tags: ['a', 'b'],
      privacy: 'public',
      description: { markdown: '# About\n\nIt is **good**.' },
    });
    expect(changed).toMatchObject({ tags: ['a', 'b'], privacy: 'public' });
    expect(JSON.parse(changed.description ?? '')).toMatchObject({
      type: 'doc',
      content: [{ type: 'heading' }, { type: 'paragraph' }],
    });
    expect(await school.products.get(draft.productId)).toMatchObject({ title: changed.title });
    await school.products.update(draft.productId, { description: document });
    await school.products.update(draft.productId, { description: null });
    expect((await school.products.get(draft.productId)).description ?? '').not.toContain('Hello');
    await school.products.delete(draft.productId);
    await expect(school.products.get(draft.productId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(school.products.update(draft.productId, { title: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('filters products', async () => {
    const word = `zebra${mode}`;
    const { productId } = await school.products.create({ title: `Alpha ${word}`, type: 'download' });
    await school.products.update(productId, { tags: [word] });
    const blog = await school.products.create({ title: `Blog ${word}`, type: 'blog' });
    const ids = async (filter: Parameters<School['products']['list']>[0]) =>
      (await all(school.products.list(filter))).map((one) => one.productId);
    expect(await ids({ search: word })).toContain(productId);
    expect(await ids({ tags: [word] })).toEqual([productId]);
    expect(await ids({ type: 'blog' })).toContain(blog.productId);
    expect(await ids({ type: 'download' })).not.toContain(blog.productId);
    expect(await ids({ published: true })).not.toContain(productId);
    await expect(school.products.publish(blog.productId)).rejects.toMatchObject({
      message: expect.stringContaining('no description'),
    });
    await school.products.update(blog.productId, { description: { markdown: 'Text' } });
    expect((await school.products.publish(blog.productId)).published).toBe(true);
  });

  it('keeps payment plans', async () => {
    const { productId } = await school.products.create({ title: title('Plans'), type: 'course' });
    const free = await school.paymentPlans.create(productId, { name: 'Free', type: 'free' });
    const once = await school.paymentPlans.create(productId, {
      name: 'Once',
      type: 'onetime',
      oneTimeAmount: 99,
      description: 'd',
    });
    await school.paymentPlans.create(productId, {
      name: 'Rates',
      type: 'emi',
      emiAmount: 10,
      emiTotalInstallments: 12,
    });
    const yearly = await school.paymentPlans.create(productId, {
      name: 'Yearly',
      type: 'subscription',
      subscriptionYearlyAmount: 90,
    });
    expect(free.isDefault).toBe(true);
    expect(await school.paymentPlans.list(productId)).toHaveLength(4);
    expect(await school.paymentPlans.update(productId, once.planId, { oneTimeAmount: 120 })).toMatchObject({
      oneTimeAmount: 120,
    });
    expect(await school.paymentPlans.setDefault(productId, once.planId)).toMatchObject({ isDefault: true });
    await expect(school.paymentPlans.archive(productId, once.planId)).rejects.toMatchObject({ code: 'validation' });
    expect(await school.paymentPlans.archive(productId, yearly.planId)).toMatchObject({ planId: yearly.planId });
    await expect(school.paymentPlans.get(productId, yearly.planId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(school.paymentPlans.create(productId, { name: 'Again', type: 'free' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('keeps sections, with days in and days out', async () => {
    const { productId } = await school.products.create({ title: title('Sections'), type: 'course' });
    const two = await school.sections.create(productId, { name: 'Week 2' });
    await expect(school.sections.create(productId, { name: 'Week 2' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await school.sections.find(productId, ' week 2 ')).toMatchObject({ sectionId: two.sectionId });
    await expect(school.sections.find(productId, 'Week 9')).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringContaining('Week 2'),
    });
    const dripped = await school.sections.update(productId, two.sectionId, {
      name: 'Week two',
      drip: { type: 'relative-date', days: 2 },
    });
    expect(dripped).toMatchObject({ name: 'Week two', drip: { type: 'relative-date', days: 2, active: true } });
    // What was answered can be sent back.
    if (!dripped.drip) throw new Error('no drip');
    expect((await school.sections.update(productId, two.sectionId, { drip: dripped.drip })).drip).toEqual(dripped.drip);
    const dated = await school.sections.update(productId, two.sectionId, {
      drip: { type: 'exact-date', date: '2030-01-01T00:00:00Z', active: false },
    });
    expect(dated.drip).toEqual({ type: 'exact-date', date: '2030-01-01T00:00:00.000Z', active: false });
    const order = (await school.sections.list(productId)).map((one) => one.sectionId).reverse();
    expect((await school.sections.reorder(productId, order)).map((one) => one.sectionId)).toEqual(order);
    await expect(school.sections.reorder(productId, order.slice(1))).rejects.toMatchObject({ code: 'validation' });
    await school.sections.delete(productId, two.sectionId);
    expect(await school.sections.list(productId)).toHaveLength(1);
  });

  it('keeps lessons of every type', async () => {
    const productId = await course();
    const [first] = await school.sections.list(productId);
    const second = await school.sections.create(productId, { name: 'Second' });
    if (!first) throw new Error('no section');
    const text = await school.lessons.create(productId, {
      type: 'text',
      title: 'Text',
      content: document,
      published: true,
    });
    expect(text).toMatchObject({ groupId: first.sectionId, type: 'text', published: true, content: document });
    for (const type of ['video', 'audio', 'pdf', 'file'] as const) {
      expect(
        await school.lessons.create(productId, {
          type,
          title: type,
          sectionId: 'second',
          mediaId: `media_${type}`,
        }),
      ).toMatchObject({ type, media: { mediaId: `media_${type}` } });
    }
    expect(
      await school.lessons.create(productId, { type: 'embed', title: 'Embed', url: 'https://video.example/1' }),
    ).toMatchObject({ content: { value: 'https://video.example/1' } });
    const quiz = {
      questions: [{ text: 'Q', options: [{ text: 'a', correctAnswer: true }] }],
      requiresPassingGrade: true,
      passingGrade: 60,
    };
    expect(await school.lessons.create(productId, { type: 'quiz', title: 'Quiz', quiz })).toMatchObject({
      content: quiz,
    });
    const grouped = await school.lessons.listGrouped(productId);
    expect(grouped.map((one) => [one.sectionId, one.lessons.length])).toEqual([
      [first.sectionId, 3],
      [second.sectionId, 4],
    ]);
    expect((await school.lessons.list(productId)).map((one) => one.title)).toEqual([
      'Text',
      'Embed',
      'Quiz',
      'video',
      'audio',
      'pdf',
      'file',
    ]);
    expect(
      await school.lessons.update(productId, text.lessonId, { title: 'New', content: document, downloadable: true }),
    ).toMatchObject({ title: 'New', downloadable: true });
    expect(
      await school.lessons.move(productId, text.lessonId, { sectionId: second.sectionId, index: 1 }),
    ).toMatchObject({ lessonId: text.lessonId, groupId: second.sectionId });
    expect((await school.lessons.listGrouped(productId))[1]?.lessons[1]?.lessonId).toBe(text.lessonId);
    await school.lessons.move(productId, text.lessonId, { sectionId: 'Second', index: 0 });
    expect((await school.lessons.listGrouped(productId))[1]?.lessons[0]?.lessonId).toBe(text.lessonId);
    const nowhere = school.lessons.create(productId, {
      type: 'text',
      title: 'X',
      sectionId: 'Third',
      content: document,
    });
    await expect(nowhere).rejects.toMatchObject({ code: 'not_found', hint: expect.stringContaining('Second') });
    await school.lessons.delete(productId, text.lessonId);
    await expect(school.lessons.get(productId, text.lessonId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(school.lessons.delete(productId, text.lessonId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(school.sections.delete(productId, second.sectionId)).rejects.toMatchObject({ code: 'validation' });
  });

  it('refuses a SCORM lesson and fields that are not taken, before any call', async () => {
    const before = sandbox.requestCount;
    const scorm = { type: 'scorm', title: 'S' } as never;
    await expect(school.lessons.create('p', scorm)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('SCORM'),
    });
    await expect(school.products.update('p', { cost: 5 } as never)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('"cost"'),
    });
    await expect(
      school.products.create({ title: 'x', type: 'course', creatorId: 'me' } as never),
    ).rejects.toMatchObject({ message: expect.stringContaining('"creatorId"') });
    await expect(school.lessons.update('p', 'l', { type: 'text' } as never)).rejects.toMatchObject({
      message: expect.stringContaining('"type"'),
    });
    await expect(school.users.create({ email: 'a@b.example', userId: 'x' } as never)).rejects.toMatchObject({
      message: expect.stringContaining('"userId"'),
    });
    // @ts-expect-error An ID alone is no lesson, and `cost` is no field: both are compile errors, too.
    const never = [() => school.lessons.create('p', { title: 'x' }), () => school.products.update('p', { cost: 5 })];
    expect(never).toHaveLength(2);
    expect(sandbox.requestCount).toBe(before);
  });

  it('invites, finds, reads the roster and the progress', async () => {
    const productId = await course();
    const lessons = [];
    for (const name of ['A', 'B', 'C'])
      lessons.push(
        await school.lessons.create(productId, { type: 'text', title: name, content: document, published: true }),
      );
    await school.lessons.create(productId, { type: 'text', title: 'Draft', content: document });
    const ann = await school.customers.invite(productId, { email: 'ann+x@example.com', tags: ['t'] });
    await school.customers.invite(productId, { email: 'bob@example.com' });
    const again = await school.customers.invite(productId, { email: 'ann+x@example.com' });
    expect(again).toMatchObject({ userId: ann.userId, membershipStatus: 'active' });
    expect(sandbox.outbox.filter((mail) => mail.to === 'ann+x@example.com')).toHaveLength(1);
    expect((await all(school.customers.roster(productId))).map((row) => row.user.email).sort()).toEqual([
      'ann+x@example.com',
      'bob@example.com',
    ]);
    expect(await school.customers.findByEmail(productId, ' ANN+X@example.com')).toMatchObject({
      user: { userId: ann.userId },
    });
    expect(await school.customers.findByEmail(productId, 'ann@example.com')).toBeUndefined();
    expect(await all(school.customers.roster(productId, { status: 'expired' }))).toEqual([]);
    const userId = ann.userId ?? '';
    sandbox.school.complete(productId, userId, lessons[0]?.lessonId ?? '');
    expect(await school.customers.progress(productId, userId)).toMatchObject({
      completedCount: 1,
      totalCount: 3,
      percent: 33,
      remaining: [{ title: 'B' }, { title: 'C' }],
    });
    await school.lessons.delete(productId, lessons[0]?.lessonId ?? '');
    expect(await school.customers.progress(productId, userId)).toMatchObject({
      completedCount: 0,
      totalCount: 2,
      percent: 0,
    });
    await expect(school.customers.progress(productId, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
    await school.products.unpublish(productId);
    await expect(school.customers.invite(productId, { email: 'cy@example.com' })).rejects.toMatchObject({
      code: 'validation',
      hint: expect.stringContaining('Publish the product'),
    });
  });

  it('creates and changes users', async () => {
    await school.users.create({
      email: 'eve@example.com',
      name: 'Eve',
      permissions: ['course:enroll'],
      subscribedToUpdates: true,
    });
    const again = await school.users.create({ email: 'eve@example.com' }).catch((error: unknown) => error);
    expect(mode === 'documented' ? hasCode(again, 'conflict') : !(again instanceof Error)).toBe(true);
    expect(await school.users.exists('eve@example.com')).toBe(true);
    expect(await school.users.exists('nobody@example.com')).toBe(false);
    await school.users.update({ email: 'eve@example.com', name: 'Eva' });
    await expect(school.users.update({ email: 'ghost@example.com', name: 'G' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('takes IDs for what they are, whatever they hold', async () => {
    for (const id of ['../../user', 'a/b?c#d', '%2e%2e', 'a\u0000b', '日本']) {
      await expect(school.products.get(id)).rejects.toMatchObject({ code: 'not_found' });
      expect(sandbox.requests.at(-1)?.path).toMatch(/^\/api\/products\/[^/?#]+$/);
    }
  });
});
