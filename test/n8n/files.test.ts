/** Files on their way from n8n's binary data to the media service. */
import { createHash } from 'node:crypto';
import { FILE, FILE_HASH } from '../support/operationInputs.ts';
import { holdsKey, located, setUp, type Setup } from './engine/setup.ts';
import type { Binary } from './engine/engine.ts';

let n8n: Setup;

beforeAll(async () => {
  n8n = await setUp();
}, 60_000);
beforeEach(() => n8n.sandbox.reset());
afterAll(() => n8n.stop());

const inMemory: Binary = { fileName: FILE.fileName, mimeType: FILE.mimeType, data: FILE.bytes.toString('base64') };

const run = (parameters: Record<string, unknown>, binary: Record<string, Binary>, onError?: 'continueRegularOutput') =>
  n8n.engine.execute({
    credentials: n8n.credentials(),
    parameters,
    items: [{ json: {}, binary }],
    ...(onError && { onError }),
  });
const upload = (binary: Record<string, Binary>, more: Record<string, unknown> = {}) =>
  run({ resource: 'media', operation: 'upload', file: 'data', ...more }, binary);
const lesson = (more: Record<string, unknown> = {}) => ({
  resource: 'lesson',
  operation: 'createFromFile',
  productId: located(n8n.productCalled('AI Foundations')),
  title: 'Watch',
  file: 'data',
  ...more,
});
const stored = (mediaId: unknown) => n8n.sandbox.media.files.get(String(mediaId));

it('a file in memory arrives byte for byte, under its name and type', async () => {
  const { outputs, error } = await upload(
    { data: inMemory },
    { access: 'public', additionalFields: { caption: 'A crab' } },
  );
  expect(error).toBeUndefined();
  const { json } = outputs[0]?.[0] ?? { json: {} };
  expect(json).toMatchObject({
    originalFileName: FILE.fileName,
    mimeType: 'video/mp4',
    access: 'public',
    caption: 'A crab',
  });
  expect(stored(json['mediaId'])?.sha256).toBe(FILE_HASH);
});

it('a file on disk passes through piece by piece: 128 MB take no more memory than a few', async () => {
  const size = 128 * 2 ** 20;
  const data = await n8n.engine.storeFile({ fileName: 'long.mp4', mimeType: 'video/mp4', size });
  expect(data.id).toMatch(/^filesystem/);
  await upload({ data: await n8n.engine.storeFile({ fileName: 'short.mp4', mimeType: 'video/mp4', size: 1000 }) });
  const before = await n8n.engine.peakMemory();
  const { outputs, error } = await upload({ data });
  expect(error).toBeUndefined();
  expect(outputs[0]?.[0]?.json).toMatchObject({ size });
  const hash = createHash('sha256');
  for (let piece = 0; piece < 128; piece++) hash.update(Buffer.alloc(2 ** 20, 'rust'));
  expect(stored(outputs[0]?.[0]?.json['mediaId'])?.sha256).toBe(hash.digest('hex'));
  expect((await n8n.engine.peakMemory()) - before).toBeLessThan(48 * 2 ** 20);
}, 60_000);

it.each([
  ['video/mp4', 'a.mp4', 'video'],
  ['application/pdf', 'a.pdf', 'pdf'],
  ['application/octet-stream', 'a.mp3', 'audio'],
  ['application/zip', 'a.zip', 'file'],
])('a lesson of %s (%s) is a %s lesson', async (mimeType, fileName, type) => {
  const { outputs, error } = await run(lesson(), { data: { ...inMemory, mimeType, fileName } });
  expect(error).toBeUndefined();
  expect(outputs[0]?.[0]?.json).toMatchObject({ type, title: 'Watch', published: false });
});

it('a file that was uploaded before is used again, and the item need not hold one', async () => {
  const first = await upload({ data: inMemory });
  const { mediaId } = first.outputs[0]?.[0]?.json ?? {};
  const { outputs, error } = await run(lesson({ type: 'video', additionalFields: { media: mediaId } }), {});
  expect(error).toBeUndefined();
  expect(outputs[0]?.[0]?.json).toMatchObject({ type: 'video', mediaId });
  expect(n8n.sandbox.media.files.size).toBe(1);
});

describe('what goes wrong', () => {
  it('a field that the item does not have: n8n says which', async () => {
    const { error } = await upload({ data: inMemory }, { file: 'video' });
    expect(error).toMatchObject({
      name: 'NodeOperationError',
      message: expect.stringContaining("no binary field 'video'"),
      itemIndex: 0,
    });
    expect(n8n.sandbox.requests).toHaveLength(0);
  });

  it('no field at all', async () => {
    const { error } = await run(lesson({ file: '={{ "" }}' }), { data: inMemory });
    expect(error).toMatchObject({
      message: '"File" is missing.',
      description: expect.stringContaining('Uploaded Media'),
    });
  });

  it('a lesson that is refused after its upload says the ID of the file', async () => {
    n8n.sandbox.faults.add({
      fault: {
        kind: 'status',
        status: 422,
        body: '{"error":{"code":"unprocessable_entity","message":"No more lessons"}}',
      },
      method: 'POST',
      path: /lessons$/,
    });
    const { outputs } = await run(lesson(), { data: inMemory }, 'continueRegularOutput');
    const [mediaId = ''] = [...n8n.sandbox.media.files.keys()];
    expect(outputs[0]).toEqual([
      { json: { error: expect.stringContaining(`mediaId ${mediaId}`) }, pairedItem: { item: 0 } },
    ]);
  });

  it('a place that is not there is found out before the file is sent', async () => {
    const { error } = await run(lesson({ sectionId: located('nowhere', 'id') }), { data: inMemory });
    expect(error).toMatchObject({ message: 'The product has no section "nowhere".' });
    expect(n8n.sandbox.media.files.size).toBe(0);
  });

  it('a connection that breaks off in the middle of the file, without the key in what is seen', async () => {
    n8n.sandbox.faults.add({ target: 'media', fault: { kind: 'reset', when: 'during', bytes: 100_000 } });
    const data = await n8n.engine.storeFile({ fileName: 'long.mp4', mimeType: 'video/mp4', size: 20 * 2 ** 20 });
    const { error, everything } = await upload({ data });
    expect(error).toMatchObject({ name: 'NodeApiError', itemIndex: 0 });
    expect(holdsKey(everything)).toBe(false);
    expect(n8n.sandbox.media.apiKeySeen).toBe(false);
  });
});
