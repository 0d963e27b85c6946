import { createAppTester, type ZObject } from 'zapier-platform-core';
import { startFileSite, type FileSite, type ServedFile } from '../../../test/support/fileSite.ts';
import { closedAddress } from '../../../test/support/site.ts';
import { LARGEST_FILE, openFile, type FileSource } from './file.ts';
import App from './index.ts';

const tester = createAppTester(App);
const FIELD = { key: 'file', label: 'File' };

let site: FileSite;
let served: (path: string) => ServedFile = () => ({});
beforeAll(async () => {
  site = await startFileSite((path) => served(path));
});
afterAll(() => site.stop());

interface Read {
  readonly fileName: string;
  readonly mimeType: string | undefined;
  readonly size: number | undefined;
  readonly text: string;
}

/** Opens a file through Zapier's own request client, and reads it to its end. */
function read(address: string, changes: Partial<FileSource> = {}): Promise<Read> {
  const perform = async (z: ZObject) => {
    const signal = AbortSignal.timeout(5000);
    const file = await openFile({ request: z.request, allowPrivate: true, signal, ...changes }, FIELD, address);
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.open()) chunks.push(chunk);
      return { ...file, text: Buffer.concat(chunks).toString().slice(0, 100) };
    } finally {
      file.close();
    }
  };
  return tester(perform) as Promise<Read>;
}
const at = (path: string) => new URL(path, site.url).href;
const file = (headers: ServedFile['headers'], body = 'hello'): ServedFile => ({
  ...(headers && { headers }),
  body: Buffer.from(body),
});

it.each<[string, ServedFile['headers'], string, string | undefined]>([
  ['/a/lesson%20one.mp4?x=1', { 'content-type': 'video/mp4' }, 'lesson one.mp4', 'video/mp4'],
  [
    '/a',
    { 'content-type': 'Application/PDF; charset=x', 'content-disposition': 'inline; filename="b.pdf"' },
    'b.pdf',
    'application/pdf',
  ],
  ['/a', { 'content-disposition': "attachment; filename*=UTF-8''%C3%9Cben.mp3" }, 'Üben.mp3', undefined],
  ['/a.zip', { 'content-disposition': 'attachment; nonsense' }, 'a.zip', undefined],
  ['/a', { 'content-disposition': 'attachment; filename="../../etc/passwd"' }, '.._.._etc_passwd', undefined],
  ['/%zz', { 'content-type': 'nonsense' }, '%zz', undefined],
  ['/', {}, 'file', undefined],
])('%s with %j is %s', async (path, headers, fileName, mimeType) => {
  served = () => file(headers);
  expect(await read(at(path))).toMatchObject({ fileName, text: 'hello', ...(mimeType && { mimeType }) });
});

it('knows the size where it is announced', async () => {
  served = () => file({ 'content-length': 5 });
  expect(await read(at('/a'))).toMatchObject({ size: 5 });
  served = () => file({ 'transfer-encoding': 'chunked' });
  expect((await read(at('/a'))).size).toBeUndefined();
});

it('follows a few redirects, and asks at each with nothing but what anybody asks with', async () => {
  const before = site.asked.length;
  served = (path) =>
    path === '/3' ? file({}) : { status: 302, headers: { location: `/${Number(path.slice(1)) + 1}` } };
  expect(await read(at('/1'))).toMatchObject({ text: 'hello' });
  for (const headers of site.asked.slice(before)) expect(headers).not.toHaveProperty('x-api-key');
  served = () => ({ status: 302, headers: { location: '/again' } });
  await expect(read(at('/1'))).rejects.toMatchObject({
    code: 'validation',
    message: expect.stringContaining('redirects too often'),
  });
});

it.each([
  ['hello', /neither a file nor the web address/],
  ['ftp://example.com/a.mp4', /neither a file nor the web address/],
  ['file:///etc/passwd', /neither a file nor the web address/],
  ['https://ann:secret@example.com/a.mp4', /neither a file nor the web address/],
  ['http://example.com/a.mp4', /cannot be fetched from http:/],
  ['https://127.0.0.1/a.mp4', /cannot be fetched from https:\/\/127/],
  ['https://169.254.169.254/latest/meta-data', /cannot be fetched from/],
  ['https://metadata.internal/a', /cannot be fetched from/],
  ['https://[::1]/a', /cannot be fetched from/],
  ['https://2130706433/a', /cannot be fetched from/],
])('%s is refused before any call', async (address, message) => {
  const request = jest.fn();
  const opened = openFile({ request, allowPrivate: false, signal: AbortSignal.timeout(1000) }, FIELD, address);
  await expect(opened).rejects.toMatchObject({
    code: 'validation',
    field: 'file',
    message: expect.stringMatching(message),
  });
  expect(request).not.toHaveBeenCalled();
});

it('goes to no private network by way of a redirect', async () => {
  const body = { on: () => body, destroy: () => body };
  const headers = new Map([['location', 'http://169.254.169.254/latest']]);
  const request = jest.fn().mockResolvedValue({ status: 302, headers, body });
  const source = { request, allowPrivate: false, signal: AbortSignal.timeout(1000) };
  await expect(openFile(source, FIELD, 'https://example.com/a')).rejects.toMatchObject({
    message: expect.stringContaining('169.254.169.254'),
  });
  expect(request).toHaveBeenCalledTimes(1);
});

it.each([404, 403, 500])('says that the server answered %d', async (status) => {
  served = () => ({ status, body: Buffer.from('no') });
  await expect(read(at('/a'))).rejects.toMatchObject({
    code: 'validation',
    message: expect.stringMatching(new RegExp(`^"File" cannot be fetched: 127.* answered ${status}\\.`)),
  });
});

it('says that nobody answers', async () => {
  await expect(read(await closedAddress())).rejects.toMatchObject({ message: expect.stringContaining('ECONNREFUSED') });
});

it('refuses a file that is too large: at once where it is announced, else when it has become so', async () => {
  served = () => file({ 'content-length': LARGEST_FILE + 1 });
  await expect(read(at('/a'))).rejects.toMatchObject({
    message: expect.stringContaining('"File" is larger than 100 MB.'),
  });
  served = () => ({
    body: async function* () {
      for (;;) yield Buffer.alloc(2 ** 20);
    },
  });
  await expect(read(at('/a'))).rejects.toMatchObject({
    message: expect.stringContaining('"File" is larger than 100 MB.'),
  });
}, 30_000);

it('ends when the time is up, also half way', async () => {
  served = () => ({
    body: async function* () {
      yield Buffer.from('x');
      await new Promise(() => {});
    },
  });
  const time = new AbortController();
  const perform = async (z: ZObject) => {
    const source = { request: z.request, allowPrivate: true, signal: time.signal };
    const opened = await openFile(source, FIELD, at('/a'));
    for await (const _chunk of opened.open()) time.abort();
  };
  await expect(tester(perform)).rejects.toMatchObject({ name: 'AbortError' });
});
