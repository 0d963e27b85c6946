/** A file as a host hands it over, and what is made of it. */
import type { Upload } from '../api/mediaModel.ts';
import { invalidInput } from '../http/errors.ts';
import type { Field } from './fields.ts';

/** A file that can be opened once. Nothing of it is read before that. */
export type FileInput = Pick<Upload, 'fileName' | 'mimeType' | 'size' | 'open'>;

/** True for what a host made of a file field. Texts, addresses and the like are the host's to turn into one. */
function isFileInput(value: unknown): value is FileInput {
  const file = value as Partial<FileInput> | null;
  return (
    typeof file === 'object' && file !== null && typeof file.open === 'function' && typeof file.fileName === 'string'
  );
}

/** Reads a file field. Throws `validation` for what is no file. */
export function readFile(field: Pick<Field, 'key' | 'label'>, value: unknown): FileInput {
  if (isFileInput(value)) {
    // A host's own may hold more, which is the host's affair.
    const { fileName, mimeType, size, open } = value;
    return { fileName, mimeType, size, open };
  }
  throw invalidInput(field.key, `"${field.label}" is not a file.`, 'Take the file from an earlier step.');
}

/** What files are by the ends of their names, where nobody says, or says only that they are bytes. */
const BY_ENDING: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

/** The type of a file: as it is said to be, else by its name; undefined when neither tells. */
export function mimeTypeOf({ fileName, mimeType }: Pick<FileInput, 'fileName' | 'mimeType'>): string | undefined {
  if (mimeType && !/^(application|binary)\/octet-stream/i.test(mimeType)) return mimeType;
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return BY_ENDING[ending] ?? (mimeType || undefined);
}
