/**
 * Every operation of the catalogue once in a real n8n: the packed package, installed; a workflow that is saved and run
 * by hand; what comes out, read by n8n's public API, against what the operation promises; what it did in the school.
 */
import { actions, lists, reads, searches } from '../../packages/core/src/index.ts';
import { operationValue } from '../../packages/n8n-nodes/nodes/shared/wording.ts';
import type { Sandbox } from '../../packages/sandbox/src/index.ts';
import { startFileSite, type FileSite } from '../support/fileSite.ts';
import { missingKeys, wrongTypes, type OutputSchema } from '../support/mismatch.ts';
import { nodeParameters } from '../support/nodeParameters.ts';
import { FILE, FILE_HASH, OPERATION_INPUTS } from '../support/operationInputs.ts';
import { holdsKey } from './engine/setup.ts';
import { startLive, type Live, type Ran } from './live/setup.ts';

jest.setTimeout(150_000);

let live: Live;
let files: FileSite;
beforeAll(async () => {
  live = await startLive(6078);
  files = await startFileSite();
});
beforeEach(() => live.sandbox.reset());
afterAll(() => Promise.all([live?.stop(), files?.stop()]));

const operations = [...actions, ...searches, ...reads, ...lists];
type Runnable = (typeof operations)[number];
type Given = Readonly<Record<string, string>>;

async function run(operation: Runnable): Promise<{ ran: Ran; given: Given }> {
  const input = OPERATION_INPUTS[operation.key]?.(live.sandbox);
  if (!input) throw new Error('There is no input for it in test/support/operationInputs.ts.');
  const ran = await live.run(
    operation.label,
    nodeParameters(operation, input),
    'file' in input ? { file: files.url } : {},
  );
  return { ran, given: input as Given };
}

/** What n8n offers for mapping before a step has run. */
async function preview({ key, noun }: Runnable): Promise<OutputSchema> {
  const answer = await fetch(
    `${live.n8n.url}/schemas/n8n-nodes-courselit.courseLit/1/${noun}/${operationValue({ key })}.json`,
  );
  expect(answer.status).toBe(200);
  return (await answer.json()) as OutputSchema;
}

/** What has to be so in the school once an action has run: what it was given, and what it answered. */
type Effect = (school: Sandbox['school'], given: Given, json: Record<string, unknown>, sandbox: Sandbox) => void;

const course = (school: Sandbox['school'], { productId = '' }: Given) => school.product(productId);
const plan = (school: Sandbox['school'], given: Given, planId: unknown) =>
  course(school, given).plans.find((one) => one.planId === planId);
const section = (school: Sandbox['school'], given: Given, sectionId: unknown) =>
  course(school, given).sections.find((one) => one.sectionId === sectionId);
const fileOf = (sandbox: Sandbox, mediaId: unknown) => sandbox.media.files.get(String(mediaId));

