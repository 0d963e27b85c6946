/**
 * A small school in process, for tests of the changes engine: a test sets what is true, and sees every request that is
 * made. It answers in the shapes of a real server; what a test makes it do wrong, it does on that request alone.
 */
import { createSchool, type HttpRequest, type HttpResponse, type School } from '../../packages/core/src/index.ts';

export interface Learner {
  readonly userId: string;
  email: string | undefined;
  name: string | undefined;
  /** Empty: the row does not say. */
  status: string;
  /** IDs of completed lessons, in the order of completion. */
  done: string[];
  downloaded: boolean;
  /** Milliseconds since 1970; undefined for an enrolment that has no times, as a pending one may. */
  createdAt: number | undefined;
  updatedAt: number | undefined;
}
export interface Lesson {
  readonly lessonId: string;
  title: string;
  section: string;
  published: boolean;
}
export interface Course {
  readonly productId: string;
  title: string;
  published: boolean;
  readonly createdAt: number;
  lessons: Lesson[];
  /** In the order in which the server lists it. */
  roster: Learner[];
}

export interface Asked {
  readonly what: 'products' | 'product' | 'roster' | 'progress' | 'lessons' | 'sections';
  readonly productId: string;
  readonly userId: string;
  readonly page: number;
  readonly search: string;
}

const encoder = new TextEncoder();
const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
export const answer = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: encoder.encode(JSON.stringify(body)),
});
const missing = (message: string) => answer(404, { error: { code: 'not_found', message } });

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export class Classroom {
  now = Date.parse('2026-11-21T08:00:00.000Z');
  /** Newest first, as they are listed. */
  readonly courses: Course[] = [];
  /** Rows a page; the server's own bound is 200. */
  pageSize = 200;
  /** How many milliseconds a request takes. */
  latency = 0;
  rowsTellProgress = true;
  /** Every request since the last `forget()`. */
  asked: Asked[] = [];
  mostInFlight = 0;
  /** Called for each request before it is answered; may answer in place of the school. */
  onRequest: (asked: Asked) => HttpResponse | undefined = () => undefined;
  private inFlight = 0;

  readonly school: School = createSchool({
    baseUrl: 'https://school.example',
    transport: (request) => this.exchange(request),
    now: () => this.now,
  });

  course(productId: string, { lessons = [], published = true }: { lessons?: string[]; published?: boolean } = {}) {
    const course: Course = {
      productId,
      title: `The ${productId}`,
      published,
      createdAt: this.now,
      lessons: [],
      roster: [],
    };
    for (const lesson of lessons) this.lesson(course, lesson);
    this.courses.unshift(course);
    return course;
  }

  /** Adds a lesson: `basics/one` is the lesson `one` of the section `basics`. */
  lesson(course: Course, path: string, published = true): Lesson {
    const [section = '', lessonId = ''] = path.split('/');
    const lesson = { lessonId, title: `About ${lessonId}`, section, published };
    course.lessons.push(lesson);
    return lesson;
  }

  join(course: Course, userId: string, more: Partial<Learner> = {}): Learner {
    const email = `${userId}@example.com`;
    const name = `${userId[0]?.toUpperCase()}${userId.slice(1)} Lee`;
    const times = { createdAt: this.now, updatedAt: this.now };
    const learner = { userId, email, name, status: 'active', done: [], downloaded: false, ...times, ...more };
    course.roster.push(learner);
    return learner;
  }

  /** So many customers, each a second after the other. */
  crowd(course: Course, count: number, from = 0): void {
    for (let number = from; number < from + count; number++)
      this.join(course, `c${number}`, { createdAt: this.now + number * 1000, updatedAt: this.now + number * 1000 });
  }

  leave(course: Course, ...userIds: string[]): void {
    course.roster = course.roster.filter((one) => !userIds.includes(one.userId));
  }

  complete(learner: Learner, ...lessonIds: string[]): void {
    learner.done = [...learner.done, ...lessonIds];
    learner.updatedAt = this.now;
  }

  count(what: Asked['what']): number {
    return this.asked.filter((one) => one.what === what).length;
  }

  forget(): void {
    this.asked = [];
    this.mostInFlight = 0;
  }

  private async exchange({ url }: HttpRequest): Promise<HttpResponse> {
    const { pathname, searchParams } = new URL(url);
    const [, , , productId = '', resource, userId = ''] = pathname.split('/');
    const what =
      productId === ''
        ? 'products'
        : resource === 'customers'
          ? userId
            ? 'progress'
            : 'roster'
          : resource === 'lessons' || resource === 'sections'
            ? resource
            : 'product';
    const page = Number(searchParams.get('page') ?? 1);
    const asked: Asked = { what, productId, userId, page, search: searchParams.get('search') ?? '' };
    this.asked.push(asked);
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    // Requests in flight overtake each other: a later page is answered sooner.
    for (let hops = 10 - (page % 5); hops > 0; hops--) await undefined;
    this.inFlight--;
    this.now += this.latency;
    return this.onRequest(asked) ?? this.answer(asked, Number(searchParams.get('limit') ?? 50));
  }

  private answer({ what, productId, userId, page, search }: Asked, limit: number): HttpResponse {
    const size = Math.min(limit, this.pageSize);
    const pageOf = <Item>(items: readonly Item[]) => items.slice((page - 1) * size, page * size);
    if (what === 'products') return answer(200, { data: pageOf(this.courses).map(productView) });
    const course = this.courses.find((one) => one.productId === productId);
    if (!course) return missing('Item not found');
    if (what === 'product') return answer(200, productView(course));
    if (what === 'roster') {
      const found = search ? course.roster.filter((one) => `${one.email} ${one.name}`.includes(search)) : course.roster;
      return answer(200, { data: pageOf(found).map((one) => this.row(one)) });
    }
    if (what === 'progress') {
      const learner = course.roster.find((one) => one.userId === userId);
      if (!learner) return missing('Customer progress not found');
      return answer(200, { completedLessons: learner.done, downloaded: learner.downloaded });
    }
    const sections = [...new Set(course.lessons.map((one) => one.section))];
    if (what === 'sections')
      return answer(200, { data: sections.map((sectionId) => ({ sectionId, name: `Part ${sectionId}` })) });
    const groups = sections.map((groupId) => {
      const own = course.lessons.filter((one) => one.section === groupId);
      const lessons = own.map(({ section, ...one }) => ({ ...one, groupId: section, type: 'text' }));
      return { groupId, lessons };
    });
    return answer(200, { data: groups });
  }

  private row({ userId, email, name, status, done, downloaded, createdAt, updatedAt }: Learner): object {
    return {
      user: { userId, email, name },
      status: status || undefined,
      ...(this.rowsTellProgress && createdAt !== undefined && { completedLessons: done }),
      ...(downloaded && this.rowsTellProgress && { downloaded }),
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
    };
  }
}

const productView = ({ productId, title, published, createdAt }: Course): object => ({
  productId,
  title,
  type: 'course',
  published,
  createdAt: iso(createdAt),
});
