/** Every trigger of the Zapier app, run through Zapier's handler, by the rules by which Zapier finds what is new. */
import { eventRegistry, triggers } from '../packages/core/src/index.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import App from '../packages/zapier-app/src/index.ts';
import { operationKey } from '../packages/zapier-app/src/translate/keys.ts';
import { oncePerStudent } from '../packages/zapier-app/src/translate/oncePerStudent.ts';
import { mismatches, promisedBy } from '../packages/zapier-app/test/checks/index.ts';
import { hydrated } from '../packages/zapier-app/test/hydrate.ts';
import { run, trigger } from '../packages/zapier-app/test/run.ts';
import { startZapierSchool, TRIGGER_INPUTS as INPUT, type ZapierSchool } from './support/zapierSchool.ts';

const KEY = 'sk-triggers-0123456789abcdef';

type Event = Record<string, unknown> & {
  readonly id: string;
  readonly occurredAt: string | null;
  readonly customer: { readonly userId: string };
};

let school: ZapierSchool;
let sandbox: Sandbox;
let productId: string;
let graduate: string;

const lessonsOf = (course: string) => [...sandbox.school.lessons.values()].filter((one) => one.courseId === course);

beforeAll(async () => {
  school = await startZapierSchool(KEY);
  ({ sandbox, productId, graduate } = school);
});
afterAll(() => school.stop());

const poll = (key: string, inputData: object = {}, meta: object = {}, baseUrl = sandbox.url) =>
  run(trigger(key), { authData: { baseUrl, apiKey: KEY }, inputData: { ...inputData }, meta: { ...meta } });

async function events(key: string, inputData: object = {}, meta: object = {}): Promise<Event[]> {
  const { results, failure } = await poll(key, inputData, meta);
  expect(failure).toBeUndefined();
  return results as Event[];
}

/** Keeps the promises of an event, as Zapier does when it starts a Zap. */
const whole = (event: unknown) =>
  hydrated(event, async (method, inputData) => {
    const { results, failure } = await run(method, { authData: { baseUrl: sandbox.url, apiKey: KEY }, inputData });
    expect(failure).toBeUndefined();
    return results;
  });

describe.each(triggers.filter((one) => !one.needsState).map((one) => [operationKey(one), one] as const))(
  '%s',
  (key, { event }) => {
    it('answers all that is true, each with its own id, the keys of its sample and the types of its fields', async () => {
      const found = await events(key, INPUT[key]);
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      for (const one of found) {
        expect(one['type']).toBe(event);
        expect(mismatches(await whole(one), promisedBy(App.triggers[key]))).toEqual([]);
      }
    });

    it('answers the ids of all of it, and nothing else, when a Zap is turned on', async () => {
      const first = await events(key, INPUT[key], { isPopulatingDedupe: true });
      expect(first).toEqual((await events(key, INPUT[key])).map(({ id }) => ({ id })));
    });

    it('answers the same ids again, in the same order: the newest first, what has no time last', async () => {
      const [first, second] = [await events(key, INPUT[key]), await events(key, INPUT[key])];
      expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
      const times = first.map(({ occurredAt }) => occurredAt ?? '');
      expect(times).toEqual([...times].sort().reverse());
    });

    it('gives the editor three at most', async () => {
      const shown = await events(key, INPUT[key], { isLoadingSample: true });
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.length).toBeLessThanOrEqual(3);
    });

    it('fails as a whole where a part cannot be read', async () => {
      const fault = sandbox.faults.add({ fault: { kind: 'status', status: 403, body: '{"error":"no"}' }, skip: 1 });
      const whole = await events(key, INPUT[key]).catch(() => undefined);
      fault.remove();
      // One request is all that some take; then nothing fails.
      if (whole) expect(whole.length).toBe((await events(key, INPUT[key])).length);
    });
  },
);