const EFFECTS: Readonly<Record<string, Effect>> = {
  'customer.invite': (school, given, _json, { outbox }) => {
    const ann = school.userByEmail.get('ann@example.com');
    expect(ann?.tags).toEqual(['paid']);
    expect(course(school, given).memberOf.get(ann?.userId ?? '')).toMatchObject({ status: 'active' });
    expect(outbox.map(({ to }) => to)).toEqual(['ann@example.com']);
  },
  'product.create': (school, _given, { productId }) =>
    expect(school.product(String(productId))).toMatchObject({ title: 'Something New', published: false }),
  'product.update': (school, given) => {
    expect(course(school, given)).toMatchObject({ title: 'AI Basics', tags: ['ai'], privacy: 'public' });
    expect(course(school, given).description).toContain('"marks":[{"type":"bold"}]');
  },
  'product.publish': (school, given) => expect(course(school, given).published).toBe(true),
  'product.unpublish': (school, given) => expect(course(school, given).published).toBe(false),
  'product.delete': (school, { productId = '' }) => expect(school.products.has(productId)).toBe(false),
  'paymentPlan.create': (school, given, { planId }) =>
    expect(plan(school, given, planId)).toMatchObject({ name: 'Rates', emiAmount: 10, emiTotalInstallments: 12 }),
  'paymentPlan.update': (school, given) =>
    expect(plan(school, given, given['planId'])).toMatchObject({ name: 'Once and for All', oneTimeAmount: 120 }),
  'paymentPlan.setDefault': (school, given) => expect(course(school, given).defaultPaymentPlan).toBe(given['planId']),
  'paymentPlan.archive': (school, given) => expect(plan(school, given, given['planId'])?.archived).toBe(true),
  'section.create': (school, given, { sectionId }) =>
    expect(section(school, given, sectionId)).toMatchObject({ name: 'One More' }),
  'section.update': (school, given) =>
    expect(section(school, given, given['sectionId'])).toMatchObject({
      name: 'New',
      drip: { status: true, type: 'relative-date', delayInMillis: 7 * 24 * 60 * 60 * 1000 },
    }),
  'section.reorder': (school, given) => {
    const byRank = [...course(school, given).sections].sort((a, b) => a.rank - b.rank);
    expect(byRank[0]).toMatchObject({ name: 'Now First' });
    expect(byRank).toHaveLength(4);
  },
  'section.delete': (school, given) => expect(section(school, given, given['sectionId'])).toBeUndefined(),
  'lesson.create': (school, _given, { lessonId }) => {
    const lesson = school.lessons.get(String(lessonId));
    expect(lesson).toMatchObject({ title: 'One', type: 'text', published: false });
    expect(JSON.stringify(lesson?.content)).toContain('"type":"heading"');
  },
  'lesson.createFromFile': (school, _given, { lessonId }, sandbox) => {
    const lesson = school.lessons.get(String(lessonId));
    expect(lesson).toMatchObject({ title: 'Watch', type: 'video', downloadable: true });
    expect(fileOf(sandbox, lesson?.media?.mediaId)?.sha256).toBe(FILE_HASH);
  },
  'lesson.update': (school, { lessonId = '' }) => {
    const lesson = school.lessons.get(lessonId);
    expect(lesson).toMatchObject({ title: 'Better', published: true });
    expect(JSON.stringify(lesson?.content)).toContain('"level":3');
  },
  'lesson.move': (school, given) => {
    expect(school.lessons.get(given['lessonId'] ?? '')?.groupId).toBe(given['sectionId']);
    expect(section(school, given, given['sectionId'])?.lessonsOrder).toEqual([given['lessonId']]);
  },
  'lesson.delete': (school, { lessonId = '' }) => expect(school.lessons.has(lessonId)).toBe(false),
  'media.upload': (_school, _given, { mediaId }, sandbox) =>
    expect(fileOf(sandbox, mediaId)).toMatchObject({
      sha256: FILE_HASH,
      media: { originalFileName: FILE.fileName, mimeType: FILE.mimeType, caption: 'A crab', access: 'public' },
    }),
  'user.create': (school) =>
    expect(school.userByEmail.get('new@example.com')).toMatchObject({ name: 'New', permissions: ['course:enroll'] }),
  'user.update': (school) => expect(school.userByEmail.get('old@example.com')).toMatchObject({ name: 'Old' }),
  'api.request': (_school, _given, json) =>
    expect(json).toMatchObject({ status: 200, body: { data: [{ title: 'AI Foundations' }] } }),
};

it('every action has its effect looked at', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual(actions.map(({ key }) => key).sort());
});

it.each(operations.map((one) => [one.key, one] as const))('%s', async (key, operation) => {
  const { ran, given } = await run(operation);
  expect([ran.execution.status, ran.error?.message]).toEqual(['success', undefined]);
  expect(ran.items.length).toBeGreaterThan(0);

  const schema = await preview(operation);
  for (const { json, pairedItem } of ran.items) {
    expect(pairedItem).toEqual({ item: 0 });
    expect(wrongTypes(json, schema)).toEqual([]);
    // What is deleted is gone, and n8n's users are told no more than that.
    if ('deleted' in operation.sample) expect(json).toEqual({ deleted: true });
    else {
      expect(missingKeys(json, operation.sample)).toEqual([]);
      expect(operation.output.safeParse(json)).toMatchObject({ success: true });
    }
  }

  const { sandbox } = live;
  if (operation.kind === 'action') EFFECTS[key]?.(sandbox.school, given, ran.items[0]?.json ?? {}, sandbox);
  else expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(holdsKey(ran.execution)).toBe(false);
});

it('what of a text could not be kept is kept with the execution, for the editor to show', async () => {
  const update = actions.find(({ key }) => key === 'lesson.update') as Runnable;
  const { ran } = await run(update);
  expect(ran.hints).toMatchObject([{ message: expect.stringContaining('Headings have three levels') }]);
});

it('the key is nowhere in what n8n logged', () => {
  expect(live.log()).toContain('Editor is now accessible');
  expect(holdsKey(live.log())).toBe(false);
});
