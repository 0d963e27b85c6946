/** For every operation of the catalogue but the triggers an input that works on the sandbox's demo school, so that each host can run each. */
import { createHash } from 'node:crypto';
import type { FileInput } from '../../packages/core/src/index.ts';
import type { Sandbox } from '../../packages/sandbox/src/index.ts';

/** The file of the inputs that have one: each host gives it in its own way. */
export const FILE = { fileName: 'Ownership ü.mp4', mimeType: 'video/mp4', bytes: Buffer.alloc(300_000, 'rust') };
export const FILE_HASH = createHash('sha256').update(FILE.bytes).digest('hex');

export const fileInput = (): FileInput => ({
  fileName: FILE.fileName,
  mimeType: FILE.mimeType,
  size: FILE.bytes.byteLength,
  open: async function* () {
    for (let at = 0; at < FILE.bytes.byteLength; at += 65_536) yield FILE.bytes.subarray(at, at + 65_536);
  },
});

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
  'product.delete': (sandbox) => ({ productId: placesIn(sandbox).draft }),
  'product.get': (sandbox) => ({ productId: placesIn(sandbox).course }),
  'product.getAll': () => ({ search: 'foundations' }),
  'product.unpublish': (sandbox) => ({ productId: placesIn(sandbox).course }),
  'paymentPlan.create': (sandbox) => ({
    productId: placesIn(sandbox).course,
    name: 'Rates',
    type: 'emi',
    amount: 10,
    installments: 12,
  }),
  'paymentPlan.update': (sandbox) => ({
    productId: placesIn(sandbox).course,
    planId: placesIn(sandbox).plan(),
    name: 'Once and for All',
    amount: 120,
    description: 'Everything.',
  }),
  'paymentPlan.get': (sandbox) => ({ productId: placesIn(sandbox).course, planId: placesIn(sandbox).plan() }),
  'paymentPlan.getAll': (sandbox) => ({ productId: placesIn(sandbox).course }),
  'paymentPlan.setDefault': (sandbox) => ({ productId: placesIn(sandbox).course, planId: placesIn(sandbox).plan() }),
  'paymentPlan.archive': (sandbox) => ({ productId: placesIn(sandbox).course, planId: placesIn(sandbox).plan() }),
  'section.create': (sandbox) => ({ productId: placesIn(sandbox).course, name: 'One More' }),
  'section.update': (sandbox) => ({
    productId: placesIn(sandbox).course,
    sectionId: placesIn(sandbox).section('Old'),
    name: 'New',
    opensAfterDays: 7,
  }),
  'section.reorder': (sandbox) => ({
    productId: placesIn(sandbox).course,
    sectionIds: [placesIn(sandbox).section('Now First')],
  }),
  'section.delete': (sandbox) => ({ productId: placesIn(sandbox).course, sectionId: placesIn(sandbox).section('Old') }),
  'section.getAll': (sandbox) => ({ productId: placesIn(sandbox).course }),
  'lesson.createFromFile': (sandbox) => ({
    productId: placesIn(sandbox).course,
    title: 'Watch',
    file: fileInput(),
    downloadable: true,
  }),
  'lesson.get': (sandbox) => ({ productId: placesIn(sandbox).course, lessonId: placesIn(sandbox).lesson() }),
  'lesson.getAll': (sandbox) => ({ productId: placesIn(sandbox).course }),
  'media.upload': () => ({ file: fileInput(), access: 'public', caption: 'A crab' }),
  'api.request': () => ({ method: 'GET', path: '/api/products', query: { search: 'foundations' } }),
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
  'customer.getAll': (sandbox) => ({ productId: placesIn(sandbox).course, search: 'ada', status: 'active' }),
  'customer.getProgress': (sandbox) => ({ productId: placesIn(sandbox).course, customerId: 'ada@example.com' }),
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
