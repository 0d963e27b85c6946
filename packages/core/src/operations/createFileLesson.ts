import * as z from 'zod/mini';
import { lessonTypeOf } from '../api/lessonFromFile.ts';
import { lessonSchema } from '../api/lessons.ts';
import { pickSection } from '../api/sections.ts';
import { invalidInput } from '../http/errors.ts';
import { defined } from './defined.ts';
import { mimeTypeOf } from './file.ts';
import { defineAction } from './operation.ts';
import { productField } from './productField.ts';
import { LESSON_SAMPLE } from './samples.ts';

export const createFileLesson = defineAction({
  key: 'lesson.createFromFile',
  noun: 'lesson',
  label: 'Create Media Lesson',
  description: 'Creates a video, audio, PDF or file lesson at the end of a section, and uploads the file for it.',
  input: [
    productField('The course to add the lesson to.'),
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
      example: 'Watch: ownership in Rust',
      required: true,
    },
    {
      key: 'file',
      type: 'file',
      orElse: 'media',
      label: 'File',
      help: 'The file of the lesson, from an earlier step.',
    },
    {
      key: 'type',
      type: 'choice',
      choices: [
        { value: 'auto', label: 'By the File', description: 'What shows it best' },
        { value: 'video', label: 'Video' },
        { value: 'audio', label: 'Audio' },
        { value: 'pdf', label: 'PDF' },
        { value: 'file', label: 'File', description: 'To download' },
      ],
      default: 'auto',
      label: 'Type',
      help: 'How learners see the file. This cannot be changed later.',
    },
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
    {
      key: 'downloadable',
      type: 'boolean',
      label: 'Downloadable',
      help: 'Whether customers can download the file.',
      default: false,
    },
    {
      key: 'media',
      type: 'text',
      label: 'Uploaded Media',
      help: 'The media ID of a file that was uploaded before, to use in place of a new one. With it, name the type, too.',
      example: 'sAqXjVJzqpYlXVOyzNMRA',
    },
  ],
  output: z.extend(lessonSchema, { mediaId: z.string() }),
  sample: { ...LESSON_SAMPLE, type: 'video', downloadable: false, published: false, mediaId: 'sAqXjVJzqpYlXVOyzNMRA' },
  async run(school, { productId, file, media: mediaId, type, ...rest }) {
    const lesson = defined(rest);
    if (mediaId !== undefined) {
      if (type === 'auto')
        throw invalidInput(
          'type',
          'The type of the lesson is missing.',
          'With "Uploaded Media", choose the type of the lesson.',
        );
      return { ...(await school.lessons.create(productId, { ...lesson, type, mediaId })), mediaId };
    }
    if (file === undefined)
      throw invalidInput(
        'file',
        '"File" is missing.',
        'Take a file from an earlier step, or fill in "Uploaded Media".',
      );
    // A place that is not there is better found out before a large file is on its way.
    const sections = await school.sections.list(productId);
    if (lesson.sectionId !== undefined) pickSection(sections, lesson.sectionId);
    const mimeType = mimeTypeOf(file);
    const made = await school.lessons.createFromFile(
      productId,
      { ...lesson, type: type === 'auto' ? lessonTypeOf(mimeType) : type },
      { ...file, mimeType },
    );
    return { ...made, mediaId: made.media?.mediaId ?? '' };
  },
});
