/** What is done to a lesson that is there, whatever its type. */
import * as z from 'zod/mini';
import { lessonSchema } from '../api/lessons.ts';
import { asBoolean, yesOrNo } from './choices.ts';
import { defined, mustChange } from './defined.ts';
import { defineAction } from './operation.ts';
import { productField } from './productField.ts';
import { contentFormatField, readRichText, warningsSchema, WARNINGS_SAMPLE } from './richText.ts';
import { LESSON_SAMPLE } from './samples.ts';

export const lessonField = (help: string) =>
  ({
    key: 'lessonId',
    type: 'reference',
    to: 'lesson',
    within: 'productId',
    label: 'Lesson',
    help,
    required: true,
  }) as const;

export const updateLesson = defineAction({
  key: 'lesson.update',
  noun: 'lesson',
  label: 'Update Lesson',
  description: 'Changes the title, the text, the file or the visibility of a lesson.',
  input: [
    productField('The course that the lesson belongs to.'),
    lessonField('The lesson to change. What is left empty below stays as it is.'),
    { key: 'title', type: 'text', label: 'Title', help: 'The new title.', example: 'Welcome to Rust' },
    {
      key: 'content',
      type: 'richText',
      label: 'Content',
      help: 'The new text of a text lesson, in place of all that is there, in the chosen format.',
    },
    contentFormatField,
    {
      key: 'published',
      type: 'choice',
      choices: yesOrNo,
      label: 'Published',
      help: 'Whether customers see the lesson.',
    },
    {
      key: 'requiresEnrollment',
      type: 'choice',
      choices: yesOrNo,
      label: 'Requires Enrollment',
      help: 'Whether only customers of the course see the lesson.',
    },
    {
      key: 'downloadable',
      type: 'choice',
      choices: yesOrNo,
      label: 'Downloadable',
      help: 'Whether customers can download the file of the lesson.',
    },
    {
      key: 'media',
      type: 'text',
      label: 'Uploaded Media',
      help: 'The media ID of an uploaded file, to take the place of the one that the lesson has.',
      example: 'sAqXjVJzqpYlXVOyzNMRA',
    },
  ],
  output: z.extend(lessonSchema, { warnings: warningsSchema }),
  sample: { ...LESSON_SAMPLE, warnings: WARNINGS_SAMPLE },
  async run(school, { productId, lessonId, title, content, contentFormat, media, ...visible }) {
    mustChange({ title, content, media, ...visible });
    const text = content === undefined ? undefined : readRichText(content, contentFormat, 'content');
    const change = defined({
      title,
      content: text?.document,
      mediaId: media,
      published: asBoolean(visible.published),
      requiresEnrollment: asBoolean(visible.requiresEnrollment),
      downloadable: asBoolean(visible.downloadable),
    });
    return { ...(await school.lessons.update(productId, lessonId, change)), warnings: text?.warnings ?? [] };
  },
});

export const moveLesson = defineAction({
  key: 'lesson.move',
  noun: 'lesson',
  label: 'Move Lesson',
  description: 'Moves a lesson to another place in its course.',
  input: [
    productField('The course that the lesson belongs to.'),
    lessonField('The lesson to move.'),
    {
      key: 'sectionId',
      type: 'reference',
      to: 'section',
      within: 'productId',
      label: 'Section',
      help: 'The section to move it to, by its ID or its name.',
      required: true,
    },
    {
      key: 'position',
      type: 'number',
      whole: true,
      min: 1,
      label: 'Position',
      help: 'Its place in the section: 1 is the first, and also what leaving it empty means.',
      example: 1,
    },
  ],
  output: lessonSchema,
  sample: LESSON_SAMPLE,
  run: (school, { productId, lessonId, sectionId, position = 1 }) =>
    school.lessons.move(productId, lessonId, { sectionId, index: position - 1 }),
});

export const deleteLesson = defineAction({
  key: 'lesson.delete',
  noun: 'lesson',
  label: 'Delete Lesson',
  description: 'Deletes a lesson for good, together with the file that it holds.',
  input: [
    productField('The course that the lesson belongs to.'),
    lessonField('The lesson to delete. This cannot be undone: it is gone for the learners, too.'),
  ],
  output: z.looseObject({ lessonId: z.string(), deleted: z.boolean() }),
  sample: { lessonId: 'hg2E2yUD6AhlZY3kfJqcP', deleted: true },
  notice: 'A deleted lesson cannot be brought back. It is gone for the learners, too, and so is its file.',
  async run(school, { productId, lessonId }) {
    await school.lessons.delete(productId, lessonId);
    return { lessonId, deleted: true };
  },
});
