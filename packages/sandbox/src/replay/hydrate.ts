/**
 * A recording may be a sample: things it shows were made in steps it does not hold. This fills in what an exchange
 * takes for granted, going by what any exchange tells about it. What is there already, under the same title, name or
 * address, is taken to be the same thing.
 */
import type { School } from '../model/school.ts';
import type {
  RecordedLesson,
  RecordedPlan,
  RecordedProduct,
  RecordedRow,
  RecordedSection,
} from '../model/hydration.ts';
import type { Exchange } from './exchanges.ts';
import { isPublicId, isRecord, objectsIn, omittedRows } from './exchanges.ts';
import type { IdMap } from './ids.ts';

const MISSING = /not found/i;

export class Hydrator {
  private readonly products = new Map<string, RecordedProduct>();
  private readonly sections = new Map<string, RecordedSection>();
  private readonly lessons = new Map<string, RecordedLesson>();
  private readonly rows = new Map<string, RecordedRow>();
  private readonly ids: IdMap;

  constructor(exchanges: readonly Exchange[], ids: IdMap) {
    this.ids = ids;
    for (const { response } of exchanges) for (const item of objectsIn(response.body)) this.note(item);
  }

  /** Makes what the path and the body of this exchange name. */
  prepareRequest(school: School, { request, response }: Exchange): void {
    const { status, body } = response;
    const target = targetOf(request.path);
    if (!target || [400, 401, 413].includes(status)) return;
    const { productId, sub, subId, lessonId } = target;
    if (!isPublicId(productId)) return;
    const missing = status === 404 || MISSING.test(JSON.stringify(body));
    if (!missing) this.ensureProduct(school, productId);
    const product = school.products.get(this.ids.of(productId));
    if (!product) return;
    if (sub === 'customers' && request.method === 'POST' && status === 201 && !product.published) {
      if (product.plans.length === 0) school.addPlan(product.productId);
      school.publish(product.productId);
    }
    for (const id of idsIn(request.body)) this.ensureSection(school, productId, id);
    if (missing) return;
    if (sub === 'sections' && isPublicId(subId)) this.ensureSection(school, productId, subId);
    if (sub === 'lessons' && isPublicId(subId)) this.ensureLesson(school, subId);
    if (sub === 'customers' && isPublicId(subId)) this.ensureMember(school, productId, subId);
    if (sub === 'customers' && isPublicId(lessonId)) this.ensureLesson(school, lessonId);
  }

  /** Makes what the answer of this exchange shows. What a creating request answers with is made by it, not before. */
  prepareAnswer(school: School, { request, response }: Exchange): void {
    const target = targetOf(request.path);
    if (!target || response.status !== 200 || !isRecord(response.body)) return;
    this.ensureShown(school, target.productId, target.sub, response.body);
  }

  private ensureShown(
    school: School,
    productId: string | undefined,
    sub: string | undefined,
    body: Record<string, unknown>,
  ): void {
    const list = Array.isArray(body['data']) ? body['data'].filter((item) => omittedRows(item) === undefined) : [];
    if (productId === undefined) {
      // A list shows the newest first, so that the oldest is to be made first.
      for (const item of [...list].reverse()) if (isRecord(item)) this.ensureProduct(school, item['productId']);
      return;
    }
    const product = school.products.get(this.ids.of(productId));
    if (!product) return;
    for (const item of objectsIn(body)) {
      if ('planId' in item && item['entityId'] === productId) this.ensurePlan(school, item as RecordedPlan, productId);
      if ('sectionId' in item) this.ensureSection(school, productId, item['sectionId'] as string);
    }
    if (sub === 'lessons') this.ensureLessonList(school, list);
    if (sub === 'customers') {
      for (const row of list) if (isRow(row)) this.ensureRow(school, productId, row);
    }
  }

  private note(item: Record<string, unknown>): void {
    const { productId, slug, sectionId, lessonId, lessonsOrder, id, user } = item;
    if (isPublicId(productId) && typeof slug === 'string') {
      if (!this.products.has(productId)) this.products.set(productId, item as unknown as RecordedProduct);
    }
    if (isPublicId(lessonId) && typeof item['courseId'] === 'string') {
      if (!this.lessons.has(lessonId)) this.lessons.set(lessonId, item as unknown as RecordedLesson);
    }
    const section = isPublicId(sectionId) ? sectionId : Array.isArray(lessonsOrder) ? id : undefined;
    if (isPublicId(section) && !this.sections.has(section)) {
      this.sections.set(section, { ...(item as unknown as RecordedSection), sectionId: section });
    }
    if (isRecord(user) && isRow(item) && !this.rows.has(item.user.userId)) this.rows.set(item.user.userId, item);
  }

  private ensureProduct(school: School, recordedId: unknown): void {
    if (!isPublicId(recordedId) || this.ids.knows(recordedId) || school.products.has(recordedId)) return;
    const known = this.products.get(recordedId);
    const twin = known && [...school.products.values()].find((product) => product.title === known.title);
    if (twin) {
      this.ids.bind(recordedId, twin.productId);
      return;
    }
    const now = new Date(school.clock()).toISOString();
    const stub: RecordedProduct = {
      productId: recordedId,
      type: 'course',
      title: `Recorded ${recordedId}`,
      slug: `recorded-${recordedId.toLowerCase()}`,
      published: false,
      privacy: 'unlisted',
      tags: [],
      pageId: `recorded-${recordedId.toLowerCase()}`,
      createdAt: now,
      updatedAt: now,
    };
    school.load({ products: [known ?? stub] });
    this.ids.bind(recordedId, recordedId);
  }

