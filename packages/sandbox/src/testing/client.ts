/** A caller for this package's own tests: the sandbox's key, JSON both ways, nothing clever. */
import type { Sandbox } from '../options.ts';

export interface Called {
  status: number;
  headers: Headers;
  /** Parsed where it is JSON, else text. */
  body: unknown;
}

export async function call(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Called> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: {
      'x-api-key': sandbox.key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
}

interface Row {
  user: { userId: string; email: string };
  completedLessons?: string[];
}

/** The rows of one page of a roster. */
export async function rosterPage(sandbox: Sandbox, productId: string, query = ''): Promise<Row[]> {
  const { body } = await call(sandbox, 'GET', `/api/products/${productId}/customers${query}`);
  return (body as { data: Row[] }).data;
}

/** A published course with a free plan and one published text lesson. */
export function plantCourse(sandbox: Sandbox, title = 'Course'): { productId: string; lessonId: string } {
  const { school } = sandbox;
  const { productId, sections } = school.createProduct(title);
  school.addPlan(productId);
  const { lessonId } = school.addLesson(productId, {
    title: 'First',
    type: 'text',
    content: { type: 'doc', content: [] },
    groupId: sections[0]?.sectionId,
    published: true,
  });
  school.publish(productId);
  return { productId, lessonId };
}
