/** Resumable uploads: tus 1.0 with creation, creation with upload, checksum and termination. */
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { empty, json } from '../api/answers.ts';
import type { Answer } from '../api/answers.ts';
import { ConnectionLost } from '../http/server.ts';
import type { ServedRequest } from '../http/server.ts';
import { signatureOf } from './signature.ts';
import type { MediaStore } from './store.ts';

interface Upload {
  signature: string | undefined;
  length: number;
  offset: number;
  hash: Hash;
  metadata: ReadonlyMap<string, string>;
  /** The file's description, once all of it is there. */
  media?: object;
  /** One request at a time may write. */
  busy: boolean;
}

const ROOT = '/media/create/resumable';
const VERSION = { 'tus-resumable': '1.0.0' };

export class TusUploads {
  private readonly uploads = new Map<string, Upload>();
  private readonly store: () => MediaStore;
  private counter = 0;
  private readonly clock: () => number;

  constructor(store: () => MediaStore, clock: () => number) {
    this.store = store;
    this.clock = clock;
  }

  async answer(request: ServedRequest): Promise<Answer> {
    const { method, pathname } = request;
    if (method === 'OPTIONS') return this.options();
    if (header(request, 'tus-resumable') !== '1.0.0') {
      return { ...json(412, { error: 'Tus-Resumable must be 1.0.0' }), ...versions() };
    }
    if (pathname === ROOT) {
      return method === 'POST' ? this.create(request) : empty(405, VERSION);
    }
    const id = pathname.slice(ROOT.length + 1);
    const upload = this.uploads.get(id);
    if (!upload) return refusal(404, 'Upload not found');
    if (signatureOf(request) !== upload.signature) return refusal(401, 'Unauthorized');
    if (method === 'HEAD') return this.head(upload);
    if (method === 'PATCH') return this.patch(request, upload);
    if (method === 'DELETE') {
      this.uploads.delete(id);
      return empty(204, VERSION);
    }
    return empty(405, VERSION);
  }

  private options(): Answer {
    return empty(204, {
      ...VERSION,
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,checksum,termination',
      'tus-checksum-algorithm': 'sha1,md5,sha256',
    });
  }

  private async create(request: ServedRequest): Promise<Answer> {
    const length = header(request, 'upload-length');
    if (length === undefined || !/^\d+$/.test(length)) return refusal(400, 'Upload-Length is required');
    const metadata = parseMetadata(header(request, 'upload-metadata'));
    if (!metadata) return refusal(400, 'Upload-Metadata is malformed');
    const access = metadata.get('access') ?? 'private';
    if (access !== 'public' && access !== 'private') return refusal(400, 'Invalid access');
    const store = this.store();
    if (!store.redeem(signatureOf(request))) return refusal(401, 'Unauthorized');
    const id = `${(++this.counter).toString(36)}-${createHash('sha1').update(`${this.clock()} ${this.counter}`).digest('hex')}`;
    const upload: Upload = {
      signature: signatureOf(request),
      length: Number(length),
      offset: 0,
      hash: createHash('sha256'),
      metadata,
      busy: false,
    };
    this.uploads.set(id, upload);
    const location = `${store.endpoint}${ROOT}/${id}`;
    const inOne = header(request, 'content-type') === 'application/offset+octet-stream';
    const written = inOne ? await this.write(request, upload) : this.finish(upload);
    if (written && written.status >= 400) return written;
    return empty(201, { ...VERSION, location, 'upload-offset': String(upload.offset), ...mediaHeader(upload) });
  }

  private head(upload: Upload): Answer {
    return empty(200, {
      ...VERSION,
      'upload-offset': String(upload.offset),
      'upload-length': String(upload.length),
      'cache-control': 'no-store',
      ...mediaHeader(upload),
    });
  }