describe('what an event does not tell', () => {
  const lessons = (meta: object = {}) => events('new_lesson', { productId }, meta);
  const callsOf = async (task: () => Promise<unknown>) => {
    const before = sandbox.requestCount;
    await task();
    return sandbox.requestCount - before;
  };

  it('is promised, and read when a Zap needs it: the text of a lesson', async () => {
    const [lesson] = lessonsOf(productId).filter((one) => one.type === 'text');
    const found = (await lessons()).find((one) => one.id === `lesson-new:${productId}:${lesson?.lessonId}`);
    expect(found?.['details']).toMatch(/^hydrate\|\|\|.*lessonDetails/);
    let kept: unknown;
    expect(await callsOf(async () => (kept = await whole(found)))).toBe(1);
    expect(kept).toMatchObject({ details: { title: lesson?.title, type: 'text', markdown: expect.any(String) } });
  });

  it('is promised of products, too', async () => {
    const [published] = await events('product_published', { productId });
    expect(await whole(published)).toMatchObject({ details: { productId, type: 'course', published: true } });
  });

  it('is an error that says so where the thing is gone by then', async () => {
    const { failure } = await run('hydrators.lessonDetails', {
      authData: { baseUrl: sandbox.url, apiKey: KEY },
      inputData: { productId, lessonId: 'gone' },
    });
    expect(failure).toMatchObject({ name: 'AppError', code: 'not_found' });
  });

  it('costs a poll nothing: as many calls for many things as for few', async () => {
    const polls = Object.keys(App.triggers).filter((key) => !App.triggers[key]?.display.hidden);
    const calls = async () => {
      const counts: Record<string, number> = {};
      for (const key of polls) counts[key] = await callsOf(() => events(key, { productId, ...INPUT[key] }));
      return counts;
    };
    const few = await calls();
    const [section] = sandbox.school.products.get(productId)?.sections ?? [];
    const content = { type: 'doc', content: [] };
    for (let number = 0; number < 30; number++)
      sandbox.school.addLesson(productId, {
        title: `More ${number}`,
        type: 'text',
        content,
        groupId: section?.sectionId ?? '',
        published: true,
      });
    const [done] = lessonsOf(productId).filter((one) => one.published);
    for (let number = 0; number < 100; number++) {
      const { userId } = sandbox.school.invite(productId, `more${number}@example.com`).user;
      sandbox.school.complete(productId, userId, done?.lessonId ?? '');
    }
    expect(await calls()).toEqual(few);
    expect((await lessons()).length).toBeGreaterThan(30);
    expect((await events('lesson_completed', { productId })).length).toBeGreaterThan(100);
    school.reset();
    ({ productId, graduate } = school);
  });
});

describe('once per student', () => {
  it('makes one event of all that happens to a person in a product, and so one id', async () => {
    const all = await events('lesson_completed', { productId });
    const once = await events('lesson_completed', { productId, oncePerStudent: true });
    const students = new Set(all.map(({ customer }) => customer.userId));
    expect(all.length).toBeGreaterThan(students.size);
    expect(once.map(({ id }) => id).sort()).toEqual(
      [...students].map((userId) => `lesson-once:${productId}:${userId}`).sort(),
    );
    expect((await events('lesson_completed', { productId, oncePerStudent: 'false' })).length).toBe(all.length);
  });

  it('has ids whose form never changes', () => {
    const of = (type: keyof typeof eventRegistry) => oncePerStudent([eventRegistry[type].sample])[0]?.id;
    const ids = (['customer.statusChanged', 'customer.stalled', 'lesson.completed', 'section.completed'] as const).map(
      of,
    );
    const [course, student] = ['xSdpd-IChlXX-_XuHyRKO', 'YdQ8WH-8zguMBigzTtYDt'];
    expect([...ids, of('progress.reached')]).toEqual(
      ['status', 'stalled', 'lesson', 'section', 'progress'].map((kind) => `${kind}-once:${course}:${student}`),
    );
  });

  it('is offered where something can happen again, and nowhere else', () => {
    const offered = Object.values(App.triggers).filter(({ operation }) =>
      (operation.inputFields as readonly { key: string }[] | undefined)?.some(
        (field) => field.key === 'oncePerStudent',
      ),
    );
    expect(offered.map(({ key }) => key).sort()).toEqual([
      'customer_status_changed',
      'lesson_completed',
      'progress_reached',
      'section_completed',
      'student_stalled',
    ]);
  });
});

