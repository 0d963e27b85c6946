/** Zapier offers what the catalogue has, all of it and nothing else, in the form that Zapier asks of an app. */
import type { PlainInputField, PlainOutputField } from '../packages/zapier-app/test/types.ts';
import { actions, isOffered, lists, reads, searches, triggers, type Operation } from '../packages/core/src/index.ts';
import App from '../packages/zapier-app/src/index.ts';
import { operationKey } from '../packages/zapier-app/src/translate/keys.ts';

const whole: readonly Operation[] = [...actions, ...searches, ...reads, ...lists, ...triggers];
const operations = whole.filter((one) => isOffered(one, 'zapier'));
/** Fields that Zapier has beside those of the catalogue. */
const OWN = ['oncePerStudent'];
const polled = triggers.filter((one) => isOffered(one, 'zapier'));
const OFFERED = { action: App.creates, search: App.searches, trigger: App.triggers, read: {}, list: {} };
const offered = (operation: Operation) =>
  (OFFERED[operation.kind] as Partial<typeof App.creates & typeof App.searches & typeof App.triggers>)[
    operationKey(operation)
  ];
const fieldsOf = (operation: Operation) => (offered(operation)?.operation.inputFields ?? []) as PlainInputField[];
const inputOf = (operation: Operation) => fieldsOf(operation).filter((field) => field.type !== 'copy');
const sampleOf = (operation: Operation) =>
  (offered(operation)?.operation.sample ?? {}) as Readonly<Record<string, unknown>>;
/** Triggers of things of which a Zap may read more than a poll tells. */
const DETAILED = ['product.created', 'product.published', 'lesson.created', 'lesson.published'];
/** What a sample leaves open, and of what type it is. */
const NULL_IN_SAMPLES = [
  ['occurredAt', 'datetime'],
  ['details__mediaId', 'string'],
];
const outputOf = (operation: Operation) => (offered(operation)?.operation.outputFields ?? []) as PlainOutputField[];

