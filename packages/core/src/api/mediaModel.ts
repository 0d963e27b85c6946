/** A file on the media service, and a file on its way there. */
import * as z from 'zod/mini';
import { maybe } from './shapes.ts';

export const mediaSchema = z.looseObject({
  mediaId: z.string(),
  originalFileName: maybe(z.string()),
  mimeType: maybe(z.string()),
  /** In bytes. */
  size: maybe(z.number()),
  access: maybe(z.string()),
  /** Where learners get it, for an image in a lesson. */
  file: maybe(z.string()),
  thumbnail: maybe(z.string()),
  caption: maybe(z.string()),
});
export type Media = z.output<typeof mediaSchema>;

export interface Upload {
  readonly fileName: string;
  /** By default `application/octet-stream`. */
  readonly mimeType?: string | undefined;
  /** In bytes. Resumable uploads must know it. */
  readonly size?: number | undefined;
  /** Who may open its address: everyone, or customers of the lesson it is in. By default `private`. */
  readonly access?: 'public' | 'private' | undefined;
  readonly caption?: string | undefined;
  /** Opens the file. It is read once, piece by piece. */
  readonly open: () => AsyncIterable<Uint8Array>;
  /** Called as bytes are sent. `total` is undefined where the size is not known. */
  readonly onProgress?: ((sent: number, total: number | undefined) => void) | undefined;
}
