import type { LessonChange, MediaLessonType, NewLesson } from './lessonInput.ts';
import type { Lesson, lessonsApi } from './lessons.ts';
import { afterUpload, type mediaApi } from './media.ts';
import type { Upload } from './mediaModel.ts';

export type NewFileLesson = Omit<Extract<NewLesson, { mediaId: string }>, 'mediaId'>;

/** The lesson type that shows a file best. */
export function lessonTypeOf(mimeType: string | undefined): MediaLessonType {
  const kind = (mimeType ?? '').split('/')[0];
  if (kind === 'video' || kind === 'audio') return kind;
  return mimeType?.startsWith('application/pdf') ? 'pdf' : 'file';
}

/**
 * Uploads a file and makes a lesson of it, or puts it in the place of a lesson's file. When the second step fails, the
 * error says the mediaId, so that nothing is lost and nothing need be uploaded twice.
 */
export function lessonsFromFiles(media: ReturnType<typeof mediaApi>, lessons: ReturnType<typeof lessonsApi>) {
  async function withFile(upload: Upload, use: (mediaId: string) => Promise<Lesson>): Promise<Lesson> {
    const made = await media.upload(upload);
    return use(made.mediaId).catch((error: unknown) => Promise.reject(afterUpload(error, made)));
  }
  return {
    createFromFile: (productId: string, lesson: NewFileLesson, upload: Upload): Promise<Lesson> =>
      withFile(upload, (mediaId) => lessons.create(productId, { ...lesson, mediaId })),

    replaceFile: (productId: string, lessonId: string, upload: Upload, change: LessonChange = {}): Promise<Lesson> =>
      withFile(upload, (mediaId) => lessons.update(productId, lessonId, { ...change, mediaId })),
  };
}
