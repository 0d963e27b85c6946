/** Which endpoint a request means, and what the framework answers where it means none. */
import { empty, html, json, pageNotFound } from './answers.ts';
import type { Answer } from './answers.ts';
import * as content from './content.ts';
import * as customers from './customers.ts';
import type { Handler } from './endpoints.ts';
import { postPresigned } from './media.ts';
import * as products from './products.ts';
import type { ApiRequest } from './request.ts';
import * as users from './users.ts';

type Methods = Readonly<Record<string, Handler>>;

const PRODUCT = '/api/products/:product';
const PLAN = `${PRODUCT}/payment-plans/:plan`;
const LEARNER_LESSON = `${PRODUCT}/customers/:user/lessons/:lesson`;

/** Fixed parts come before variable ones of the same length: `reorder` is no section. */
const ROUTES: ReadonlyArray<readonly [path: string, methods: Methods]> = [
  ['/api/user', { POST: users.postUser, PATCH: users.patchUser }],
  ['/api/media/presigned', { POST: postPresigned }],
  ['/api/products', { GET: products.listProducts, POST: products.postProduct }],
  [PRODUCT, { GET: products.getProduct, PATCH: products.patchProduct, DELETE: products.deleteProduct }],
  [`${PRODUCT}/payment-plans`, { GET: products.listPlans, POST: products.postPlan }],
  [PLAN, { GET: products.getPlan, PATCH: products.patchPlan, DELETE: products.deletePlan }],
  [`${PLAN}/default`, { POST: products.postDefaultPlan }],
  [`${PRODUCT}/sections`, { GET: content.listSections, POST: content.postSection }],
  [`${PRODUCT}/sections/reorder`, { POST: content.reorderSections }],
  [`${PRODUCT}/sections/:section`, { PATCH: content.patchSection, DELETE: content.deleteSection }],
  [`${PRODUCT}/lessons`, { GET: content.listLessons, POST: content.postLesson }],
  [`${PRODUCT}/lessons/:lesson`, { GET: content.getLesson, PATCH: content.patchLesson, DELETE: content.deleteLesson }],
  [`${PRODUCT}/lessons/:lesson/move`, { POST: content.moveLesson }],
  [`${PRODUCT}/customers`, { GET: customers.listCustomers }],
  [`${PRODUCT}/customers/invitations`, { POST: customers.postInvitation }],
  [`${PRODUCT}/customers/:user/progress`, { GET: customers.getProgress }],
  [`${LEARNER_LESSON}/completion`, { POST: customers.postCompletion }],
  [`${LEARNER_LESSON}/evaluations`, { POST: customers.postEvaluation }],
];

const TABLE = ROUTES.map(([path, methods]) => ({ parts: path.split('/').slice(1), methods }));

/** Extra or trailing slashes are redirected before anything else is looked at. */
export function slashRedirect(pathname: string, search: string): Answer | undefined {
  const tidy = pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  if (tidy === pathname) return undefined;
  const location = `${tidy}${search}`;
  return empty(308, { location, refresh: `0;url=${location}` });
}

/** What is said to a host name that is no school's. */
export function noSuchSchool(): Answer {
  return json(404, { success: false, error: '' });
}

export async function route(request: ApiRequest): Promise<Answer> {
  let parts: string[];
  try {
    parts = request.pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return html(400, 'Bad Request');
  }
  const match = findRoute(parts);
  if (!match) return pageNotFound();
  const { methods, params } = match;
  if (request.method === 'OPTIONS') {
    return empty(204, {
      allow: [...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS'].join(', '),
    });
  }
  const handler = methods[request.method === 'HEAD' ? 'GET' : request.method];
  return handler ? handler(request, params) : empty(405);
}

function findRoute(parts: readonly string[]): { methods: Methods; params: string[] } | undefined {
  for (const { parts: pattern, methods } of TABLE) {
    if (pattern.length !== parts.length) continue;
    const params: string[] = [];
    const fits = pattern.every((part, index) => {
      if (part.startsWith(':')) return params.push(parts[index] ?? '') > 0 && parts[index] !== '';
      return part === parts[index];
    });
    if (fits) return { methods, params };
  }
  return undefined;
}
