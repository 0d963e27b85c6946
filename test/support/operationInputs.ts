/** For every action and search of the catalogue an input that works on the sandbox's demo school, so that each host can run each. */
import type { Sandbox } from '../../packages/sandbox/src/index.ts';

/** What the inputs name of the demo school. */
function placesIn({ school }: Sandbox) {
  const find = (title: string) => {
    const product = [...school.products.values()].find((one) => one.title === title);
    if (!product) throw new Error(`The demo school has no product "${title}".`);
    return product.productId;
  };
  const course = find('AI Foundations');
  const plan = () => school.addPlan(course, { name: 'Once', type: 'onetime', oneTimeAmount: 99 }).planId;
  const section = (name: string) => school.addSection(course, name).sectionId;
  const lesson = () =>
    school.addLesson(course, {
      title: 'Extra',
      type: 'text',
      content: { type: 'doc', content: [] },
      groupId: section('Extra'),
    }).lessonId;
  return { course, draft: find('Advanced Prompting'), plan, section, lesson };
}

export const OPERATION_INPUTS: Readonly<Record<string, (sandbox: Sandbox) => Record<string, unknown>>> = {
  'customer.invite': (sandbox) => ({ productId: placesIn(sandbox).course, email: 'ann@example.com', tags: ['paid'] }),
  'product.create': () => ({ title: 'Something New', type: 'course' }),
  'product.update': (sandbox) => ({
    productId: placesIn(sandbox).course,
    title: 'AI Basics',
    tags: ['ai'],
    privacy: 'public',
    description: 'All about **AI**.',
  }),
  'product.publish': (sandbox) => ({ productId: placesIn(sandbox).draft }),
  'product.unpublish': (sandbox) => ({ productId: placesIn(sandbox).course }),
  'paymentPlan.create': (sandbox) => ({
    productId: placesIn(sandbox).course,
    name: 'Rates',
    type: 'emi',
    amount: 10,
    installments: 12,
  }),
  'paymentPlan.setDefault': (sandbox) => ({ productId: placesIn(sandbox).course, planId: placesIn(sandbox).plan() }),
  'paymentPlan.archive': (sandbox) => ({ productId: placesIn(sandbox).course, planId: placesIn(sandbox).plan() }),
  'section.create': (sandbox) => ({ productId: placesIn(sandbox).course, name: 'One More' }),
  'section.update': (sandbox) => ({
    productId: placesIn(sandbox).course,
    sectionId: placesIn(sandbox).section('Old'),
    name: 'New',
    opensAfterDays: 7,
  }),
  'lesson.create': (sandbox) => ({ productId: placesIn(sandbox).course, title: 'One', content: '# Hello\n\nText.' }),
  'lesson.update': (sandbox) => ({
    productId: placesIn(sandbox).course,
    lessonId: placesIn(sandbox).lesson(),
    title: 'Better',
    content: '<h4>Deep</h4><p>Text.</p>',
    contentFormat: 'html',
    published: 'yes',
  }),
  'lesson.move': (sandbox) => {
    const { course, lesson, section } = placesIn(sandbox);
    return { productId: course, lessonId: lesson(), sectionId: section('There'), position: 1 };
  },
  'lesson.delete': (sandbox) => ({ productId: placesIn(sandbox).course, lessonId: placesIn(sandbox).lesson() }),
  'user.create': () => ({ email: 'new@example.com', name: 'New', permissions: ['course:enroll'] }),
  'user.update': (sandbox) => {
    sandbox.school.addUser({ email: 'old@example.com' });
    return { email: 'old@example.com', name: 'Old' };
  },
  'customer.find': (sandbox) => ({ productId: placesIn(sandbox).course, email: 'ada@example.com' }),
  'customer.progress': (sandbox) => ({ productId: placesIn(sandbox).course, email: 'ada@example.com' }),
  'product.find': () => ({ query: 'AI Foundations' }),
  'paymentPlan.find': (sandbox) => ({ productId: placesIn(sandbox).course, query: 'free' }),
  'section.find': (sandbox) => {
    placesIn(sandbox).section('Week 2');
    return { productId: placesIn(sandbox).course, query: 'week 2' };
  },
  'lesson.find': (sandbox) => {
    placesIn(sandbox).lesson();
    return { productId: placesIn(sandbox).course, query: 'EXTRA' };
  },
};
