/** Every event, made to happen in the embedded school, whose answers have the shapes of a real server. */
import { createSchool, EVENT_TYPES, type EventType, type School } from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import { pollStateless, Watcher } from './support/watcher.ts';

const DAY = 24 * 60 * 60_000;

describe.each(['observed', 'documented'] as const)('a school as %s', (mode) => {
  let sandbox: Sandbox;
  let school: School;
  let now = Date.parse('2026-11-21T08:00:00.000Z');
  beforeAll(async () => {
    // Time passes with every look at the clock, so that no two things happen in one moment.
    const clock = () => ++now;
    sandbox = await startSandbox({ mode, seed: 'empty', clock });
    const { url, key } = sandbox;
    const transport = undiciTransport({ baseUrl: url, apiKey: key });
    school = createSchool({ baseUrl: url, transport, secrets: [key], now: () => now });
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.stop());

  const control = async (action: string, body: Record<string, string>): Promise<void> => {
    const response = await fetch(`${sandbox.url}/sandbox/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect({ status: response.status, text: response.ok ? '' : await response.text() }).toEqual({
      status: 200,
      text: '',
    });
  };

  /** A published course of two sections with two lessons each, one of which is a draft, and two customers. */
  async function course() {
    const { productId } = await school.products.create({ title: 'AI Foundations', type: 'course' });
    await school.paymentPlans.create(productId, { name: 'Free', type: 'free' });
    await school.products.publish(productId);
    const [first] = await school.sections.list(productId);
    const second = await school.sections.create(productId, { name: 'Second' });
    const lesson = async (title: string, sectionId: string | undefined, published = true) => {
      const made = await school.lessons.create(productId, {
        title,
        type: 'text',
        sectionId,
        content: { markdown: 'Hello.' },
        published,
      });
      return made.lessonId;
    };
    const [one, two] = [await lesson('One', first?.sectionId), await lesson('Two', first?.sectionId)];
    const three = await lesson('Three', second.sectionId);
    const draft = await lesson('Draft', second.sectionId, false);
    const invite = async (email: string) => (await school.customers.invite(productId, { email })).userId ?? '';
    const [ann, bob] = [await invite('ann@example.com'), await invite('bob@example.com')];
    const complete = (userId: string, lessonId: string) => control('complete', { productId, userId, lessonId });
    return { productId, section: first?.sectionId ?? '', one, two, three, draft, ann, bob, invite, complete, lesson };
  }
  type Course = Awaited<ReturnType<typeof course>>;

  /** What is done beforehand and what makes it happen; gives the ids of the events of that type. */
  const MADE: Record<EventType, { before?: (at: Course) => Promise<void>; make: (at: Course) => Promise<string[]> }> = {
    'customer.enrolled': {
      make: async ({ productId, invite }) => [`enrolled:${productId}:${await invite('cid@example.com')}`],
    },
    'customer.statusChanged': {
      make: async ({ productId, ann }) => {
        await control('set-status', { productId, userId: ann, status: 'expired' });
        return [`status:${productId}:${ann}:expired`];
      },
    },
    'customer.removed': {
      make: async ({ productId, ann, bob }) => {
        await control('remove-membership', { productId, userId: ann });
        await control('delete-user', { userId: bob });
        return [`removed:${productId}:${ann}`, `removed:${productId}:${bob}`];
      },
    },
    'customer.stalled': {
      before: ({ complete, ann, one }) => complete(ann, one),
      make: async ({ productId, ann, bob }) => {
        const active = (userId: string) => sandbox.school.membership(productId, userId)?.progress?.updatedAt;
        now += 3 * DAY;
        return [ann, bob].map((userId) => `stalled:${productId}:${userId}:3:${active(userId)}`);
      },
    },
    'lesson.completed': {
      before: ({ complete, ann, one }) => complete(ann, one),
      make: async ({ productId, complete, ann, two }) => {
        await complete(ann, two);
        return [`lesson:${productId}:${two}:${ann}`];
      },
    },
    'section.completed': {
      before: ({ complete, ann, one }) => complete(ann, one),
      make: async ({ productId, section, complete, ann, two }) => {
        await complete(ann, two);
        return [`section:${productId}:${section}:${ann}`];
      },
    },
    'progress.reached': {
      before: ({ complete, ann, one }) => complete(ann, one),
      make: async ({ productId, complete, ann, two }) => {
        await complete(ann, two);
        return [`progress:${productId}:${ann}:60`];
      },
    },
    'course.completed': {
      before: async ({ complete, ann, one, two }) => (await complete(ann, one), complete(ann, two)),
      make: async ({ productId, complete, ann, three }) => {
        await complete(ann, three);
        return [`completed:${productId}:${ann}`];
      },
    },
    'file.downloaded': {
      make: async ({ productId, ann }) => {
        sandbox.school.setDownloaded(productId, ann);
        return [`downloaded:${productId}:${ann}`];
      },
    },
    'product.created': {
      make: async () => [`product:${(await school.products.create({ title: 'Ebook', type: 'download' })).productId}`],
    },
    'product.published': {
      before: ({ productId }) => control('unpublish', { productId }),
      make: async ({ productId }) => {
        await control('publish', { productId });
        return [`published:${productId}`];
      },
    },
    'product.unpublished': {
      make: async ({ productId }) => {
        await control('unpublish', { productId });
        return [`unpublished:${productId}`];
      },
    },
    'lesson.created': {
      make: async ({ productId, section, lesson }) => [`lesson-new:${productId}:${await lesson('Five', section)}`],
    },
    'lesson.published': {
      make: async ({ productId, draft }) => {
        await school.lessons.update(productId, draft, { published: true });
        return [`lesson-published:${productId}:${draft}`];
      },
    },
    'lesson.removed': {
      make: async ({ productId, draft }) => {
        await school.lessons.delete(productId, draft);
        return [`lesson-removed:${productId}:${draft}`];
      },
    },
  };

  it.each(EVENT_TYPES)('%s happens, and is all that is told', async (type) => {
    const at = await course();
    const { before, make } = MADE[type];
    await before?.(at);
    const watcher = new Watcher(school, { events: [type], thresholds: [60], stalledDays: 3 });
    expect(await watcher.ids()).toEqual([]);
    expect(await watcher.ids()).toEqual([]);
    const ids = await make(at);
    // A removal takes two polls.
    const told = [...(await watcher.poll()), ...(await watcher.poll())];
    expect(told.map((one) => one.id).sort()).toEqual(ids.sort());
    expect(told).toMatchObject(ids.map(() => ({ type, product: { title: expect.any(String) } })));
    for (const event of told) if ('section' in event) expect(event.section?.name).toEqual(expect.any(String));
    for (const event of told) if ('lesson' in event) expect(event.lesson.title).toEqual(expect.any(String));
    expect(await watcher.ids()).toEqual([]);
  });

  it('tells a host without state the same', async () => {
    const { productId, ann, bob, one, complete } = await course();
    await complete(ann, one);
    const { events } = await pollStateless(school, { events: ['customer.enrolled', 'lesson.completed'] });
    expect(events.map((event) => event.id).sort()).toEqual(
      [`enrolled:${productId}:${ann}`, `enrolled:${productId}:${bob}`, `lesson:${productId}:${one}:${ann}`].sort(),
    );
  });
});
