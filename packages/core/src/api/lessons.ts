import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { path } from '../http/path.ts';
import type { RichTextDocument } from '../richtext/document.ts';
import { maybe, oneOf } from './shapes.ts';

export const lessonSchema = z.looseObject({
  lessonId: z.string(),
  title: z.string(),
  type: maybe(z.string()),
  groupId: maybe(z.string()),
  courseId: maybe(z.string()),
  requiresEnrollment: maybe(z.boolean()),
  published: maybe(z.boolean()),
});
export type Lesson = z.output<typeof lessonSchema>;

export interface NewTextLesson {
  readonly title: string;
  /** The section it goes into. Documented without, but observed servers refuse a lesson that names none. */
  readonly sectionId?: string | undefined;
  readonly content: RichTextDocument;
  readonly requiresEnrollment?: boolean | undefined;
  readonly published?: boolean | undefined;
}

export function lessonsApi(client: Client) {
  return {
    /** Adds a text lesson at the end of its section. Throws `not_found` for a section that the product does not have. */
    createText: async (productId: string, lesson: NewTextLesson): Promise<Lesson> => {
      const { sectionId, ...rest } = lesson;
      return client.call({
        method: 'POST',
        path: path`/api/products/${productId}/lessons`,
        body: { type: 'text', ...rest, ...(sectionId !== undefined && { groupId: sectionId }) },
        answer: oneOf(lessonSchema, 'lessonId'),
      });
    },
  };
}
