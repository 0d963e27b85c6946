/** A school of 100,000 customers in many courses, some large and most small, that answers at once. On loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = 200;
const DAY = 24 * 60 * 60_000;

export interface LargeCourse {
  readonly productId: string;
  readonly customers: number;
}

export interface LargeSchool {
  readonly url: string;
  /** The largest first. */
  readonly courses: readonly LargeCourse[];
  readonly lessonsACourse: number;
  stop(): void;
}

/** 21 characters, as the service's ids have. */
const idOf = (kind: string, ...numbers: number[]) => `${kind}${numbers.join('-')}`.padEnd(21, '_');

/** So many customers, of whom each course has a share: the second largest has half of the largest, the third a third. */
function sharesOf(customers: number, courses: number): number[] {
  const weights = Array.from({ length: courses }, (_, place) => 1 / (place + 1));
  const sum = weights.reduce((total, one) => total + one, 0);
  const shares = weights.map((weight) => Math.floor((customers * weight) / sum));
  shares[0] = (shares[0] ?? 0) + customers - shares.reduce((total, one) => total + one, 0);
  return shares;
}

export async function startLargeSchool(options: {
  readonly customers: number;
  readonly courses: number;
  readonly lessons: number;
}): Promise<LargeSchool> {
  const now = Date.now();
  const courses = sharesOf(options.customers, options.courses).map((customers, place) => ({
    productId: idOf('p', place),
    customers,
  }));
  const lessonsOf = (course: number) => Array.from({ length: options.lessons }, (_, place) => idOf('l', course, place));
  /** Everybody has completed about half, the last one today or up to two years ago; one in eight everything. */
  const rowOf = (course: number, number: number) => {
    const lessons = lessonsOf(course);
    const age = ((number * 7919) % 730) * DAY;
    return {
      user: {
        userId: idOf('u', course, number),
        email: `customer.${course}.${number}@mail.example`,
        name: `Customer ${number} of ${course}`,
      },
      status: number % 20 === 0 ? 'expired' : 'active',
      completedLessons: number % 8 === 0 ? lessons : lessons.slice(0, number % lessons.length),
      downloaded: false,
      createdAt: new Date(now - age - 30 * DAY).toISOString(),
      updatedAt: new Date(now - age).toISOString(),
    };
  };
  const products = courses.map(({ productId }, place) => ({
    productId,
    title: `Course ${place + 1}`,
    type: 'course',
    published: true,
    createdAt: new Date(now - place * DAY).toISOString(),
  }));
  // Made once, so that a poll is not measured against the making up of rosters.
  const answers = new Map<string, Buffer>();
  const keep = (path: string, body: unknown) => answers.set(path, Buffer.from(JSON.stringify(body)));
  const empty = Buffer.from('{"data":[]}');
  keep('/api/products?1', { data: products });
  courses.forEach(({ productId, customers }, course) => {
    const base = `/api/products/${productId}`;
    keep(`${base}?1`, products[course]);
    keep(`${base}/sections?1`, { data: [{ sectionId: idOf('s', course), name: 'All', rank: 1, lessonsOrder: [] }] });
    keep(`${base}/lessons?1`, {
      data: [
        {
          groupId: idOf('s', course),
          lessons: lessonsOf(course).map((lessonId, place) => ({
            lessonId,
            title: `Lesson ${place + 1}`,
            type: 'text',
            published: true,
            groupId: idOf('s', course),
          })),
        },
      ],
    });
    for (let first = 0; first < customers; first += PAGE) {
      const rows = Array.from({ length: Math.min(PAGE, customers - first) }, (_, place) =>
        rowOf(course, first + place),
      );
      keep(`${base}/customers?${first / PAGE + 1}`, { data: rows });
    }
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://school');
    response.setHeader('content-type', 'application/json');
    response.end(answers.get(`${url.pathname}?${url.searchParams.get('page') ?? '1'}`) ?? empty);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    courses,
    lessonsACourse: options.lessons,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
