/**
 * A resumable upload by tus 1.0 (https://tus.io/protocols/resumable-upload): create, send pieces, and after a broken
 * connection ask how far it got and go on from there.
 */
import type { Client } from '../http/client.ts';
import { CourseLitError, isCourseLitError } from '../http/errors.ts';
import type { HttpResponse } from '../http/transport.ts';
import { mediaFailure } from './mediaAnswer.ts';
import { mediaSchema, type Media, type Upload } from './mediaModel.ts';

export interface TusTask {
  readonly upload: Upload & { readonly size: number };
  readonly signature: string;
  readonly endpoint: string;
  readonly chunkBytes: number;
  readonly timeoutMs: number;
}

/** So many failures in a row, without a byte gained, end an upload. */
const MAX_FAILURES = 5;

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

/** Cuts a stream into pieces of one size; the last may be shorter. A piece is good until the next one is asked for. */
async function* pieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(size);
  let length = 0;
  for await (let bytes of source) {
    while (bytes.byteLength > 0) {
      const taken = bytes.subarray(0, size - length);
      piece.set(taken, length);
      length += taken.byteLength;
      bytes = bytes.subarray(taken.byteLength);
      if (length < size) continue;
      yield piece;
      length = 0;
    }
  }
  if (length > 0) yield piece.subarray(0, length);
}

export async function tusUpload(client: Client, task: TusTask): Promise<Media> {
  const { upload, signature, endpoint, chunkBytes, timeoutMs } = task;
  const common = { 'tus-resumable': '1.0.0', 'x-medialit-signature': signature };
  const created = await client.elsewhere({
    method: 'POST',
    url: `${endpoint}/media/create/resumable`,
    headers: {
      ...common,
      'upload-length': String(upload.size),
      'upload-metadata': metadata(upload),
      'content-length': '0',
    },
    timeoutMs,
  });
  if (created.status !== 201 && created.status !== 200) throw mediaFailure(created, endpoint);
  const url = uploadUrl(created, endpoint);

  let offset = 0;
  let last = created;
  let failures = 0;

  /** Where the server is; undefined when that, too, failed. */
  async function serverOffset(): Promise<number | undefined> {
    const head = await client.elsewhere({ method: 'HEAD', url, headers: common, timeoutMs }).catch(() => undefined);
    if (head && (head.status === 404 || head.status === 410)) throw mediaFailure(head, endpoint);
    if (!head || head.status >= 300) return undefined;
    last = head;
    return offsetOf(head);
  }

  for await (const piece of pieces(upload.open(), chunkBytes)) {
    const start = offset;
    const end = start + piece.byteLength;
    while (offset < end) {
      const before = offset;
      const sent = await client
        .elsewhere({
          method: 'PATCH',
          url,
          headers: { ...common, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
          body: piece.subarray(offset - start),
          timeoutMs,
        })
        .catch((error: unknown) => {
          if (isCourseLitError(error) && !error.permanent) return error;
          throw error;
        });
      if (!isCourseLitError(sent) && sent.status < 300) {
        last = sent;
        offset = offsetOf(sent) ?? end;
      } else {
        if (!isCourseLitError(sent) && !canResume(sent.status)) throw mediaFailure(sent, endpoint);
        await client.pause(500 * 2 ** failures);
        offset = (await serverOffset()) ?? offset;
      }
      failures = offset > before ? 0 : failures + 1;
      if (failures >= MAX_FAILURES) throw isCourseLitError(sent) ? sent : mediaFailure(sent, endpoint);
      // What is behind us is not in memory any more, and what is ahead was never sent.
      if (offset < start || offset > end) throw lostPlace(endpoint);
      upload.onProgress?.(offset, upload.size);
    }
  }
  if (offset !== upload.size) throw sizeDiffers(offset, upload.size);
  return finished(last, endpoint);
}

const canResume = (status: number) => status === 409 || status === 423 || status === 429 || status >= 500;

function metadata({
  fileName,
  mimeType = 'application/octet-stream',
  access = 'private',
  caption = '',
}: Upload): string {
  return Object.entries({ fileName, mimeType, access, caption })
    .map(([name, value]) => (value ? `${name} ${base64(value)}` : name))
    .join(',');
}

/** The address that the server gave the upload. It must stay on the media service: the signature goes with it. */
function uploadUrl(created: HttpResponse, endpoint: string): string {
  const location = created.headers['location'];
  if (location && URL.canParse(location, `${endpoint}/media/create/resumable`)) {
    const url = new URL(location, `${endpoint}/media/create/resumable`);
    if (url.origin === new URL(endpoint).origin) return url.href;
  }
  throw new CourseLitError({
    code: 'bad_response',
    message: 'The media service gave no usable address to upload to.',
    safeToRepeat: true,
  });
}

function offsetOf(response: HttpResponse): number | undefined {
  const offset = Number(response.headers['upload-offset'] ?? NaN);
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : undefined;
}

/** The last answer's `Media` header is the media as JSON. */
function finished(last: HttpResponse, endpoint: string): Media {
  try {
    const parsed = mediaSchema.safeParse(JSON.parse(last.headers['media'] ?? ''));
    if (parsed.success) return parsed.data;
  } catch {
    // Said below.
  }
  throw new CourseLitError({
    code: 'bad_response',
    message: `The media service at ${new URL(endpoint).host} took the whole file, but did not say which media it became.`,
    hint: 'Look for the file in the dashboard before you upload it again.',
    mayBeDone: true,
  });
}

function lostPlace(endpoint: string): CourseLitError {
  return new CourseLitError({
    code: 'bad_response',
    message: `The media service at ${new URL(endpoint).host} lost part of the upload.`,
    hint: 'Upload the file again.',
    safeToRepeat: true,
  });
}

function sizeDiffers(read: number, announced: number): CourseLitError {
  return new CourseLitError({
    code: 'validation',
    message: `The file has ${read} bytes, but ${announced} were announced.`,
    hint: 'The file changed or broke off while it was read. Upload it again.',
    field: 'size',
    safeToRepeat: true,
  });
}
