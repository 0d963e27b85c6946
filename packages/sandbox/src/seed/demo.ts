/** A small school to look around in: two courses, a download, and a few customers in different places. No mail yet. */
import type { School } from '../model/school.ts';
import type { Product } from '../model/types.ts';

const HOUR = 3_600_000;

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: object[]) => ({ type: 'doc', content });

export function seedDemo(school: School): void {
  const workbook = school.createProduct('Prompt Workbook', 'download');
  school.addPlan(workbook.productId);
  school.publish(workbook.productId);

  const draft = school.createProduct('Advanced Prompting', 'course');
  school.addPlan(draft.productId, { name: 'Lifetime', type: 'onetime', oneTimeAmount: 99 });

  const { course, lessons } = seedCourse(school);
  const customers: Array<[email: string, name: string, hoursAgo: number, lessonsDone: number]> = [
    ['ada@example.com', 'Ada Marsh', 190, 5],
    ['grace@example.com', 'Grace Okafor', 98, 3],
    ['linus@example.com', 'Linus Berg', 31, 1],
    ['mei@example.com', 'Mei Tanaka', 5, 0],
  ];
  for (const [email, name, hoursAgo, lessonsDone] of customers) {
    const { userId } = school.addUser({ email, name });
    join(school, course, userId, hoursAgo, lessons.slice(0, lessonsDone));
  }
  const ada = school.userByEmail.get('ada@example.com');
  if (!ada) return;
  join(school, workbook, ada.userId, 150, []);
  school.setDownloaded(workbook.productId, ada.userId);
}

/** Enrols someone some hours ago, who did the given lessons an hour apart. */
function join(school: School, product: Product, userId: string, hoursAgo: number, done: readonly string[]): void {
  const { progress } = school.enrol(product.productId, userId);
  if (!progress) return;
  progress.createdAt = school.clock() - hoursAgo * HOUR;
  progress.updatedAt = progress.createdAt + done.length * HOUR;
  progress.completedLessons = done;
}

/** @returns the course, and its lessons in order */
function seedCourse(school: School): { course: Product; lessons: string[] } {
  const course = school.createProduct('AI Foundations', 'course');
  const id = course.productId;
  const about = 'What language models are, how to talk to them, and how to put them to work.';
  school.updateProduct(id, {
    description: JSON.stringify(doc(paragraph(about))),
    tags: ['ai', 'beginners'],
    privacy: 'public',
  });
  school.addPlan(id);
  const start = course.sections[0]?.sectionId ?? '';
  const practice = school.addSection(id, 'Prompting in practice').sectionId;
  const further = school.addSection(id, 'Where to go from here').sectionId;
  const add = (groupId: string, lesson: Record<string, unknown>) =>
    school.addLesson(id, { groupId, published: true, ...lesson }).lessonId;
  const lessons = [
    add(start, { title: 'Welcome', type: 'text', content: doc(paragraph('Welcome to the course!')) }),
    add(start, { title: 'What a model is', type: 'video', media: { mediaId: 'what-a-model-is' } }),
    add(start, {
      title: 'Key words',
      type: 'text',
      content: doc({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Token' }] }),
    }),
    add(practice, {
      title: 'Your first prompt',
      type: 'text',
      content: doc(paragraph('Ask for one thing at a time.')),
    }),
    add(practice, {
      title: 'Watch: a prompt improved',
      type: 'embed',
      content: { value: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    }),
    add(practice, { title: 'Check yourself', type: 'quiz', content: QUIZ }),
    add(further, { title: 'Reading list', type: 'pdf', media: { mediaId: 'reading-list' }, downloadable: true }),
  ];
  school.publish(id);
  return { course, lessons };
}

const QUIZ = {
  questions: [
    {
      text: 'What does a model read?',
      options: [
        { text: 'Tokens', correctAnswer: true },
        { text: 'Thoughts', correctAnswer: false },
      ],
    },
  ],
  requiresPassingGrade: true,
  passingGrade: 60,
};