describe('filters', () => {
  it('by product, lesson, percentage and status', async () => {
    const [lesson] = lessonsOf(productId).filter((one) => one.published);
    const ofLesson = await events('lesson_completed', { productId, lessonId: lesson?.lessonId });
    expect(ofLesson.map(({ customer }) => customer.userId)).toContain(graduate);
    for (const one of ofLesson) expect(one['lesson']).toMatchObject({ lessonId: lesson?.lessonId });
    const half = await events('progress_reached', { productId, thresholds: ['50'] });
    expect(half.map(({ id }) => id)).toContain(`progress:${productId}:${graduate}:50`);
    for (const one of half) expect(one['threshold']).toBe(50);
    const expired = await events('customer_status_changed', { statuses: ['expired'] });
    for (const one of expired) expect(one['to']).toBe('expired');
  });

  it.each([['0'], ['101'], ['a half']])('a percentage of %p is a mistake that is named', async (threshold) => {
    const { failure } = await poll('progress_reached', { thresholds: [threshold] });
    expect(failure).toMatchObject({ name: 'AppError', message: expect.stringContaining('"Percentages"') });
  });
});

describe('a slow school of 20,000 customers', () => {
  /** Each answer takes so long, of which four are waited for at a time. */
  const ANSWER_MS = 600;
  let slow: Sandbox;
  let courses: string[];

  beforeAll(async () => {
    slow = await startSandbox({ seed: { customers: 10_000, lessons: 24 }, key: KEY });
    const { school: all } = slow;
    const other = all.createProduct('The Other Half');
    all.addPlan(other.productId);
    all.publish(other.productId);
    courses = [...all.products.values()].map((one) => one.productId);
    for (const { email } of [...all.users.values()].filter((one) => one.email.endsWith('@bulk.example')))
      all.invite(other.productId, email);
  });
  beforeEach(() => {
    // The clock moves with each call, so that nobody has to wait.
    const start = Date.now();
    const before = slow.requestCount;
    jest.spyOn(Date, 'now').mockImplementation(() => start + ((slow.requestCount - before) * ANSWER_MS) / 4);
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => slow.stop());

  const turnOn = (input: object) => poll('new_customer', input, { isPopulatingDedupe: true }, slow.url);

  it('is too much to watch as a whole: the message names the product filter, and no part of the list is given', async () => {
    const { failure, results } = await turnOn({});
    expect(results).toBeUndefined();
    expect(failure).toMatchObject({
      name: 'AppError',
      code: 'timeout',
      message: expect.stringMatching(/[\d,]+ customers were\. Choose a product to watch instead of all of them\.$/),
    });
  });

  it('can be watched one product at a time', async () => {
    const { failure, results } = await turnOn({ productId: courses[0] });
    expect(failure).toBeUndefined();
    expect(results).toHaveLength(10_000);
  });

  it('has more completed lessons than Zapier remembers: the message names the next narrower filter', async () => {
    jest.restoreAllMocks();
    const completed = (input: object) => poll('lesson_completed', input, { isPopulatingDedupe: true }, slow.url);
    const message = (advice: string) => ({
      name: 'AppError',
      code: 'validation',
      message: `There are more than 100,000 to keep apart, and Zapier remembers 100,000 at most. ${advice}`,
    });
    expect((await completed({})).failure).toEqual(message('Choose a product to watch instead of all of them.'));
    const one = { productId: courses[0], oncePerStudent: '' };
    expect((await completed(one)).failure).toEqual(message('Choose a lesson to watch instead of all of them.'));
    expect((await completed({ ...one, oncePerStudent: true })).results).toHaveLength(10_000);
  }, 60_000);

  it('that is slower still: one product is too much, and the message says what is left', async () => {
    const start = Date.now();
    jest.restoreAllMocks();
    const before = slow.requestCount;
    jest.spyOn(Date, 'now').mockImplementation(() => start + (slow.requestCount - before) * ANSWER_MS);
    const { failure } = await turnOn({ productId: courses[0] });
    expect(failure?.message).toMatch(/customers were\. The school answers too slowly .* n8n/);
  });
});
