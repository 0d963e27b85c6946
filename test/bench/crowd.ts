/** A roster of any size that is made up as it is asked for, so that it takes no memory of its own. In process. */
import { createSchool, type HttpRequest, type HttpResponse, type School } from '../../packages/core/src/index.ts';

const LESSONS = 50;
const PAGE = 200;

export const lessonIds: readonly string[] = Array.from({ length: LESSONS }, (_, place) => idOf('lesson', place));

/** 21 characters, as the service's ids have, and the same for the same number. */
function idOf(kind: string, number: number): string {
  const mixed = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  const more = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
  return `${kind[0]}${mixed.toString(36).padStart(7, '0')}${more.toString(36).padStart(7, '0')}${number.toString(36).padStart(6, '_')}`;
}

/** Half of the lessons, others for each customer. One in `changed` has completed one more. */
export function lessonsOf(number: number, changed: number): string[] {
  const done: string[] = [];
  let state = (number + 1) * 2654435761;
  for (let place = 0; place < LESSONS; place++) {
    state = Math.imul(state ^ (state >>> 13), 0x5bd1e995) >>> 0;
    if (state & 1) done.push(lessonIds[place] as string);
  }
  if (changed > 0 && number % changed === 0) {
    const more = lessonIds.find((one) => !done.includes(one));
    if (more) done.push(more);
  }
  return done;
}

export function rowOf(number: number, changed = 0) {
  return {
    user: { userId: idOf('user', number), email: `c${String(number).padStart(6, '0')}@bulk.example` },
    status: 'active',
    completedLessons: lessonsOf(number, changed),
    createdAt: new Date(1_790_000_000_000 + number * 1000).toISOString(),
    updatedAt: new Date(1_794_000_000_000 + number * 1000).toISOString(),
  };
}

export interface Crowd {
  readonly school: School;
  /** The body of an answer, as JSON. */
  answer(url: URL): string;
  /** One in so many completes another lesson; 0 for nobody. */
  changed: number;
  /** Bytes answered so far. */
  bytes: number;
  /** Milliseconds spent on making things up. */
  spent: number;
}

const PRODUCT = {
  productId: idOf('product', 1),
  title: 'Big Course',
  type: 'course',
  published: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
export const productId = PRODUCT.productId;

/** @param now the school's clock; by default the real one */
export function crowdOf(size: number, now?: () => number): Crowd {
  const encoder = new TextEncoder();
  const answer = (url: URL): unknown => {
    const resource = url.pathname.split('/')[4];
    if (resource === undefined) return PRODUCT;
    if (resource === 'sections') return { data: [{ sectionId: 'section', name: 'All', rank: 1 }] };
    if (resource === 'lessons')
      return {
        data: [
          {
            groupId: 'section',
            lessons: lessonIds.map((lessonId) => ({
              lessonId,
              title: lessonId,
              type: 'text',
              published: true,
              groupId: 'section',
            })),
          },
        ],
      };
    const first = (Number(url.searchParams.get('page')) - 1) * PAGE;
    const count = Math.max(0, Math.min(PAGE, size - first));
    return { data: Array.from({ length: count }, (_, place) => rowOf(first + place, crowd.changed)) };
  };
  const transport = async ({ url }: HttpRequest): Promise<HttpResponse> => {
    const start = performance.now();
    const body = encoder.encode(crowd.answer(new URL(url)));
    crowd.spent += performance.now() - start;
    crowd.bytes += body.length;
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  };
  const crowd: Crowd = {
    school: createSchool({ baseUrl: 'https://crowd.example', transport, ...(now && { now }) }),
    answer: (url) => JSON.stringify(answer(url)),
    changed: 0,
    bytes: 0,
    spent: 0,
  };
  return crowd;
}
