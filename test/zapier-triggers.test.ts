/** Every trigger of the Zapier app, run through Zapier's handler, by the rules by which Zapier finds what is new. */
import { triggers } from '../packages/core/src/index.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import App from '../packages/zapier-app/src/index.ts';
import { operationKey } from '../packages/zapier-app/src/translate/keys.ts';
import { mismatches, promisedBy } from '../packages/zapier-app/test/checks/index.ts';
import { run, trigger } from '../packages/zapier-app/test/run.ts';
import { startSite } from './support/site.ts';

const KEY = 'sk-triggers-0123456789abcdef';
const DAY = 24 * 60 * 60_000;

type Event = Record<string, unknown> & {
  readonly id: string;
  readonly occurredAt: string | null;
  readonly customer: { readonly userId: string };
};

let sandbox: Sandbox;
/** A course of the demo school, of which one customer has completed everything. */
let productId: string;
let graduate: string;

const lessonsOf = (course: string) => [...sandbox.school.lessons.values()].filter((one) => one.courseId === course);

beforeAll(async () => {
  // What happens in the school happened three days ago, so that those who have not finished stand still.
  sandbox = await startSandbox({ seed: 'demo', key: KEY, clock: () => Date.now() - 3 * DAY });
  const course = [...sandbox.school.products.values()].find((one) => one.title === 'AI Foundations');
  productId = course?.productId ?? '';
  graduate = sandbox.school.invite(productId, 'graduate@example.com').user.userId;
  for (const lesson of lessonsOf(productId))
    if (lesson.published) sandbox.school.complete(productId, graduate, lesson.lessonId);
  sandbox.school.setDownloaded(productId, graduate);
});
afterAll(() => sandbox.stop());

const poll = (key: string, inputData: object = {}, meta: object = {}, baseUrl = sandbox.url) =>
  run(trigger(key), { authData: { baseUrl, apiKey: KEY }, inputData: { ...inputData }, meta: { ...meta } });

async function events(key: string, inputData: object = {}, meta: object = {}): Promise<Event[]> {
  const { results, failure } = await poll(key, inputData, meta);
  expect(failure).toBeUndefined();
  return results as Event[];
}

const INPUT: Readonly<Record<string, object>> = {
  progress_reached: { thresholds: ['50', '100'] },
  student_stalled: { stalledDays: 2 },
};

describe.each(triggers.filter((one) => !one.needsState).map((one) => [operationKey(one), one] as const))(
  '%s',
  (key, { event }) => {
    it('answers all that is true, each with its own id, the keys of its sample and the types of its fields', async () => {
      const found = await events(key, INPUT[key], { isPopulatingDedupe: true });
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      for (const one of found) {
        expect(one['type']).toBe(event);
        expect(mismatches(one, promisedBy(App.triggers[key]))).toEqual([]);
      }
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

const BIG = { productId: 'big', title: 'Big', type: 'course', published: true };

it.each([
  ['all products', {}, /customers were\. Choose a product to watch instead of all of them\./],
  ['one', { productId: 'big' }, /customers were\. The school answers too slowly .* n8n/],
])('a school that is too slow to watch %s says what to do, and gives no part of the list', async (_, input, words) => {
  const page = Array.from({ length: 200 }, (_, place) => ({
    user: { userId: `user-${place}`, email: `u${place}@example.com` },
    status: 'active',
    completedLessons: [],
  }));
  const site = await startSite(({ url }) => ({
    body: url.includes('/lessons')
      ? { data: [] }
      : url.includes('/customers')
        ? {
            data: page.map((row) => ({
              ...row,
              user: { ...row.user, userId: `${url.replace(/\W/g, '')}-${row.user.userId}` },
            })),
          }
        : /products\?/.test(url)
          ? { data: /page=1\b/.test(url) ? [BIG] : [] }
          : BIG,
  }));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'] });
  try {
    // Time passes quickly: each look at the clock is 200 milliseconds later.
    const start = Date.now();
    let looks = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => start + 200 * looks++);
    const { failure, results } = await poll('new_customer', input, { isPopulatingDedupe: true }, site.url);
    expect(results).toBeUndefined();
    expect(failure?.message).toMatch(words);
  } finally {
    jest.restoreAllMocks();
    jest.useRealTimers();
    await site.stop();
  }
});
