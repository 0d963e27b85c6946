/** What the school's API answers, as it was recorded from a real one. */
import type { SimMember, SimProduct, SimSchool } from './school.ts';

export interface Served {
  status: number;
  body: unknown;
}

const iso = (moment: number | undefined) => (moment === undefined ? undefined : new Date(moment).toISOString());
const notFound = (message: string): Served => ({ status: 404, body: { error: { code: 'not_found', message } } });
const noItem: Served = { status: 422, body: { error: { code: 'unprocessable_entity', message: 'Item not found' } } };

/** What was shown of customers: the oracle looks through the same window as the connector. */
export interface Window {
  row(product: SimProduct, member: SimMember): void;
  progress(product: SimProduct, member: SimMember): void;
}

export function answer(school: SimSchool, url: URL, window: Window): Served {
  const [, , , productId, resource, userId] = url.pathname.split('/');
  const page = Number(url.searchParams.get('page') ?? 1);
  const limit = Math.min(Number(url.searchParams.get('limit') ?? 50), school.options.pageCap);
  if (productId === undefined) {
    const data = school.products.slice((page - 1) * limit, page * limit).map(productView);
    return { status: 200, body: { data, pagination: { page, limit } } };
  }
  const product = school.products.find((one) => one.id === productId);
  if (resource === undefined) return product ? { status: 200, body: productView(product) } : notFound('Item not found');
  if (!product) return noItem;
  if (resource === 'lessons') return { status: 200, body: { data: lessonGroups(product) } };
  if (resource === 'sections') {
    const data = product.sections.map((sectionId, rank) => ({
      sectionId,
      name: `Name of ${sectionId}`,
      rank: rank * 1000,
      collapsed: true,
      lessonsOrder: [],
    }));
    return { status: 200, body: { data } };
  }
  if (userId !== undefined) return progress(product, userId, window);
  return roster(school, product, page, limit, url.searchParams.get('search') ?? '', window);
}

function roster(
  school: SimSchool,
  product: SimProduct,
  page: number,
  limit: number,
  search: string,
  window: Window,
): Served {
  const { newestFirst, rowsTellProgress } = school.options;
  const ordered = newestFirst ? [...product.members].reverse() : product.members;
  const found = ordered.filter((one) => search === '' || school.users.get(one.user)?.email.includes(search));
  const data: object[] = [];
  for (const member of found.slice((page - 1) * limit, page * limit)) {
    const user = school.users.get(member.user);
    // The account is gone: the row is left out after paging.
    if (!user) continue;
    window.row(product, member);
    data.push({
      user: { userId: member.user, email: user.email, name: user.name },
      status: member.status,
      completedLessons: rowsTellProgress && member.createdAt !== undefined ? member.done : undefined,
      downloaded: member.downloaded || undefined,
      createdAt: iso(member.createdAt),
      updatedAt: iso(member.updatedAt),
    });
  }
  return { status: 200, body: { data, pagination: { page, limit } } };
}

function progress(product: SimProduct, userId: string, window: Window): Served {
  const member = product.members.find((one) => one.user === userId);
  if (!member) return notFound('Customer progress not found');
  window.progress(product, member);
  const { done, downloaded, createdAt, updatedAt } = member;
  return {
    status: 200,
    body: {
      courseId: product.id,
      completedLessons: done,
      downloaded,
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
    },
  };
}

function productView(product: SimProduct): object {
  const { id, title, published, createdAt } = product;
  return {
    productId: id,
    type: 'course',
    title,
    slug: id,
    published,
    privacy: 'public',
    tags: [],
    createdAt: iso(createdAt),
    updatedAt: iso(createdAt),
  };
}

/** Sections without lessons are left out. */
function lessonGroups(product: SimProduct): object[] {
  return product.sections
    .map((groupId) => ({
      groupId,
      lessons: product.lessons
        .filter((one) => one.section === groupId)
        .map(({ id, published }) => ({
          lessonId: id,
          title: `Title of ${id}`,
          type: 'text',
          downloadable: false,
          courseId: product.id,
          groupId,
          requiresEnrollment: true,
          published,
        })),
    }))
    .filter((group) => group.lessons.length > 0);
}