  private ensurePlan(school: School, plan: RecordedPlan, recordedProduct: string): void {
    if (!isPublicId(plan.planId) || this.ids.knows(plan.planId)) return;
    const product = school.product(this.ids.of(recordedProduct));
    const twin = product.plans.find((candidate) => candidate.name === plan.name && !candidate.archived);
    if (twin) {
      this.ids.bind(plan.planId, twin.planId);
      return;
    }
    const { planId, name, type, isDefault, description } = plan;
    const amounts = Object.fromEntries(Object.entries(plan).filter(([key]) => /Amount$|Installments$/.test(key)));
    school.load({
      plans: {
        productId: product.productId,
        plans: [
          {
            planId,
            name,
            type,
            ...amounts,
            ...(description === undefined ? {} : { description }),
            ...(isDefault === undefined ? {} : { isDefault }),
          },
        ],
      },
    });
    this.ids.bind(planId, planId);
  }

  private ensureSection(school: School, recordedProduct: string, recordedId: string): void {
    const known = this.sections.get(recordedId);
    if (!known || this.ids.knows(recordedId)) return;
    const product = school.product(this.ids.of(recordedProduct));
    const twin = product.sections.find((section) => section.name === known.name);
    if (twin) {
      this.ids.bind(recordedId, twin.sectionId);
      return;
    }
    product.sections.push({
      sectionId: recordedId,
      name: known.name,
      rank: product.sections.reduce((rank, section) => Math.max(rank, section.rank), 0) + 1000,
      collapsed: known.collapsed,
      lessonsOrder: [],
    });
    this.ids.bind(recordedId, recordedId);
  }

  private ensureLesson(school: School, recordedId: string): void {
    const known = this.lessons.get(recordedId);
    if (!known || this.ids.knows(recordedId) || !school.products.has(this.ids.of(known.courseId))) return;
    this.ensureSection(school, known.courseId, known.groupId);
    const twin = [...school.lessons.values()].find(
      (lesson) => lesson.title === known.title && lesson.courseId === this.ids.of(known.courseId),
    );
    if (!twin) school.load({ lessons: [this.ids.rewrite(known) as RecordedLesson] });
    this.ids.bind(recordedId, twin?.lessonId ?? recordedId);
  }

  /** Lessons that were made between others take their recorded place. */
  private ensureLessonList(school: School, groups: readonly unknown[]): void {
    for (const group of groups) {
      if (!isRecord(group) || !Array.isArray(group['lessons'])) continue;
      const lessons = group['lessons'].filter((lesson) => omittedRows(lesson) === undefined) as RecordedLesson[];
      const unknown = lessons.filter((lesson) => !this.ids.knows(lesson.lessonId));
      for (const lesson of unknown) this.ensureLesson(school, lesson.lessonId);
      const order = lessons.map((lesson) => this.ids.of(lesson.lessonId));
      const product = lessons[0] && school.products.get(this.ids.of(lessons[0].courseId));
      const section = product?.sections.find((item) => item.sectionId === this.ids.of(group['groupId'] as string));
      if (unknown.length === 0 || !product || !section) continue;
      section.lessonsOrder = order;
      const rest = product.lessons.filter((lessonId) => !order.includes(lessonId));
      product.lessons = [...order, ...rest];
    }
  }

  private ensureMember(school: School, recordedProduct: string, recordedUser: string): void {
    const row = this.rows.get(recordedUser);
    if (row && !this.ids.knows(recordedUser)) this.ensureRow(school, recordedProduct, row);
  }

  private ensureRow(school: School, recordedProduct: string, row: RecordedRow): void {
    const { userId, email } = row.user;
    const twin = school.userByEmail.get(email);
    if (!this.ids.knows(userId)) this.ids.bind(userId, twin?.userId ?? userId);
    const product = school.product(this.ids.of(recordedProduct));
    if (product.memberOf.has(this.ids.of(userId))) return;
    const rewritten = this.ids.rewrite(row) as RecordedRow;
    school.load({ roster: { productId: product.productId, rows: [rewritten] } });
  }
}

function targetOf(path: string): { productId?: string; sub?: string; subId?: string; lessonId?: string } | undefined {
  const [, api, kind, productId, sub, subId, , lessonId] = (path.split('?')[0] ?? '').split('/');
  if (api !== 'api' || kind !== 'products') return undefined;
  return {
    ...(productId === undefined ? {} : { productId }),
    ...(sub === undefined ? {} : { sub }),
    ...(subId === undefined ? {} : { subId }),
    ...(lessonId === undefined ? {} : { lessonId }),
  };
}

function isRow(value: unknown): value is RecordedRow {
  if (!isRecord(value) || typeof value['status'] !== 'string' || !isRecord(value['user'])) return false;
  return isPublicId(value['user']['userId']);
}

function* idsIn(value: unknown): Generator<string> {
  if (isPublicId(value)) yield value;
  else if (Array.isArray(value)) for (const item of value) yield* idsIn(item);
  else if (isRecord(value)) for (const item of Object.values(value)) yield* idsIn(item);
}
