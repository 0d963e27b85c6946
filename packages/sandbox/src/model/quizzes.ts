/** Marking a quiz: a passed one may be completed. */
import { messages, refuse } from './errors.ts';
import type { School } from './school.ts';

export interface QuizResult {
  pass: boolean;
  /** Percent of all right options that were chosen. */
  score: number;
  requiresPassingGrade?: unknown;
  passingGrade?: unknown;
}

interface QuizContent {
  questions?: Array<{ options: Array<{ correctAnswer?: unknown }> }>;
  requiresPassingGrade?: unknown;
  passingGrade?: unknown;
}

/** @param answers for each question, in order, the numbers of the chosen options, counted from 0 */
export function evaluateQuiz(
  school: School,
  productId: string,
  userId: string,
  lessonId: string,
  answers: ReadonlyArray<readonly number[]>,
): QuizResult {
  const lesson = school.lessons.get(lessonId);
  if (!lesson?.published) refuse(messages.itemNotFound);
  if (!school.membership(productId, userId)?.progress) refuse(messages.notEnrolled);
  if (lesson.type !== 'quiz') refuse('This lesson cannot be evaluated.');
  const content = lesson.content as QuizContent;
  let right = 0;
  let chosen = 0;
  content.questions?.forEach((question, index) => {
    question.options.forEach((option, number) => {
      if (!option.correctAnswer) return;
      right++;
      if (answers[index]?.includes(number)) chosen++;
    });
  });
  const score = (chosen / right) * 100;
  const pass = !content.requiresPassingGrade || !(score < Number(content.passingGrade));
  if (pass) school.passedQuizzes.add(`${userId} ${lessonId}`);
  const { requiresPassingGrade, passingGrade } = content;
  return { pass, score, requiresPassingGrade, passingGrade };
}
