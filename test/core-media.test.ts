/** Uploads through the core to the sandbox's media service, which is another origin than the school. */
import { createHash, randomBytes } from 'node:crypto';
import { createSchool, type HttpRequest, type School } from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';

let sandbox: Sandbox;
let sent: HttpRequest[] = [];
let school: School;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.reset();
  sent = [];
  const { url, key } = sandbox;
  const transport = undiciTransport({ baseUrl: url, apiKey: key });
  school = createSchool({
    baseUrl: url,
    secrets: [key],
    transport: (request) => (sent.push(request), transport(request)),
    sleep: async () => undefined,
  });
});

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const inPieces = (bytes: Buffer, size: number) =>
  async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
const stored = (mediaId: string) => sandbox.media.files.get(mediaId)?.sha256;

it.each([0, 1, 65_536, 1_000_003])('sends %i bytes in one go, byte for byte', async (size) => {
  const bytes = randomBytes(size);
  const progress: number[] = [];
  const media = await school.media.upload({
    fileName: 'Café "one"\r\n.mp4',
    mimeType: 'video/mp4',
    size,
    caption: 'Ünï',
    access: 'public',
    open: inPieces(bytes, 10_000),
    onProgress: (done, total) => (expect(total).toBe(size), progress.push(done)),
  });
  expect(media).toMatchObject({ size, mimeType: 'video/mp4', caption: 'Ünï', access: 'public' });
  expect(media.originalFileName).toContain('Café');
  expect(stored(media.mediaId)).toBe(sha(bytes));
  if (size > 0) expect(progress.at(-1)).toBe(size);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
});

it('sends a stream of unknown length', async () => {
  const bytes = randomBytes(300_000);
  const media = await school.media.upload({ fileName: 'a.bin', open: inPieces(bytes, 7777) });
  expect(stored(media.mediaId)).toBe(sha(bytes));
});

it.each([1, 999_999, 1_000_000, 2_500_000])('sends %i bytes in pieces', async (size) => {
  const bytes = randomBytes(size);
  const media = await school.media.uploadResumable(
    { fileName: 'long name ü.pdf', mimeType: 'application/pdf', size, open: inPieces(bytes, 65_536) },
    { chunkBytes: 500_000 },
  );
  expect(media).toMatchObject({ size, originalFileName: 'long name ü.pdf', mimeType: 'application/pdf' });
  expect(stored(media.mediaId)).toBe(sha(bytes));
  expect(sent.filter((one) => one.method === 'PATCH')).toHaveLength(Math.ceil(size / 500_000));
});

it('goes on where it was when the connection drops, also when nobody answers for a while', async () => {
  const bytes = randomBytes(2_000_000);
  sandbox.faults.add({
    target: 'media',
    method: 'PATCH',
    fault: { kind: 'reset', when: 'during', bytes: 123_456 },
    skip: 1,
    times: 2,
  });
  sandbox.faults.add({ target: 'media', method: 'PATCH', fault: { kind: 'reset', when: 'after' }, skip: 1, times: 1 });
  sandbox.faults.add({ target: 'media', method: 'HEAD', fault: { kind: 'status', status: 503 }, times: 1 });
  const media = await school.media.uploadResumable(
    { fileName: 'a.mp4', size: bytes.length, open: inPieces(bytes, 50_000) },
    { chunkBytes: 700_000 },
  );
  expect(stored(media.mediaId)).toBe(sha(bytes));
  expect(sandbox.media.files.size).toBe(1);
  expect(sent.filter((one) => one.method === 'HEAD').length).toBeGreaterThanOrEqual(3);
});

it('gives up on a media service that stays down', async () => {
  sandbox.faults.add({
    target: 'media',
    method: ['PATCH', 'HEAD'],
    fault: { kind: 'status', status: 502, body: 'html' },
  });
  await expect(
    school.media.uploadResumable({ fileName: 'a', size: 3, open: inPieces(Buffer.from('abc'), 3) }),
  ).rejects.toMatchObject({ code: 'unavailable', status: 502 });
});

it('says when the file is not as long as announced', async () => {
  const short = school.media.uploadResumable({ fileName: 'a', size: 10, open: inPieces(Buffer.from('abc'), 3) });
  await expect(short).rejects.toMatchObject({
    code: 'validation',
    message: expect.stringContaining('3 bytes, but 10'),
  });
});

