/** Files: asking the school for leave to upload, and sending the bytes to the media service, which never sees the key. */
import * as z from 'zod/mini';
import { isPrivateHost, type BaseUrl } from '../http/baseUrl.ts';
import type { Client } from '../http/client.ts';
import { CourseLitError, invalidInput } from '../http/errors.ts';
import { multipart } from '../http/multipart.ts';
import { mediaAnswer } from './mediaAnswer.ts';
import { type Media, type Upload } from './mediaModel.ts';
import { checked } from './shapes.ts';

import { tusUpload } from './tus.ts';

const signedSchema = z.looseObject({ signature: z.string().check(z.regex(/^[\x21-\x7e]+$/)), endpoint: z.string() });
/** Leave for one upload, for a short while. */
export interface SignedUpload {
  readonly signature: string;
  /** Address of the media service, without a slash at its end. */
  readonly endpoint: string;
}

const uploadSchema = z.strictObject({
  fileName: z.string().check(z.minLength(1), z.maxLength(500)),
  mimeType: z.optional(z.string().check(z.regex(/^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/))),
  size: z.optional(z.int().check(z.gte(0))),
  access: z.optional(z.enum(['public', 'private'])),
  caption: z.optional(z.string().check(z.maxLength(5000))),
});

/** A file may be large and a line slow: an upload gets this long, in milliseconds. */
const UPLOAD_TIMEOUT_MS = 30 * 60 * 1000;
/** Pieces of a resumable upload, in bytes. One is held in memory at a time. */
const CHUNK_BYTES = 8 * 2 ** 20;

export interface ResumableOptions {
  /** In bytes. */
  readonly chunkBytes?: number | undefined;
}

/** Wraps the file, to tell how much of it went by. */
async function* counted({ open, onProgress, size }: Upload): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const bytes of open()) {
    yield bytes;
    sent += bytes.byteLength;
    onProgress?.(sent, size);
  }
}

export function mediaApi(client: Client) {
  /** Throws `forbidden` when the owner may not manage media. */
  async function presign(): Promise<SignedUpload> {
    const { signature, endpoint } = await client.call({
      method: 'POST',
      path: '/api/media/presigned',
      answer: signedSchema,
      // It makes nothing but a signature, of which one more does no harm.
      idempotent: true,
    });
    return { signature, endpoint: endpoint.trim().replace(/\/+$/, '') };
  }

  /** Leave for an upload to a place that files may go to. */
  async function allowedUpload(): Promise<SignedUpload> {
    const signed = await presign();
    checkEndpoint(signed.endpoint, client.baseUrl);
    return signed;
  }

  return {
    presign,

    /** Sends a file in one go. An upload that breaks off is not taken up again: see `uploadResumable`. */
    async upload(upload: Upload): Promise<Media> {
      checkUpload(upload);
      const { signature, endpoint } = await allowedUpload();
      const form = multipart(
        { caption: upload.caption ?? '', access: upload.access ?? 'private' },
        {
          name: 'file',
          fileName: upload.fileName,
          mimeType: upload.mimeType ?? 'application/octet-stream',
          size: upload.size,
          bytes: counted(upload),
        },
        `courselit-${client.randomToken()}`,
      );
      const response = await client.elsewhere({
        method: 'POST',
        url: `${endpoint}/media/create`,
        headers: {
          accept: 'application/json',
          'content-type': form.contentType,
          'x-medialit-signature': signature,
          ...(form.length !== undefined && { 'content-length': String(form.length) }),
        },
        body: form.body,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      });
      return mediaAnswer(response, endpoint);
    },

    /** Sends a file in pieces (tus 1.0), and goes on where it was when the connection drops. */
    async uploadResumable(
      upload: Upload & { readonly size: number },
      { chunkBytes = CHUNK_BYTES }: ResumableOptions = {},
    ): Promise<Media> {
      checkUpload(upload);
      const { signature, endpoint } = await allowedUpload();
      return tusUpload(client, { upload, signature, endpoint, chunkBytes, timeoutMs: UPLOAD_TIMEOUT_MS });
    },
  };
}

/** The school says where files go; that is believed only within bounds. */
function checkEndpoint(endpoint: string, school: BaseUrl): void {
  const refuse = (why: string) =>
    new CourseLitError({
      code: 'bad_response',
      message: `The school sends files to ${endpoint.slice(0, 200)}, ${why}.`,
      hint: "Check the school's media settings.",
      safeToRepeat: true,
    });
  const target = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.search || target.hash) {
    throw refuse('which is no address to send files to');
  }
  if (isPrivateHost(school.hostname)) return;
  if (target.protocol === 'http:') throw refuse('where they would go unencrypted');
  // Otherwise a school could have a server inside a private network called by whoever runs the connector there.
  if (isPrivateHost(target.hostname)) throw refuse('which is inside a private network');
}

/** Reads what a host has as a whole, as a file that can be opened. */
export function bytesToOpen(bytes: Uint8Array): Pick<Upload, 'open' | 'size'> {
  return {
    size: bytes.byteLength,
    open: async function* () {
      yield bytes;
    },
  };
}

/** Adds the mediaId to what went wrong after an upload, so that the file is not lost. */
export function afterUpload(error: unknown, media: Media): unknown {
  if (!(error instanceof CourseLitError)) return error;
  return new CourseLitError({
    ...error,
    message: `${error.message} The file was uploaded before, as mediaId ${media.mediaId}.`,
    hint: `${error.hint} Use the mediaId ${media.mediaId} instead of uploading the file again.`,
  });
}

function checkUpload({ open, onProgress, ...described }: Upload): void {
  checked(uploadSchema, described);
  if (typeof open !== 'function') throw invalidInput('open', 'There is no file to upload.');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw invalidInput('onProgress', 'onProgress must be a function.');
}