describe('the catalogue in Zapier', () => {
  it('has these keys, which are stored in Zaps and never change', () => {
    expect(Object.fromEntries(operations.map((one) => [one.key, operationKey(one)]))).toEqual({
      'customer.invite': 'invite_customer',
      'product.create': 'create_product',
      'product.update': 'update_product',
      'product.publish': 'publish_product',
      'product.unpublish': 'unpublish_product',
      'product.delete': 'delete_product',
      'paymentPlan.create': 'create_payment_plan',
      'paymentPlan.update': 'update_payment_plan',
      'paymentPlan.setDefault': 'set_default_payment_plan',
      'paymentPlan.archive': 'archive_payment_plan',
      'section.create': 'create_section',
      'section.update': 'update_section',
      'section.reorder': 'reorder_sections',
      'section.delete': 'delete_section',
      'lesson.create': 'create_lesson',
      'lesson.createFromFile': 'create_media_lesson',
      'lesson.update': 'update_lesson',
      'lesson.move': 'move_lesson',
      'lesson.delete': 'delete_lesson',
      'media.upload': 'upload_media',
      'user.create': 'create_user',
      'user.update': 'update_user',
      'api.request': 'api_request',
      'customer.find': 'find_customer',
      'customer.progress': 'find_customer_progress',
      'product.find': 'find_product',
      'paymentPlan.find': 'find_payment_plan',
      'section.find': 'find_section',
      'lesson.find': 'find_lesson',
      'customer.enrolled': 'new_customer',
      'customer.statusChanged': 'customer_status_changed',
      'customer.stalled': 'student_stalled',
      'lesson.completed': 'lesson_completed',
      'section.completed': 'section_completed',
      'progress.reached': 'progress_reached',
      'course.completed': 'course_completed',
      'file.downloaded': 'file_downloaded',
      'product.created': 'new_product',
      'product.published': 'product_published',
      'lesson.created': 'new_lesson',
      'lesson.published': 'lesson_published',
    });
  });

  it('lacks these alone, for which a Zap has no step', () => {
    expect(whole.filter((one) => !operations.includes(one)).map((one) => one.key)).toEqual([
      'customer.getProgress',
      'product.get',
      'paymentPlan.get',
      'lesson.get',
      'customer.getAll',
      'product.getAll',
      'paymentPlan.getAll',
      'section.getAll',
      'lesson.getAll',
      'customer.removed',
      'product.unpublished',
      'lesson.removed',
    ]);
  });

  it('holds every operation, and beside them only hidden triggers', () => {
    const visible = Object.values(App.triggers).filter((trigger) => !trigger.display.hidden);
    expect(Object.keys(App.creates).sort()).toEqual(actions.map(operationKey).sort());
    expect(Object.keys(App.searches).sort()).toEqual(searches.map(operationKey).sort());
    expect(visible.map((trigger) => trigger.key).sort()).toEqual(polled.map(operationKey).sort());
  });

  describe.each(operations.map((operation) => [operation.key, operation] as const))('%s', (_key, operation) => {
    it('reads as the catalogue has it', () => {
      expect(offered(operation)?.display).toEqual({ label: operation.label, description: operation.description });
      const { details, ...sample } = sampleOf(operation) as { details?: unknown };
      expect(sample).toEqual(operation.sample);
      expect(details !== undefined).toBe(DETAILED.includes(operation.key));
    });

    it('asks for the same fields, and requires the same', () => {
      const asked = operation.input.map((field) => [field.key, field.label, field.help, field.required ?? false]);
      const shared = inputOf(operation).filter(({ key }) => !OWN.includes(key));
      expect(shared.map((field) => [field.key, field.label, field.helpText, field.required])).toEqual(asked);
    });

    it('says first what must be known before it is too late', () => {
      const notices = operation.notice ? [['notice', 'copy', operation.notice]] : [];
      const shown = fieldsOf(operation).filter((field) => field.type === 'copy');
      expect(shown.map((field) => [field.key, field.type, field.helpText])).toEqual(notices);
      expect(fieldsOf(operation).indexOf(shown[0] as PlainInputField)).toBe(notices.length - 1);
    });

    it('has a dropdown for every thing of the school that is picked', () => {
      const picked = operation.input.filter((field) => field.type === 'reference' || field.type === 'references');
      for (const { key } of picked) {
        const field = inputOf(operation).find((one) => one.key === key);
        const [trigger = '', id, name] = field?.dynamic?.split('.') ?? [];
        expect([id, name]).toEqual(['id', 'name']);
        expect(App.triggers[trigger]?.display.hidden).toBe(true);
      }
    });

    it('offers a search for every one thing that is picked, except where no step may come before', () => {
      for (const field of operation.input.filter((one) => one.type === 'reference')) {
        const { search } = inputOf(operation).find((one) => one.key === field.key) ?? {};
        const [key = '', id = ''] = search?.split('.') ?? [];
        if (operation.kind === 'trigger') expect(search).toBeUndefined();
        else expect(App.searches[key]?.operation.sample).toHaveProperty(id);
      }
    });

    it('hands a dropdown the field that it depends on, by the name that the dropdown knows', () => {
      for (const field of inputOf(operation).filter((one) => one.dependsOn)) {
        const trigger = App.triggers[field.dynamic?.split('.')[0] ?? ''];
        const known = (trigger?.operation.inputFields ?? []) as PlainInputField[];
        expect(known.map((one) => one.key)).toEqual(field.dependsOn);
        const others = inputOf(operation).filter((one) => field.dependsOn?.includes(one.key));
        expect(others.map((one) => one.altersDynamicFields)).toEqual([true]);
      }
    });

    it('names every part of its sample, by the type that it has', () => {
      const check = (fields: readonly PlainOutputField[], sample: Readonly<Record<string, unknown>>) => {
        for (const { key, label, type, list, children } of fields) {
          const value = key
            .split('__')
            .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], sample);
          expect(label).toMatch(/^[A-Z]/);
          if (children) {
            check(children, (value as Array<Record<string, unknown>>)[0] ?? {});
          } else if (list) {
            expect(value).toBeInstanceOf(Array);
          } else if (value === null) {
            expect(NULL_IN_SAMPLES).toContainEqual([key, type]);
          } else if (type === 'datetime') {
            expect(new Date(String(value)).toISOString()).toBe(value);
          } else {
            expect(typeof value).toBe(type);
          }
        }
      };
      check(outputOf(operation), sampleOf(operation));
      const named = new Set(outputOf(operation).map(({ key }) => key.split('__')[0]));
      const parts = Object.entries(sampleOf(operation)).filter(([, part]) => JSON.stringify(part) !== '{}');
      expect([...named]).toEqual(parts.map(([key]) => key));
    });
  });

  it('says what Zapier wants to read', () => {
    const key = App.authentication?.fields?.find((field) => field.key === 'apiKey');
    expect(key).toMatchObject({
      type: 'password',
      required: true,
      helpText: expect.stringMatching(/\[.+\]\(https:.+\)/),
    });
    expect(key?.helpText).toContain('Settings > Miscellaneous > API Keys');
    for (const trigger of polled) expect(trigger.description).toMatch(/^Triggers when .+\.$/);
    for (const search of searches) expect(search.description).toMatch(/^Finds .+\.$/);
    for (const { label } of operations) expect(label).toMatch(/^([A-Z][a-z]+|API)( ([A-Z][a-z]+|as))*$/);
    for (const trigger of polled) expect(trigger.sample).toHaveProperty('id');
    // A bare web address must stand in backticks or in a link.
    const texts = [
      ...operations.flatMap((one) => [one.description, ...one.input.map((field) => field.help)]),
      ...(App.authentication?.fields ?? []).map((field) => field.helpText ?? ''),
    ];
    for (const text of texts) expect(text).not.toMatch(/(?<![`(])https?:/);
  });
});

describe('what is not found can be created', () => {
  const pairs = Object.values(App.searchOrCreates ?? {});

  it('for customers, products, sections and lessons', () => {
    expect(pairs.map(({ search, create }) => [search, create])).toEqual([
      ['find_customer', 'invite_customer'],
      ['find_product', 'create_product'],
      ['find_section', 'create_section'],
      ['find_lesson', 'create_lesson'],
    ]);
  });

  it.each(pairs)(
    '$key: of operations that are there, under the key of its search',
    ({ key, search, create, display }) => {
      expect(key).toBe(search);
      expect(App.searchOrCreates?.[key]?.key).toBe(key);
      expect(App.searches[search]).toBeDefined();
      expect(App.creates[create]).toBeDefined();
      expect(display.label).toMatch(/^Find or [A-Z]/);
      expect(display.description).toMatch(/^Finds .+\.$/);
    },
  );
});
