/** What the media service knows: signatures, and files as far as they are described. Their bytes are not kept. */
import type { IdSource } from '../ids.ts';
import type { Media } from '../model/types.ts';

export interface StoredFile {
  media: Media;
  sha256: string;
}

interface Signature {
  expires: number;
  used: boolean;
}

/** How long a signature is good for, in milliseconds. */
const SIGNATURE_LIFE = 5 * 60_000;

export class MediaStore {
  readonly files = new Map<string, StoredFile>();
  /** Whether a school's key ever reached the media service: it must not. */
  apiKeySeen = false;
  /** Where the service listens. */
  endpoint = '';
  private readonly signatures = new Map<string, Signature>();
  private readonly clock: () => number;
  private readonly ids: IdSource;

  constructor(clock: () => number, ids: IdSource) {
    this.clock = clock;
    this.ids = ids;
  }

  sign(): string {
    const signature = `signature-${this.ids.publicId()}${this.ids.publicId()}`;
    this.signatures.set(signature, { expires: this.clock() + SIGNATURE_LIFE, used: false });
    return signature;
  }

  /** Uses a signature up. False where it is unknown, too old, or was used before. */
  redeem(value: string | undefined): boolean {
    const signature = value === undefined ? undefined : this.signatures.get(value);
    if (!signature || signature.used || signature.expires <= this.clock()) return false;
    signature.used = true;
    return true;
  }

  /** Files an upload under a new id and describes it. */
  add(file: {
    name: string;
    mimeType: string;
    size: number;
    access: string;
    caption?: string;
    sha256: string;
  }): object {
    const mediaId = this.ids.publicId();
    const extension = /\.([A-Za-z0-9]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? 'bin';
    const media: Media = {
      mediaId,
      originalFileName: file.name,
      mimeType: file.mimeType,
      size: file.size,
      access: file.access,
      file: `${this.endpoint}/${mediaId}/main.${extension}`,
      thumbnail: `${this.endpoint}/${mediaId}/thumb.webp`,
      caption: file.caption ?? '',
    };
    this.files.set(mediaId, { media, sha256: file.sha256 });
    const { caption, ...described } = media;
    return file.caption === undefined ? described : { ...described, caption };
  }

  clear(): void {
    this.files.clear();
    this.signatures.clear();
    this.apiKeySeen = false;
  }
}
