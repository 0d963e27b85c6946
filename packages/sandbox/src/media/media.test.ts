import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../options.ts';
import { call } from '../testing/client.ts';

let sandbox: Sandbox;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-11-21T00:00:00Z');
  sandbox = await startSandbox({ clock: () => now });
});
afterEach(() => sandbox.stop());

async function presign(): Promise<string> {
  const { body } = await call(sandbox, 'POST', '/api/media/presigned');
  const { signature, endpoint } = body as { signature: string; endpoint: string };
  expect(endpoint).toBe(sandbox.mediaUrl);
  return signature;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('an upload in one piece', () => {
  async function upload(form: FormData, signature: string) {
    const response = await fetch(`${sandbox.mediaUrl}/media/create`, {
      method: 'POST',
      headers: { 'x-medialit-signature': signature },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  function form(bytes: Buffer, name = 'a.png', fields: Record<string, string> = { caption: 'C', access: 'public' }) {
    const data = new FormData();
    for (const [key, value] of Object.entries(fields)) data.set(key, value);
    data.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
    return data;
  }

  test('is counted and described, and lessons can use it', async () => {
    // Line breaks and dashes, so that bytes look like boundaries, and more than one chunk.
    const bytes = Buffer.from('\r\n--boundary\r\n'.repeat(20_000));
    const { status, body } = await upload(form(bytes, 'Über "uns".PNG'), await presign());
    expect(status).toBe(200);
    expect(body).toEqual({
      mediaId: expect.any(String),
      originalFileName: 'Über "uns".PNG',
      mimeType: 'image/png',
      size: bytes.length,
      access: 'public',
      file: `${sandbox.mediaUrl}/${body['mediaId'] as string}/main.png`,
      thumbnail: expect.any(String),
      caption: 'C',
    });
    expect(sandbox.media.files.get(body['mediaId'] as string)?.sha256).toBe(sha256(bytes));
    const { productId, sections } = sandbox.school.createProduct('A');
    const { media } = sandbox.school.addLesson(productId, {
      title: 'L',
      type: 'file',
      groupId: sections[0]?.sectionId,
      media: { mediaId: body['mediaId'] },
    });
    expect(media).toMatchObject({ originalFileName: 'Über "uns".PNG', size: bytes.length });
    expect(media).not.toHaveProperty('file');
  });

  test('may be empty, and without a caption', async () => {
    const { body } = await upload(form(Buffer.alloc(0), 'empty', { access: 'private' }), await presign());
    expect(body).toMatchObject({ size: 0, access: 'private' });
    expect(body).not.toHaveProperty('caption');
  });

  test('takes no notice of fields that come after the file', async () => {
    const data = new FormData();
    data.set('file', new Blob(['x']), 'a.txt');
    data.set('access', 'public');
    expect((await upload(data, await presign())).body).toMatchObject({ access: 'private' });
  });

  test('needs a file and a known access', async () => {
    const data = new FormData();
    data.set('access', 'public');
    expect(await upload(data, await presign())).toEqual({ status: 400, body: { error: 'File is required' } });
    const odd = form(Buffer.from('x'), 'a.txt', { access: 'everyone' });
    expect(await upload(odd, await presign())).toEqual({ status: 400, body: { error: 'Invalid access' } });
  });

  test('a signature is good for one upload, and not for long', async () => {
    const signature = await presign();
    expect((await upload(form(Buffer.from('x')), signature)).status).toBe(200);
    expect(await upload(form(Buffer.from('x')), signature)).toEqual({ status: 401, body: { error: 'Unauthorized' } });
    expect((await upload(form(Buffer.from('x')), 'made-up')).status).toBe(401);
    const old = await presign();
    now += 5 * 60_000;
    expect((await upload(form(Buffer.from('x')), old)).status).toBe(401);
  });

  test('a key that comes along is noticed', async () => {
    await upload(form(Buffer.from('x')), await presign());
    expect(sandbox.media.apiKeySeen).toBe(false);
    await fetch(`${sandbox.mediaUrl}/media/create`, { method: 'POST', headers: { 'x-api-key': 'leaked' } });
    expect(sandbox.media.apiKeySeen).toBe(true);
  });

  test('is read as it comes, whatever the chunks', async () => {
    const signature = await presign();
    const text = [
      'preamble\r\n--b',
      'Content-Disposition: form-data; name="access"',
      '',
      'private\r\n--b',
      'Content-Disposition: form-data; name="file"; filename="a.txt"',
      'Content-Type: text/plain',
      '',
      'one\r\n--\r\n--btwo\r\n--b--\r\n',
    ].join('\r\n');
    // "--btwo" starts like a boundary but is none: such a body is malformed, and told so.
    const bytes = Buffer.from(text.replace('--btwo', '-two'));
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { 'x-medialit-signature': signature, 'content-type': 'multipart/form-data; boundary=b' };
      const sent = httpRequest(`${sandbox.mediaUrl}/media/create`, { method: 'POST', headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: body }));
      });
      sent.on('error', reject);
      sent.setNoDelay(true);
      for (const byte of bytes) sent.write(Buffer.from([byte]));
      sent.end();
    });
    expect(answer.status).toBe(200);
    const [file] = sandbox.media.files.values();
    expect(file?.sha256).toBe(sha256(Buffer.from('one\r\n--\r\n-two')));
  });
});

