/** What is done to a lesson that is there, whatever its type. */
import * as z from 'zod/mini';
import { lessonSchema } from '../api/lessons.ts';
import { defineAction } from './operation.ts';
import { productField } from './productField.ts';
import { LESSON_SAMPLE } from './samples.ts';

const lessonField = (help: string) =>
  ({
    key: 'lessonId',
    type: 'reference',
    to: 'lesson',
    within: 'productId',
    label: 'Lesson',
    help,
    required: true,
  }) as const;

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
  async run(school, { productId, lessonId }) {
    await school.lessons.delete(productId, lessonId);
    return { lessonId, deleted: true };
  },
});
