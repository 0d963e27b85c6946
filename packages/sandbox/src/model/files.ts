/** How a school takes files of the media service into products and lessons. */
import type { School } from './school.ts';
import type { Media } from './types.ts';

/** Where files lie that the sandbox's own media service does not know. */
const ELSEWHERE = 'https://cdn.medialit.example';

/**
 * The file's description as the school keeps it, or `undefined` where none is named. A file that the media service does
 * not know is taken as given, with made-up properties: the recorded server did so, and demos need no upload.
 * @param withAddress whether the file's address is kept: a product's picture shows it, a lesson hides it
 */
export function placeMedia(school: School, given: unknown, withAddress: boolean): Media | undefined {
  const mediaId = mediaIdOf(given);
  if (mediaId === undefined) return undefined;
  const { file, thumbnail, caption, ...media } = school.findMedia(mediaId) ?? madeUp(mediaId);
  return {
    ...media,
    ...(withAddress && file !== undefined ? { file } : {}),
    thumbnail,
    caption,
    _id: school.ids.objectId(school.clock()),
  };
}

function madeUp(mediaId: string): Media {
  return {
    mediaId,
    originalFileName: `${mediaId}.mp4`,
    mimeType: 'video/mp4',
    size: 1234,
    access: 'private',
    file: `${ELSEWHERE}/${mediaId}/main.mp4`,
    thumbnail: `${ELSEWHERE}/${mediaId}/thumb.webp`,
    caption: '',
  };
}

function mediaIdOf(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || !('mediaId' in given)) return undefined;
  return given.mediaId ? String(given.mediaId) : undefined;
}

/**
 * A copy of a rich text in which images that lie where the media service keeps uploads (`…/<mediaId>/main.<ending>`)
 * have the address under which the file stays for good.
 */
export function settleImages(school: School, node: unknown): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
  const copy: Record<string, unknown> = { ...node };
  const { attrs, content } = copy;
  if (typeof attrs === 'object' && attrs !== null && 'src' in attrs && typeof attrs.src === 'string') {
    const mediaId = uploadIn(attrs.src);
    const file = mediaId === undefined ? undefined : (school.findMedia(mediaId) ?? madeUp(mediaId)).file;
    if (file !== undefined) copy['attrs'] = { ...attrs, src: file };
  }
  if (Array.isArray(content)) copy['content'] = content.map((child) => settleImages(school, child));
  return copy;
}

function uploadIn(address: string): string | undefined {
  return /^https?:\/\/[^?#]*\/([^/?#]+)\/main\.[^/.?#]+(?:[?#]|$)/i.exec(address)?.[1];
}
