/** A product's customers: invitations, the roster, progress, and what a learner does. */
import { badRequest, json, notFound } from './answers.ts';
import type { Answer } from './answers.ts';
import { plain, withBody } from './endpoints.ts';
import { readPaging } from './paging.ts';
import type { ReadRequest } from './request.ts';
import { documentedProgressView, invitationView, progressView, rosterView } from './views.ts';
import { completeLesson } from '../model/customers.ts';
import { evaluateQuiz } from '../model/quizzes.ts';

export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const postInvitation = withBody(
  ({ school, params: [id = ''], body }) => {
    const { email } = body;
    if (!email) return badRequest('Email is required');
    if (typeof email !== 'string' || !EMAIL.test(email)) return badRequest('Invalid email format');
    const { user, membership } = school.invite(id, email, body['tags']);
    return json(201, invitationView(user, membership));
  },
  { fields: ['email', 'tags'], noun: 'customer invitation' },
);

/** The `status` of the query is not looked at, and rows of deleted users are left out after paging. */
export const listCustomers = plain(({ school, params: [id = ''], query, mode }) => {
  const { page, limit, readPage } = readPaging(query);
  const documented = mode === 'documented';
  const entries = school.roster(id, readPage, limit, query.get('search') || undefined, documented);
  const data = entries.map((entry) => rosterView(entry, !documented)).filter((row) => row !== undefined);
  return json(200, { data, pagination: { page, limit } });
});

export const getProgress = plain(({ school, params: [id = '', userId = ''], mode }) => {
  const membership = school.membership(id, userId);
  if (!membership) return notFound('Customer progress not found');
  return json(
    200,
    mode === 'documented'
      ? documentedProgressView(school, school.product(id), membership)
      : progressView(id, membership),
  );
});

export const postCompletion = plain((request) =>
  asLearner(request, (productId, userId, lessonId) => {
    const { school } = request;
    completeLesson(school, school.product(productId), userId, lessonId);
    return json(200, { completed: true });
  }),
);

export const postEvaluation = withBody((request) => {
  const answers = request.body['answers'];
  if (!isAnswers(answers)) return badRequest('Answers must be an array of number arrays');
  return asLearner(request, (productId, userId, lessonId) =>
    json(200, evaluateQuiz(request.school, productId, userId, lessonId, answers)),
  );
});

function asLearner(
  { school, params: [productId = '', userId = '', lessonId = ''] }: ReadRequest,
  act: (productId: string, userId: string, lessonId: string) => Answer,
): Answer {
  if (school.lessons.get(lessonId)?.courseId !== productId) return notFound('Lesson not found');
  if (!school.users.has(userId)) return notFound('Customer not found');
  return act(productId, userId, lessonId);
}

function isAnswers(value: unknown): value is number[][] {
  const isAnswer = (answer: unknown) => Array.isArray(answer) && answer.every((option) => typeof option === 'number');
  return Array.isArray(value) && value.length > 0 && value.every(isAnswer);
}
