/** Sections and lessons. */
import { badRequest, failure, json, notFound } from './answers.ts';
import type { Answer } from './answers.ts';
import { plain, withBody } from './endpoints.ts';
import { unsupportedField } from './request.ts';
import type { JsonObject, ReadRequest } from './request.ts';
import { lessonGroups, lessonView, rawProductView, sectionView } from './views.ts';
import { RuleError } from '../model/errors.ts';
import * as lessons from '../model/lessons.ts';
import * as sections from '../model/sections.ts';
import type { Lesson } from '../model/types.ts';

export const listSections = plain(
  ({ school, params: [id = ''] }) =>
    json(200, { data: school.product(id).sections.map((section) => sectionView(school, section)) }),
  { onRule: () => notFound('Product not found') },
);

export const postSection = withBody(
  ({ school, params: [id = ''], body }) =>
    json(201, sectionView(school, sections.createSection(school, id, body['name']))),
  { fields: ['name'], noun: 'section' },
);

export const patchSection = withBody(
  ({ school, params: [id = '', sectionId = ''], body }) => {
    const problem = dripProblem(body);
    if (problem) return badRequest(problem);
    const section = sections.updateSection(school, id, sectionId, body);
    return section ? json(200, sectionView(school, section)) : notFound('Section not found');
  },
  { fields: ['name', 'drip'], noun: 'section' },
);

function dripProblem(body: JsonObject): string | undefined {
  if (!('drip' in body)) return undefined;
  const { drip } = body;
  if (!drip || typeof drip !== 'object' || Array.isArray(drip)) return 'Drip must be a JSON object';
  const { type } = drip as { type?: unknown };
  if (type && !sections.DRIP_TYPES.includes(type as string)) return 'Unsupported drip type';
  if ('email' in drip) return 'Drip email configuration is not supported by the public API yet';
  return undefined;
}

export const deleteSection = plain(({ school, params: [id = '', sectionId = ''] }) => {
  sections.deleteSection(school, id, sectionId);
  return json(200, { ok: true });
});

export const reorderSections = withBody(({ school, params: [id = ''], body }) => {
  const given = body['sectionIds'] || [];
  const ids = Array.isArray(given) ? (given as unknown[]) : [given];
  return json(200, rawProductView(school, sections.reorderSections(school, id, ids)));
});

// --- lessons ----------------------------------------------------------------------------------------------------

const LESSON_CHANGES = ['title', 'content', 'media', 'downloadable', 'requiresEnrollment', 'published'];
const LESSON_FIELDS = [...LESSON_CHANGES, 'type', 'groupId'];

export const listLessons = plain(
  ({ school, params: [id = ''] }) => json(200, { data: lessonGroups(school, school.product(id)) }),
  { onRule: notFound },
);

export const postLesson = withBody(({ school, params: [id = ''], body }) => {
  return refuseFields(body, LESSON_FIELDS) ?? json(201, lessonView(lessons.createLesson(school, id, body)));
});

export const getLesson = plain((request) => withLesson(request, (lesson) => json(200, lessonView(lesson))));

export const patchLesson = withBody((request) => {
  const { school, body } = request;
  return (
    refuseFields(body, LESSON_CHANGES) ??
    withLesson(request, (lesson) => json(200, lessonView(lessons.updateLesson(school, lesson, body))))
  );
});

export const deleteLesson = plain((request) =>
  withLesson(request, (lesson) => {
    lessons.deleteLesson(request.school, lesson);
    return json(200, { ok: true });
  }),
);

export const moveLesson = withBody(({ school, params: [id = '', lessonId = ''], body }) => {
  const destination = body['destinationSectionId'] || body['destinationGroupId'] || '';
  const product = lessons.moveLesson(school, id, lessonId, destination, body['destinationIndex'] ?? 0);
  return json(200, rawProductView(school, product));
});

/** Scorm is refused before unknown fields are, also where `type` itself would be one. */
function refuseFields(body: JsonObject, fields: readonly string[]): Answer | undefined {
  if (body['type'] === 'scorm') {
    return failure(422, 'not_supported', 'SCORM lessons are not supported by the public API.');
  }
  const field = unsupportedField(body, fields);
  return field === undefined ? undefined : badRequest(`Unsupported lesson field: ${field}`);
}

export function withLesson(
  { school, params: [productId = '', lessonId = ''] }: ReadRequest,
  act: (lesson: Lesson) => Answer,
): Answer {
  let lesson: Lesson;
  try {
    lesson = lessons.findLesson(school, productId, lessonId);
  } catch (error) {
    if (error instanceof RuleError) return notFound('Lesson not found');
    throw error;
  }
  return act(lesson);
}
