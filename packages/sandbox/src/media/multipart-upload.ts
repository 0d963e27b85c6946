/** An upload in one piece: fields first, then the file. Fields that come after the file are too late. */
import { createHash } from 'node:crypto';
import { json } from '../api/answers.ts';
import type { Answer } from '../api/answers.ts';
import type { ServedRequest } from '../http/server.ts';
import { boundaryOf, MultipartError, readParts } from './multipart.ts';
import { signatureOf } from './signature.ts';
import type { MediaStore } from './store.ts';

/** The most a field beside the file may hold. */
const MOST_FIELD = 64 * 1024;

export async function receiveMultipart(store: MediaStore, request: ServedRequest): Promise<Answer> {
  if (!store.redeem(signatureOf(request))) return json(401, { error: 'Unauthorized' });
  const boundary = boundaryOf(request.message.headers['content-type']);
  if (boundary === undefined) return json(400, { error: 'Expected multipart/form-data' });
  const fields = new Map<string, string>();
  try {
    for await (const part of readParts(request.body, boundary)) {
      if (part.name !== 'file') {
        fields.set(part.name, (await readField(part.body)).toString('utf8'));
        continue;
      }
      const access = fields.get('access') ?? 'private';
      const caption = fields.get('caption');
      if (access !== 'public' && access !== 'private') return json(400, { error: 'Invalid access' });
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of part.body) {
        hash.update(chunk);
        size += chunk.length;
      }
      const file = { name: part.filename ?? 'file', mimeType: part.contentType, size, access };
      return json(
        200,
        store.add({ ...file, sha256: hash.digest('hex'), ...(caption === undefined ? {} : { caption }) }),
      );
    }
  } catch (error) {
    if (error instanceof MultipartError) return json(400, { error: error.message });
    throw error;
  }
  return json(400, { error: 'File is required' });
}

async function readField(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_FIELD) throw new MultipartError('A field is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
