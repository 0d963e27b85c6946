/** Every operation of the catalogue but the triggers, run on the sandbox: what it gives is what it says that it gives. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  actions,
  createSchool,
  lists,
  reads,
  runAction,
  runList,
  runRead,
  runSearch,
  searches,
  type Action,
  type School,
  type Search,
} from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import { OPERATION_INPUTS } from './support/operationInputs.ts';

describe.each(['observed', 'documented'] as const)('a school as %s', (mode) => {
  let sandbox: Sandbox;
  let school: School;
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo', mode });
    const { url, key } = sandbox;
    school = createSchool({
      baseUrl: url,
      transport: undiciTransport({ baseUrl: url, apiKey: key }),
      secrets: [key],
      sleep: (ms) => sleep(Math.min(ms, 5)),
    });
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.stop());

  const run = (key: string, input: Record<string, unknown>) =>
    runAction(school, actions.find((one) => one.key === key) as Action, input);
  const idOf = (title: string) =>
    [...sandbox.school.products.values()].find((one) => one.title === title)?.productId ?? '';

  it.each(actions.map((action) => [action.key, action] as const))('%s', async (key, action) => {
    const input = OPERATION_INPUTS[key]?.(sandbox);
    if (!input) throw new Error('There is no input for it in test/support/operationInputs.ts.');
    const result = await runAction(school, action, input);
    expect(action.output.safeParse(result)).toMatchObject({ success: true });
    expect(Object.keys(result)).toEqual(expect.arrayContaining(Object.keys(action.sample)));
    expect(action.output.safeParse(action.sample)).toMatchObject({ success: true });
  });

  const search = (key: string, input: Record<string, unknown>) =>
    runSearch(school, searches.find((one) => one.key === key) as Search, input);

  it.each(searches.map((one) => [one.key, one] as const))('%s', async (key, one) => {
    const found = await runSearch(school, one, OPERATION_INPUTS[key]?.(sandbox) ?? {});
    expect(found).toHaveLength(1);
    expect(one.output.safeParse(found[0])).toMatchObject({ success: true });
    expect(Object.keys(found[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(one.sample)));
    expect(one.output.safeParse(one.sample)).toMatchObject({ success: true });
  });

  it.each(reads.map((one) => [one.key, one] as const))('%s', async (key, one) => {
    const thing = await runRead(school, one, OPERATION_INPUTS[key]?.(sandbox) ?? {});
    expect(one.output.safeParse(thing)).toMatchObject({ success: true });
    expect(Object.keys(thing)).toEqual(expect.arrayContaining(Object.keys(one.sample)));
    expect(one.output.safeParse(one.sample)).toMatchObject({ success: true });
  });

  it.each(lists.map((one) => [one.key, one] as const))('%s', async (key, one) => {
    const things = await runList(school, one, OPERATION_INPUTS[key]?.(sandbox) ?? {});
    expect(things.length).toBeGreaterThan(0);
    for (const thing of things) {
      expect(one.output.safeParse(thing)).toMatchObject({ success: true });
      expect(Object.keys(thing)).toEqual(expect.arrayContaining(Object.keys(one.sample)));
    }
    expect(one.output.safeParse(one.sample)).toMatchObject({ success: true });
  });

  it('finds by what a person knows, and finding nothing is no error', async () => {
    const course = idOf('AI Foundations');
    const titles = async (query: string) => (await search('product.find', { query })).map((one) => one['title']);
    expect(await titles(course)).toEqual(['AI Foundations']);
    expect(await titles('ai-foundations')).toEqual(['AI Foundations']);
    expect(await titles('found')).toEqual(['AI Foundations']);
    expect(await titles('prompt')).toEqual(expect.arrayContaining(['Advanced Prompting', 'Prompt Workbook']));
    expect(await titles(`${sandbox.url}/dashboard/product/${course}`)).toEqual(['AI Foundations']);
    expect(await titles(`${sandbox.url}/p/ai-foundations`)).toEqual(['AI Foundations']);
    expect(await titles('nothing like it')).toEqual([]);
    expect(await titles('..')).toEqual([]);
    expect(await search('customer.find', { productId: course, email: 'ADA@example.com' })).toMatchObject([
      { name: 'Ada Marsh' },
    ]);
    expect(await search('customer.find', { productId: course, email: 'nobody@example.com' })).toEqual([]);
    expect(await search('customer.progress', { productId: course, email: 'nobody@example.com' })).toEqual([]);
    expect(await search('customer.progress', { productId: course, email: 'ada@example.com' })).toMatchObject([
      { completedCount: 5, totalCount: 7, percent: 71 },
    ]);
    expect(await search('lesson.find', { productId: course, query: 'no such lesson' })).toEqual([]);
    await expect(search('section.find', { productId: 'nope', query: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('does what it says', async () => {
    const course = idOf('AI Foundations');
    const draft = idOf('Advanced Prompting');
    expect(await run('product.publish', { productId: draft })).toMatchObject({ published: true });
    expect(await run('product.unpublish', { productId: draft })).toMatchObject({ published: false });
    const plan = await run('paymentPlan.create', {
      productId: course,
      name: 'Yearly',
      type: 'Subscription per Year',
      amount: '90,5',
    });
    expect(plan).toMatchObject({ type: 'subscription', subscriptionYearlyAmount: 90.5 });
    expect(await run('paymentPlan.setDefault', { productId: course, planId: plan['planId'] })).toMatchObject({
      isDefault: true,
    });
    await expect(run('paymentPlan.archive', { productId: course, planId: plan['planId'] })).rejects.toMatchObject({
      code: 'validation',
    });
    await run('section.create', { productId: course, name: 'Later' });
    const dated = await run('section.update', { productId: course, sectionId: 'later', opensOn: '2030-01-31' });
    expect(dated).toMatchObject({ name: 'Later', drip: { type: 'exact-date', date: '2030-01-31T00:00:00.000Z' } });
    const lesson = await run('lesson.create', { productId: course, sectionId: 'Later', title: 'L', content: 'x' });
    const [first] = await school.sections.list(course);
    const moved = await run('lesson.move', {
      productId: course,
      lessonId: lesson['lessonId'],
      sectionId: first?.name,
      position: 2,
    });
    expect(moved).toMatchObject({ groupId: first?.sectionId });
    expect((await school.lessons.listGrouped(course))[0]?.lessons[1]?.lessonId).toBe(lesson['lessonId']);
    const updated = await run('lesson.update', {
      productId: course,
      lessonId: lesson['lessonId'],
      content: '#### Deep',
      published: 'Yes',
    });
    expect(updated).toMatchObject({
      title: 'L',
      published: true,
      content: { content: [{ type: 'heading', attrs: { level: 3 } }] },
    });
    expect(updated['warnings']).toMatchObject([{ code: 'heading_level' }]);
    const text = await run('product.update', { productId: course, description: '<p>About</p>', contentFormat: 'HTML' });
    expect(JSON.parse(String(text['description']))).toMatchObject({ content: [{ content: [{ text: 'About' }] }] });
    expect(await run('lesson.delete', { productId: course, lessonId: lesson['lessonId'] })).toEqual({
      lessonId: lesson['lessonId'],
      deleted: true,
    });
  });

  it.each<[string, object, RegExp]>([
    ['paymentPlan.create', { name: 'P', type: 'onetime' }, /"Amount" is missing/],
    ['paymentPlan.create', { name: 'P', type: 'emi', amount: 5 }, /"Installments" is missing/],
    ['paymentPlan.create', { name: 'P', type: 'onetime', amount: -1 }, /"Amount" must be a number of 0 or more/],
    [
      'paymentPlan.create',
      { name: 'P', type: 'emi', amount: 5, installments: 1.5 },
      /"Installments" must be a whole number/,
    ],
    ['section.update', { sectionId: 'x', opensAfterDays: 1, opensOn: '2030-01-01' }, /not both/],
    ['section.update', { sectionId: 'x', opensOn: 'someday' }, /"Opens On" is not a date/],
    ['lesson.update', { lessonId: 'x' }, /nothing to change/],
    [
      'lesson.update',
      { lessonId: 'x', content: '{"type":"doc","content":[{"type":"zzz"}]}', contentFormat: 'json' },
      /zzz/,
    ],
    ['lesson.create', { title: 'x', content: '{', contentFormat: 'json' }, /not JSON/],
    ['lesson.move', { lessonId: 'x', sectionId: 'y', position: 0 }, /"Position" must be a whole number of 1 or more/],
  ])('%s refuses %j before any call', async (key, input, message) => {
    const before = sandbox.requestCount;
    await expect(run(key, { productId: 'p', ...input })).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringMatching(message),
    });
    expect(sandbox.requestCount).toBe(before);
  });
});
