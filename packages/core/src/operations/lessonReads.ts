/** The lessons of a course as they are. */
import * as z from 'zod/mini';
import type { Lesson } from '../api/lessons.ts';
import { pickSection } from '../api/sections.ts';
import { fromJson } from '../richtext/fromJson.ts';
import { toMarkdown } from '../richtext/toMarkdown.ts';
import { lessonField } from './lessonActions.ts';
import { defineList, defineRead } from './operation.ts';
import { productField } from './productField.ts';

/** What people work with: a text as Markdown, which they can read and write, and not as the editor's document. */
function simplify(thing: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lesson = thing as Lesson;
  return {
    lessonId: lesson.lessonId,
    title: lesson.title,
    type: lesson.type ?? null,
    productId: lesson.courseId ?? null,
    sectionId: lesson.groupId ?? null,
    published: lesson.published ?? null,
    requiresEnrollment: lesson.requiresEnrollment ?? null,
    downloadable: lesson.downloadable ?? null,
    mediaId: lesson.media?.mediaId ?? null,
    markdown: lesson.type === 'text' ? asMarkdown(lesson['content']) : null,
  };
}

function asMarkdown(content: unknown): string | null {
  if (typeof content !== 'object' || content === null) return null;
  // What the school has may come from anywhere: what the editor would not take is repaired before it is read.
  return toMarkdown(fromJson(content).document).trimEnd();
}

const text = z.nullable(z.string());
const yes = z.nullable(z.boolean());
const output = z.looseObject({
  lessonId: z.string(),
  title: z.string(),
  type: text,
  productId: text,
  sectionId: text,
  published: yes,
  requiresEnrollment: yes,
  downloadable: yes,
  mediaId: text,
  markdown: text,
});
const sample = {
  lessonId: 'hg2E2yUD6AhlZY3kfJqcP',
  title: 'Welcome to Rust',
  type: 'text',
  productId: 'xSdpd-IChlXX-_XuHyRKO',
  sectionId: 'V__0asxPaNT0NJ22moCac',
  published: true,
  requiresEnrollment: true,
  downloadable: false,
  mediaId: null,
  markdown: 'Rust is a **systems language**.',
};

export const getLesson = defineRead({
  key: 'lesson.get',
  noun: 'lesson',
  label: 'Get Lesson',
  description: 'Reads one lesson of a course, with its text.',
  input: [productField('The course that the lesson belongs to.'), lessonField('The lesson to read.')],
  output,
  sample,
  simplify,
  run: (school, { productId, lessonId }) => school.lessons.get(productId, lessonId),
});

export const getLessons = defineList({
  key: 'lesson.getAll',
  noun: 'lesson',
  label: 'Get Many Lessons',
  description: 'Reads the lessons of a course in their order, section by section.',
  input: [
    productField('The course whose lessons to read.'),
    {
      key: 'sectionId',
      type: 'reference',
      to: 'section',
      within: 'productId',
      label: 'Section',
      help: 'Only lessons of this section, by its ID or its name. Leave it empty for all.',
    },
  ],
  output,
  sample,
  simplify,
  async *run(school, { productId, sectionId }) {
    const sections = await school.sections.list(productId);
    const only = sectionId === undefined ? undefined : pickSection(sections, sectionId).sectionId;
    const groups = await school.lessons.listGrouped(productId);
    // The API lists the sections' lessons in no order that is promised.
    const place = (id: string) => sections.findIndex((one) => one.sectionId === id);
    for (const group of groups.sort((a, b) => place(a.sectionId) - place(b.sectionId))) {
      if (only === undefined || group.sectionId === only) yield* group.lessons;
    }
  },
});
