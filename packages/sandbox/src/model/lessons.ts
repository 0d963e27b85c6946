/** The rules of lessons. Rich text is kept as it comes: the service does not look inside. */
import { DocumentCheck } from './casting.ts';
import { messages, refuse, RuleError } from './errors.ts';
import { placeMedia, settleImages } from './files.ts';
import { touch } from './products.ts';
import type { School } from './school.ts';
import { rankedSections, settleDrips } from './sections.ts';
import { LESSON_TYPES } from './types.ts';
import type { Lesson, Product } from './types.ts';

type Fields = Readonly<Record<string, unknown>>;

export function findLesson(school: School, productId: string, lessonId: string): Lesson {
  school.product(productId);
  const lesson = school.lessons.get(lessonId);
  return lesson?.courseId === productId ? lesson : refuse(messages.itemNotFound);
}

export function createLesson(school: School, productId: string, fields: Fields): Lesson {
  checkContent(fields['type'], fields);
  const product = school.product(productId);
  const section = product.sections.find((candidate) => candidate.sectionId === fields['groupId']);
  if (!section) refuse(messages.sectionNotFound);
  const media = placeMedia(school, fields['media'], false);
  const check = new DocumentCheck('Lesson');
  const lesson: Lesson = {
    lessonId: school.ids.publicId(),
    title: check.requiredText('title', fields['title']),
    type: check.oneOf('type', fields['type'], LESSON_TYPES),
    content: fields['content'] === undefined ? emptyDocument() : settleImages(school, fields['content']),
    ...(media ? { media } : {}),
    downloadable: check.flag('downloadable', fields['downloadable']) ?? false,
    courseId: productId,
    groupId: section.sectionId,
    requiresEnrollment: check.flag('requiresEnrollment', fields['requiresEnrollment']) ?? true,
    published: check.flag('published', fields['published'] || false) ?? false,
  };
  check.finish();
  school.lessons.set(lesson.lessonId, lesson);
  product.lessons.push(lesson.lessonId);
  section.lessonsOrder.push(lesson.lessonId);
  touch(school, product);
  return lesson;
}

export function updateLesson(school: School, lesson: Lesson, changes: Fields): Lesson {
  checkContent(lesson.type, {
    content: 'content' in changes ? changes['content'] : lesson.content,
    requiresEnrollment: changes['requiresEnrollment'] ?? lesson.requiresEnrollment,
  });
  const draft: Partial<Lesson> = {};
  const check = new DocumentCheck('Lesson');
  if ('title' in changes) draft.title = check.requiredText('title', changes['title']);
  if ('content' in changes) {
    draft.content = lesson.type === 'text' ? settleImages(school, changes['content']) : changes['content'];
  }
  const media = placeMedia(school, changes['media'], false);
  for (const flag of ['downloadable', 'requiresEnrollment'] as const) {
    if (flag in changes) draft[flag] = check.flag(flag, changes[flag]) ?? false;
  }
  if ('published' in changes) draft.published = check.requiredFlag('published', changes['published']);
  check.finish();
  Object.assign(lesson, draft);
  // Nothing clears the file and says so; something that names no file just loses it.
  if (media) lesson.media = media;
  else if (changes['media']) delete lesson.media;
  else if ('media' in changes) lesson.media = null;
  return lesson;
}

/** A deleted lesson stays in its section's order and in what customers have completed. */
export function deleteLesson(school: School, lesson: Lesson): void {
  school.lessons.delete(lesson.lessonId);
  const product = school.products.get(lesson.courseId);
  if (!product) return;
  product.lessons = product.lessons.filter((lessonId) => lessonId !== lesson.lessonId);
  touch(school, product);
}

export function moveLesson(
  school: School,
  productId: string,
  lessonId: string,
  sectionId: unknown,
  index: unknown,
): Product {
  const product = school.product(productId);
  const lesson = school.lessons.get(lessonId);
  if (lesson?.courseId !== productId) refuse(messages.itemNotFound);
  const destination = product.sections.find((section) => section.sectionId === sectionId);
  if (!destination) refuse(messages.invalidInput);
  for (const section of product.sections) {
    section.lessonsOrder = section.lessonsOrder.filter((id) => id !== lessonId);
  }
  const wanted = Math.max(Number(index), 0) || 0;
  destination.lessonsOrder.splice(Math.min(wanted, destination.lessonsOrder.length), 0, lessonId);
  lesson.groupId = destination.sectionId;
  settleDrips(school, product);
  product.updatedAt = Math.max(school.clock(), product.updatedAt);
  return product;
}

/** Lessons in the order learners meet them: by section, then by place in the section. */
export function orderedLessons(school: School, product: Product): Lesson[] {
  const all = product.lessons.map((id) => school.lessons.get(id)).filter((lesson) => lesson !== undefined);
  const ordered: Lesson[] = [];
  for (const section of rankedSections(product)) {
    const place = new Map(section.lessonsOrder.map((lessonId, index) => [lessonId, index]));
    ordered.push(
      ...all
        .filter((lesson) => lesson.groupId === section.sectionId)
        .sort((a, b) => (place.get(a.lessonId) ?? -1) - (place.get(b.lessonId) ?? -1)),
    );
  }
  const placed = new Set(ordered);
  return [...ordered, ...all.filter((lesson) => !placed.has(lesson))];
}

/** Text needs an object, an embed an address; a quiz needs right answers and cannot be open to everyone. */
function checkContent(type: unknown, fields: Fields): void {
  const content = fields['content'];
  if (type === 'text' && (typeof content !== 'object' || content === null)) refuse(messages.contentEmpty);
  if (type === 'embed' && !(content as { value?: unknown } | null | undefined)?.value) refuse(messages.contentEmpty);
  if (type !== 'quiz') return;
  if ('requiresEnrollment' in fields && !fields['requiresEnrollment']) refuse(messages.quizPreview);
  const questions = (content as { questions?: unknown } | null | undefined)?.questions;
  if (questions) checkQuestions(questions);
}

function checkQuestions(questions: unknown): void {
  if (!Array.isArray(questions)) throw new RuleError('questions is not iterable');
  for (const question of questions as Array<{ options?: unknown } | null>) {
    const options = question?.options;
    if (options === undefined) throw new RuleError("Cannot read properties of undefined (reading 'filter')");
    if (!Array.isArray(options)) throw new RuleError('question.options.filter is not a function');
    const list = options as Array<{ text?: unknown; correctAnswer?: unknown }>;
    if (!list.some((option) => option.correctAnswer)) refuse(messages.quizNoCorrectAnswer);
    if (list.some((option) => !option.text)) refuse(messages.quizEmptyOption);
  }
}

function emptyDocument(): unknown {
  return { type: 'doc', content: [] };
}