it('never lets the key reach the media service, nor a redirect take the file elsewhere', async () => {
  const bytes = Buffer.from('hello');
  await school.media.upload({ fileName: 'a', open: inPieces(bytes, 5) });
  await school.media.uploadResumable({ fileName: 'b', size: 5, open: inPieces(bytes, 5) });
  sandbox.faults.add({
    target: 'media',
    fault: { kind: 'redirect', to: 'https://evil.example/', status: 307 },
    times: 1,
  });
  await expect(school.media.upload({ fileName: 'a', open: inPieces(bytes, 5) })).rejects.toMatchObject({
    code: 'redirected',
  });
  sandbox.faults.add({
    target: 'media',
    fault: { kind: 'status', status: 201, headers: { location: 'https://evil.example/x' } },
    times: 1,
  });
  await expect(
    school.media.uploadResumable({ fileName: 'b', size: 5, open: inPieces(bytes, 5) }),
  ).rejects.toMatchObject({ code: 'bad_response' });
  expect(sandbox.media.apiKeySeen).toBe(false);
  for (const request of sent.filter((one) => !one.url.startsWith(`${sandbox.url}/`))) {
    expect(request.toSchool).toBe(false);
    expect(request.url.startsWith(`${sandbox.mediaUrl}/`)).toBe(true);
  }
});

it('takes a refused signature for what it is, not for a wrong key', async () => {
  sandbox.faults.add({
    target: 'media',
    fault: { kind: 'status', status: 401, body: '{"error":"Unauthorized"}' },
    times: 1,
  });
  await expect(school.media.upload({ fileName: 'a', open: inPieces(Buffer.from('x'), 1) })).rejects.toMatchObject({
    code: 'forbidden',
    hint: expect.stringContaining('try again'),
  });
});

it.each([
  ['http://media.example.com', 'unencrypted'],
  ['ftp://media.example.com', 'no address'],
  ['https://a@media.example.com', 'no address'],
  ['nonsense', 'no address'],
  ['https://169.254.169.254', 'private network'],
  ['https://media.internal', 'private network'],
])('sends nothing to %s when the school is a public one', async (endpoint, reason) => {
  const answer = {
    status: 200,
    headers: {},
    body: new TextEncoder().encode(JSON.stringify({ signature: 's', endpoint })),
  };
  const asked: string[] = [];
  const public_ = createSchool({
    baseUrl: 'https://school.example.com',
    transport: async (request) => (asked.push(request.url), answer),
  });
  await expect(public_.media.upload({ fileName: 'a', open: inPieces(Buffer.from('x'), 1) })).rejects.toMatchObject({
    code: 'bad_response',
    message: expect.stringContaining(reason),
  });
  expect(asked).toEqual(['https://school.example.com/api/media/presigned']);
});

describe('a lesson from a file', () => {
  it('is made, and its file replaced', async () => {
    const { productId } = await school.products.create({ title: 'C', type: 'course' });
    const open = inPieces(Buffer.from('%PDF'), 4);
    const lesson = await school.lessons.createFromFile(
      productId,
      { type: 'pdf', title: 'L' },
      { fileName: 'a.pdf', mimeType: 'application/pdf', open },
    );
    const mediaId = lesson.media?.mediaId ?? '';
    expect(stored(mediaId)).toBeDefined();
    const changed = await school.lessons.replaceFile(productId, lesson.lessonId, { fileName: 'b.pdf', open });
    expect(changed.media?.mediaId).not.toBe(mediaId);
  });

  it('says the mediaId when the file is there but the lesson is not', async () => {
    const { productId } = await school.products.create({ title: 'C', type: 'course' });
    const failed = await school.lessons
      .createFromFile(
        productId,
        { type: 'pdf', title: 'L', sectionId: 'nope' },
        { fileName: 'a.pdf', open: inPieces(Buffer.from('x'), 1) },
      )
      .catch((error: unknown) => error);
    const [mediaId] = [...sandbox.media.files.keys()];
    expect(failed).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(mediaId as string),
      hint: expect.stringContaining(mediaId as string),
    });
  });
});

it.each([
  { fileName: '' },
  { mimeType: 'x' },
  { mimeType: 'a/b\r\nx: y' },
  { size: -1 },
  { access: 'secret' },
  { caption: 'x'.repeat(5001) },
])('refuses what cannot be uploaded before any call (%#)', async (wrong) => {
  const upload = school.media.upload({ fileName: 'a', open: inPieces(Buffer.from('x'), 1), ...wrong } as never);
  await expect(upload).rejects.toMatchObject({ code: 'validation' });
  expect(sent).toEqual([]);
});
