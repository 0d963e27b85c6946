import * as z from 'zod/mini';
import type { Client } from '../http/client.ts';
import { path } from '../http/path.ts';
import { doneSchema, type Done } from './done.ts';
import { toLessonChangeBody, toNewLessonBody, type LessonChange, type NewLesson } from './lessonInput.ts';
import { pickSection, sectionsApi, type Section } from './sections.ts';
import { checked, listOf, maybe, oneOf } from './shapes.ts';

export const lessonSchema = z.looseObject({
  lessonId: z.string(),
  title: z.string(),
  type: maybe(z.string()),
  /** The section. */
  groupId: maybe(z.string()),
  courseId: maybe(z.string()),
  media: maybe(z.looseObject({ mediaId: maybe(z.string()) })),
  downloadable: maybe(z.boolean()),
  requiresEnrollment: maybe(z.boolean()),
  published: maybe(z.boolean()),
});
export type Lesson = z.output<typeof lessonSchema>;
const lesson = oneOf(lessonSchema, 'lessonId');

export interface LessonGroup {
  readonly sectionId: string;
  readonly lessons: Lesson[];
}

/** Observed: groups, those without lessons left out. A flat list of lessons is read as well. */
const lessonsAnswer = listOf(
  z.union([
    z.looseObject({ groupId: z.string(), lessons: z.array(lesson) }),
    z.pipe(
      lesson,
      z.transform((one) => ({ groupId: one.groupId ?? '', lessons: [one] })),
    ),
  ]),
);

const placeSchema = z.strictObject({ sectionId: z.string(), index: z.int().check(z.gte(0)) });
/** A place among the lessons of a section, which may be named as well; 0 is the first. */
export type LessonPlace = z.input<typeof placeSchema>;

export function lessonsApi(client: Client) {
  const lane = (productId: string) => `product ${productId}`;

  async function listGrouped(productId: string): Promise<LessonGroup[]> {
    const groups = await client.call({
      method: 'GET',
      path: path`/api/products/${productId}/lessons`,
      answer: lessonsAnswer,
    });
    const bySection = new Map<string, Lesson[]>();
    for (const { groupId, lessons } of groups) bySection.set(groupId, [...(bySection.get(groupId) ?? []), ...lessons]);
    return [...bySection].map(([sectionId, lessons]) => ({ sectionId, lessons }));
  }

  const get = async (productId: string, lessonId: string): Promise<Lesson> =>
    client.call({ method: 'GET', path: path`/api/products/${productId}/lessons/${lessonId}`, answer: lesson });

  /** The lessons that are there already. Titles need not be unique: only a lesson that is not one of these can be a new one. */
  async function lessonIds(productId: string, sections: readonly Section[]): Promise<Set<string>> {
    // Observed: sections name their lessons, which is far shorter than the lessons with their texts.
    const orders = sections.map((one) => one.lessonsOrder);
    if (orders.every((one) => one !== undefined && one !== null)) return new Set(orders.flat());
    return new Set((await listGrouped(productId)).flatMap((group) => group.lessons.map((one) => one.lessonId)));
  }

  return {
    /** The lessons of a product by section, in their order. The list is not paged. */
    listGrouped,

    /** The lessons of a product, one after the other. */
    list: async (productId: string): Promise<Lesson[]> =>
      (await listGrouped(productId)).flatMap((group) => group.lessons),

    /** One lesson. Throws `not_found`. */
    get,

    /**
     * Adds a lesson at the end of its section: the one that is named, or else the product's first. Throws `not_found`
     * for a section that the product does not have, and `unsupported` for a SCORM lesson.
     */
    async create(productId: string, input: NewLesson): Promise<Lesson> {
      const body = toNewLessonBody(input);
      return client.inLane(lane(productId), async () => {
        const sections = await sectionsApi(client).list(productId);
        const groupId = (body.groupId === undefined ? sections[0] : pickSection(sections, body.groupId))?.sectionId;
        const before = await lessonIds(productId, sections);
        return client.call({
          method: 'POST',
          path: path`/api/products/${productId}/lessons`,
          body: { ...body, ...(groupId !== undefined && { groupId }) },
          answer: lesson,
          lookup: async (bound) =>
            (await lessonsApi(bound).list(productId)).findLast(
              (one) => !before.has(one.lessonId) && one.title === body.title && (one.groupId ?? groupId) === groupId,
            ),
        });
      });
    },

    /** Changes what is given, and nothing else. Throws `not_found`. */
    update: async (productId: string, lessonId: string, change: LessonChange): Promise<Lesson> =>
      client.call({
        method: 'PATCH',
        path: path`/api/products/${productId}/lessons/${lessonId}`,
        body: toLessonChangeBody(change),
        answer: lesson,
        lane: lane(productId),
      }),

    /** Deletes a lesson for good, for its learners, too. Throws `not_found`. */
    delete: async (productId: string, lessonId: string): Promise<Done> =>
      client.call({
        method: 'DELETE',
        path: path`/api/products/${productId}/lessons/${lessonId}`,
        answer: doneSchema,
        lane: lane(productId),
        whenGone: { ok: true },
      }),

    /** Moves a lesson to a place in a section of the same product. Gives the lesson as it is then. */
    async move(productId: string, lessonId: string, place: LessonPlace): Promise<Lesson> {
      const { sectionId, index } = checked(placeSchema, place);
      const section = await sectionsApi(client).find(productId, sectionId);
      await client.call({
        method: 'POST',
        path: path`/api/products/${productId}/lessons/${lessonId}/move`,
        body: { destinationSectionId: section.sectionId, destinationIndex: index },
        // Observed: an internal document of the database, with no promise to it.
        answer: z.unknown(),
        idempotent: true,
        lane: lane(productId),
      });
      return get(productId, lessonId);
    },
  };
}
