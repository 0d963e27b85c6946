/** The media service: takes files, one for each signature. */
import { json } from '../api/answers.ts';
import type { Answer } from '../api/answers.ts';
import type { ServedRequest } from '../http/server.ts';
import { receiveMultipart } from './multipart-upload.ts';
import type { MediaStore } from './store.ts';
import { TusUploads } from './tus.ts';

export class MediaService {
  private readonly store: () => MediaStore;
  private readonly clock: () => number;
  private tus: TusUploads;

  constructor(store: () => MediaStore, clock: () => number) {
    this.store = store;
    this.clock = clock;
    this.tus = new TusUploads(store, clock);
  }

  reset(): void {
    this.tus = new TusUploads(this.store, this.clock);
  }

  async answer(request: ServedRequest): Promise<Answer> {
    const store = this.store();
    const { headers } = request.message;
    if (headers['x-api-key'] !== undefined) store.apiKeySeen = true;
    const { pathname, method } = request;
    if (pathname === '/media/create' && method === 'POST') return receiveMultipart(store, request);
    if (pathname === '/media/create/resumable' || pathname.startsWith('/media/create/resumable/')) {
      return this.tus.answer(request);
    }
    return json(404, { error: 'Not found' });
  }
}
