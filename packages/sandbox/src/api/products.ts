/** Products and their payment plans. */
import { badRequest, json, notFound } from './answers.ts';
import type { Answer } from './answers.ts';
import { plain, withBody } from './endpoints.ts';
import { readPaging } from './paging.ts';
import { listedProductView, planView, productView } from './views.ts';
import * as plans from '../model/plans.ts';
import { createProduct, findProducts } from '../model/products.ts';
import type { School } from '../model/school.ts';
import type { Plan } from '../model/types.ts';
import type { ReadRequest } from './request.ts';

const PRODUCT_FIELDS = ['title', 'slug', 'description', 'published', 'privacy', 'tags', 'featuredImage'];
const PLAN_FIELDS = [
  'name',
  'type',
  'oneTimeAmount',
  'emiAmount',
  'emiTotalInstallments',
  'subscriptionMonthlyAmount',
  'subscriptionYearlyAmount',
  'description',
];

export const listProducts = plain(({ school, query }) => {
  const { page, limit, readPage } = readPaging(query);
  const published = query.get('published');
  const tags = query
    .getAll('tags')
    .flatMap((tag) => tag.split(','))
    .filter(Boolean);
  const found = findProducts(school, {
    type: query.get('type') || undefined,
    published: published === 'true' || published === 'false' ? published === 'true' : undefined,
    search: query.get('search') || undefined,
    tags,
  });
  const start = Math.trunc((readPage - 1) * limit);
  const rows = found.slice(start, start + Math.trunc(limit));
  return json(200, { data: rows.map(listedProductView), pagination: { page, limit } });
});

export const postProduct = withBody(
  ({ school, body }) => {
    if (!body['title'] || !body['type']) return badRequest('Bad request');
    return json(201, productView(createProduct(school, body['title'], body['type'])));
  },
  { fields: ['title', 'type'], noun: 'product' },
);

export const getProduct = plain(({ school, params: [id = ''] }) => json(200, productView(school.product(id))), {
  onRule: notFound,
});

export const patchProduct = withBody(
  ({ school, params: [id = ''], body }) => json(200, productView(school.updateProduct(id, body))),
  { fields: PRODUCT_FIELDS, noun: 'product' },
);

export const deleteProduct = plain(({ school, params: [id = ''] }) => {
  school.deleteProduct(id);
  return json(200, { ok: true });
});

// --- payment plans ----------------------------------------------------------------------------------------------

export const listPlans = plain(({ school, params: [id = ''] }) => {
  const product = school.product(id);
  return json(200, { data: plans.activePlans(product).map((plan) => planView(plan, product.defaultPaymentPlan)) });
});

export const postPlan = withBody(
  ({ school, params: [id = ''], body }) => answerPlan(school, plans.createPlan(school, id, body), 201),
  { fields: PLAN_FIELDS, noun: 'payment plan' },
);

export const getPlan = plain((request) => ofProduct(request, (plan) => plan));

export const patchPlan = withBody(
  (request) => ofProduct(request, (plan) => plans.updatePlan(request.school, plan, request.body)),
  { fields: PLAN_FIELDS, noun: 'payment plan' },
);

export const deletePlan = plain((request) => ofProduct(request, (plan) => plans.archivePlan(request.school, plan)));

export const postDefaultPlan = plain((request) =>
  ofProduct(request, (plan) => plans.setDefaultPlan(request.school, plan)),
);

/** An unknown plan breaks a rule (422); a known one of another product is not found (404). */
function ofProduct({ school, params: [productId, planId = ''] }: ReadRequest, act: (plan: Plan) => Plan): Answer {
  const plan = plans.findPlan(school, planId);
  if (plan.entityId !== productId) return notFound('Payment plan not found');
  return answerPlan(school, act(plan));
}

function answerPlan(school: School, plan: Plan, status = 200): Answer {
  return json(status, planView(plan, school.product(plan.entityId).defaultPaymentPlan));
}