  private async patch(request: ServedRequest, upload: Upload): Promise<Answer> {
    if (header(request, 'content-type') !== 'application/offset+octet-stream') {
      return refusal(415, 'Content-Type must be application/offset+octet-stream');
    }
    const offset = header(request, 'upload-offset');
    if (offset === undefined || !/^\d+$/.test(offset)) return refusal(400, 'Upload-Offset is required');
    if (upload.busy) return refusal(423, 'Another request is writing to this upload');
    if (Number(offset) !== upload.offset) return refusal(409, 'Upload-Offset does not match');
    return this.write(request, upload);
  }

  /** Takes bytes in. What arrived before a connection broke counts, unless a checksum covers the whole chunk. */
  private async write(request: ServedRequest, upload: Upload): Promise<Answer> {
    const checksum = parseChecksum(header(request, 'upload-checksum'));
    if (checksum === 'malformed') return refusal(400, 'Upload-Checksum is malformed');
    const before = { offset: upload.offset, hash: upload.hash.copy() };
    const rollback = () => {
      upload.offset = before.offset;
      upload.hash = before.hash;
    };
    upload.busy = true;
    try {
      for await (const chunk of request.body) {
        if (upload.offset + chunk.length > upload.length) {
          rollback();
          return refusal(413, 'More bytes than Upload-Length');
        }
        upload.hash.update(chunk);
        checksum?.hash.update(chunk);
        upload.offset += chunk.length;
      }
    } catch (error) {
      if (error instanceof ConnectionLost && checksum) rollback();
      throw error;
    } finally {
      upload.busy = false;
    }
    if (checksum && checksum.hash.digest('base64') !== checksum.expected) {
      rollback();
      return refusal(460, 'Checksum mismatch');
    }
    return this.finish(upload) ?? empty(204, { ...VERSION, 'upload-offset': String(upload.offset) });
  }

  /** Describes the file once it is complete. */
  private finish(upload: Upload): Answer | undefined {
    if (upload.offset < upload.length) return undefined;
    const { metadata } = upload;
    const caption = metadata.get('caption');
    upload.media ??= this.store().add({
      name: metadata.get('fileName') ?? metadata.get('filename') ?? 'file',
      mimeType: metadata.get('mimeType') ?? metadata.get('filetype') ?? 'application/octet-stream',
      access: metadata.get('access') ?? 'private',
      size: upload.length,
      sha256: upload.hash.copy().digest('hex'),
      ...(caption === undefined ? {} : { caption }),
    });
    return empty(204, { ...VERSION, 'upload-offset': String(upload.offset), ...mediaHeader(upload) });
  }
}

function header(request: ServedRequest, name: string): string | undefined {
  const value = request.message.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function refusal(status: number, error: string): Answer {
  const answer = json(status, { error });
  return { ...answer, headers: { ...answer.headers, ...VERSION } };
}

function versions(): Pick<Answer, 'headers'> {
  return { headers: { 'content-type': 'application/json', 'tus-version': '1.0.0', ...VERSION } };
}

/** Headers carry ASCII, so everything else is written as JSON escapes. */
function mediaHeader(upload: Upload): Record<string, string> {
  if (!upload.media) return {};
  const text = JSON.stringify(upload.media).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { media: text };
}

/** Pairs of a key and its value in base64, with commas between the pairs. A key may stand alone. */
function parseMetadata(text: string | undefined): Map<string, string> | undefined {
  const metadata = new Map<string, string>();
  for (const pair of (text ?? '').split(',')) {
    if (pair.trim() === '') continue;
    const match = /^\s*([!-+\--~]+)(?: ([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(pair);
    if (!match?.[1]) return undefined;
    metadata.set(match[1], Buffer.from(match[2] ?? '', 'base64').toString('utf8'));
  }
  return metadata;
}

function parseChecksum(text: string | undefined): { hash: Hash; expected: string } | 'malformed' | undefined {
  if (text === undefined) return undefined;
  const match = /^(sha1|md5|sha256) ([A-Za-z0-9+/]+={0,2})$/.exec(text);
  if (!match?.[1] || !match[2]) return 'malformed';
  return { hash: createHash(match[1]), expected: match[2] };
}