describe('a resumable upload', () => {
  const TUS = { 'tus-resumable': '1.0.0' };
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  async function create(length: number, signature: string) {
    const metadata = [
      `fileName ${base64('Übung.mp4')}`,
      `mimeType ${base64('video/mp4')}`,
      `access ${base64('private')}`,
      `caption ${base64('A caption')}`,
    ].join(',');
    return fetch(`${sandbox.mediaUrl}/media/create/resumable`, {
      method: 'POST',
      headers: {
        ...TUS,
        'x-medialit-signature': signature,
        'upload-length': String(length),
        'upload-metadata': metadata,
      },
    });
  }

  const patch = (location: string, signature: string, offset: number, bytes: Buffer, more = {}) =>
    fetch(location, {
      method: 'PATCH',
      headers: {
        ...TUS,
        'x-medialit-signature': signature,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...more,
      },
      body: new Uint8Array(bytes),
    });

  const head = (location: string, signature: string) =>
    fetch(location, { method: 'HEAD', headers: { ...TUS, 'x-medialit-signature': signature } });

  async function begin(length: number) {
    const signature = await presign();
    const created = await create(length, signature);
    expect(created.status).toBe(201);
    return { signature, location: created.headers.get('location') ?? '' };
  }

  test('goes chunk by chunk, and the last answer describes the file', async () => {
    const bytes = Buffer.alloc(300_000, 'ab');
    const { signature, location } = await begin(bytes.length);
    const first = await patch(location, signature, 0, bytes.subarray(0, 100_000));
    expect([first.status, first.headers.get('upload-offset'), first.headers.get('media')]).toEqual([
      204,
      '100000',
      null,
    ]);
    expect((await head(location, signature)).headers.get('upload-offset')).toBe('100000');
    const last = await patch(location, signature, 100_000, bytes.subarray(100_000));
    const media = JSON.parse(last.headers.get('media') ?? '') as Record<string, unknown>;
    expect(media).toMatchObject({ originalFileName: 'Übung.mp4', mimeType: 'video/mp4', size: 300_000 });
    expect(media).toMatchObject({ access: 'private', caption: 'A caption' });
    expect(sandbox.media.files.get(media['mediaId'] as string)?.sha256).toBe(sha256(bytes));
  });

  test('an empty file is there as soon as it is made', async () => {
    const created = await create(0, await presign());
    expect(JSON.parse(created.headers.get('media') ?? '')).toMatchObject({ size: 0 });
  });

  test('refuses a wrong offset, too many bytes, another type, another version, an unknown upload', async () => {
    const { signature, location } = await begin(10);
    const bytes = Buffer.from('12345');
    expect((await patch(location, signature, 3, bytes)).status).toBe(409);
    expect((await patch(location, signature, 0, Buffer.alloc(11))).status).toBe(413);
    expect((await patch(location, signature, 0, bytes, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await patch(location, signature, 0, bytes, { 'tus-resumable': '0.2.2' })).status).toBe(412);
    expect((await patch(`${location}x`, signature, 0, bytes)).status).toBe(404);
    expect((await patch(location, 'made-up', 0, bytes)).status).toBe(401);
    expect((await head(location, signature)).headers.get('upload-offset')).toBe('0');
  });

  test('a checksum that does not fit takes the chunk back', async () => {
    const { signature, location } = await begin(5);
    const bytes = Buffer.from('12345');
    const sum = (of: Buffer) => ({ 'upload-checksum': `sha1 ${createHash('sha1').update(of).digest('base64')}` });
    expect((await patch(location, signature, 0, bytes, sum(Buffer.from('other')))).status).toBe(460);
    expect((await head(location, signature)).headers.get('upload-offset')).toBe('0');
    expect((await patch(location, signature, 0, bytes, sum(bytes))).status).toBe(204);
  });

  test('goes on after the connection broke, from where it broke', async () => {
    const bytes = Buffer.alloc(1_000_000, 'xyz');
    const { signature, location } = await begin(bytes.length);
    sandbox.faults.add({
      target: 'media',
      method: 'PATCH',
      times: 1,
      fault: { kind: 'reset', when: 'during', bytes: 400_000 },
    });
    await expect(patch(location, signature, 0, bytes)).rejects.toThrow('fetch failed');
    const offset = Number((await head(location, signature)).headers.get('upload-offset'));
    expect(offset).toBe(400_000);
    const last = await patch(location, signature, offset, bytes.subarray(offset));
    const media = JSON.parse(last.headers.get('media') ?? '') as { mediaId: string };
    expect(sandbox.media.files.get(media.mediaId)?.sha256).toBe(sha256(bytes));
  });

  test('needs a fresh signature, and may be taken back', async () => {
    const { signature, location } = await begin(5);
    expect((await create(5, signature)).status).toBe(401);
    const headers = { ...TUS, 'x-medialit-signature': signature };
    expect((await fetch(location, { method: 'DELETE', headers })).status).toBe(204);
    expect((await head(location, signature)).status).toBe(404);
  });
});
