/** What a lesson is made from, type by type, and how the API takes it. */
import * as z from 'zod/mini';
import { CourseLitError } from '../http/errors.ts';
import { checkSize, toDocument, type RichTextInput } from './richText.ts';
import { checked } from './shapes.ts';

export const MEDIA_LESSON_TYPES = ['video', 'audio', 'pdf', 'file'] as const;
export type MediaLessonType = (typeof MEDIA_LESSON_TYPES)[number];
export const LESSON_TYPES = ['text', ...MEDIA_LESSON_TYPES, 'embed', 'quiz'] as const;

/** A document, or what one is made from. What it is made of is checked where it becomes one. */
const richTextSchema = z.custom<RichTextInput>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be a rich-text document, or { markdown }, { html }, { text } or { json }',
);

/** Answers to choose from; one or several are right. */
const quizSchema = z.strictObject({
  questions: z.array(
    z.strictObject({
      text: z.string(),
      options: z.array(z.strictObject({ text: z.string(), correctAnswer: z.boolean() })),
    }),
  ),
  requiresPassingGrade: z.optional(z.boolean()),
  /** Percent. */
  passingGrade: z.optional(z.number().check(z.gte(0), z.lte(100))),
});
export type Quiz = z.input<typeof quizSchema>;

const common = {
  title: z.string(),
  /** The section it goes into, by its ID or its name. Documented without, but observed servers refuse a lesson that names none. */
  sectionId: z.optional(z.string()),
  downloadable: z.optional(z.boolean()),
  requiresEnrollment: z.optional(z.boolean()),
  published: z.optional(z.boolean()),
};

const newLessonSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...common, type: z.literal('text'), content: richTextSchema }),
  z.strictObject({ ...common, type: z.enum(MEDIA_LESSON_TYPES), mediaId: z.string() }),
  z.strictObject({ ...common, type: z.literal('embed'), url: z.string() }),
  z.strictObject({ ...common, type: z.literal('quiz'), quiz: quizSchema }),
]);
export type NewLesson = z.input<typeof newLessonSchema>;

/** Type and section cannot be changed here: a lesson is moved with `move` (observed). */
const lessonChangeSchema = z.strictObject({
  title: z.optional(z.string()),
  downloadable: z.optional(z.boolean()),
  requiresEnrollment: z.optional(z.boolean()),
  published: z.optional(z.boolean()),
  content: z.optional(richTextSchema),
  mediaId: z.optional(z.string()),
  url: z.optional(z.string()),
  quiz: z.optional(quizSchema),
});
export type LessonChange = z.input<typeof lessonChangeSchema>;

/** Names the content as the API does: a document, an address and a quiz are all `content`, a file is `media`. */
function named({
  content: richText,
  mediaId,
  url,
  quiz,
  ...rest
}: Partial<Record<'content' | 'mediaId' | 'url' | 'quiz', unknown>>): object {
  const content = richText && documentOf(richText as RichTextInput);
  const held = content ?? quiz ?? (url === undefined ? undefined : { value: url });
  return {
    ...rest,
    ...(held !== undefined && { content: held }),
    ...(mediaId !== undefined && { media: { mediaId } }),
  };
}

function documentOf(content: RichTextInput): object {
  const { document } = toDocument(content);
  checkSize(JSON.stringify(document), 'content');
  return document;
}

export function toNewLessonBody(input: NewLesson): { title: string; type: string; groupId?: string } {
  if ((input as { type: string }).type === 'scorm') {
    throw new CourseLitError({
      code: 'unsupported',
      message: 'SCORM lessons are not supported by the public API.',
      hint: 'Create the lesson in the school dashboard.',
      field: 'type',
      safeToRepeat: true,
    });
  }
  const { sectionId, ...lesson } = checked(newLessonSchema, input);
  return {
    ...(named(lesson) as { title: string; type: string }),
    ...(sectionId !== undefined && { groupId: sectionId }),
  };
}

export function toLessonChangeBody(change: LessonChange): object {
  return named(checked(lessonChangeSchema, change));
}
