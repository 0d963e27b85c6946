import * as z from 'zod/mini';
import { lessonSchema } from '../api/lessons.ts';
import { defined } from './defined.ts';
import { defineAction } from './operation.ts';
import { contentFormatField, readRichText, warningsSchema, WARNINGS_SAMPLE } from './richText.ts';
import { LESSON_SAMPLE } from './samples.ts';

export const createLesson = defineAction({
  key: 'lesson.create',
  noun: 'lesson',
  label: 'Create Text Lesson',
  description: 'Creates a text lesson, from Markdown, HTML, plain text or JSON, at the end of a section.',
  input: [
    {
      key: 'productId',
      type: 'reference',
      to: 'product',
      label: 'Product',
      help: 'The course to add the lesson to.',
      required: true,
    },
    {
      key: 'sectionId',
      type: 'reference',
      to: 'section',
      within: 'productId',
      label: 'Section',
      help: 'The section of the course to add the lesson to, by its ID or its name. Leave it empty for the first section.',
    },
    {
      key: 'title',
      type: 'text',
      label: 'Title',
      help: 'The title of the lesson.',
      example: 'Welcome to Rust',
      required: true,
    },
    {
      key: 'content',
      type: 'richText',
      label: 'Content',
      help: 'The text of the lesson, in the chosen format.',
      required: true,
    },
    contentFormatField,
    {
      key: 'published',
      type: 'boolean',
      label: 'Published',
      help: 'Whether customers see the lesson at once.',
      default: false,
    },
    {
      key: 'requiresEnrollment',
      type: 'boolean',
      label: 'Requires Enrollment',
      help: 'Whether only customers of the course see the lesson. Otherwise everyone can, as a preview.',
      default: true,
    },
  ],
  output: z.extend(lessonSchema, { warnings: warningsSchema }),
  sample: {
    ...LESSON_SAMPLE,
    published: false,
    warnings: WARNINGS_SAMPLE,
  },
  run: async (school, { productId, content, contentFormat, ...lesson }) => {
    const { document, warnings } = readRichText(content, contentFormat, 'content');
    const created = await school.lessons.create(productId, { type: 'text', ...defined(lesson), content: document });
    return { ...created, warnings };
  },
});
