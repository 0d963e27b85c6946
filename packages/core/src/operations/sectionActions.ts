import * as z from 'zod/mini';
import { pickSection, sectionSchema, type SectionChange } from '../api/sections.ts';
import { invalidInput } from '../http/errors.ts';
import { defined, mustChange } from './defined.ts';
import { defineAction } from './operation.ts';
import { productField } from './productField.ts';
import { SECTION_SAMPLE } from './samples.ts';

export const createSection = defineAction({
  key: 'section.create',
  noun: 'section',
  label: 'Create Section',
  description: 'Adds a section at the end of a course.',
  input: [
    productField('The course to add the section to. A download has one section only.'),
    {
      key: 'name',
      type: 'text',
      label: 'Name',
      help: 'The name of the section. A course has one section at most of a name.',
      example: 'Week 2',
      required: true,
    },
  ],
  output: sectionSchema,
  sample: SECTION_SAMPLE,
  run: async (school, { productId, name }) => ({ ...(await school.sections.create(productId, { name })) }),
});

export const updateSection = defineAction({
  key: 'section.update',
  noun: 'section',
  label: 'Update Section',
  description: 'Renames a section, or sets when it opens to customers.',
  input: [
    productField('The course that the section belongs to.'),
    {
      key: 'sectionId',
      type: 'reference',
      to: 'section',
      within: 'productId',
      label: 'Section',
      help: 'The section to change, by its ID or its name. What is left empty below stays as it is.',
      required: true,
    },
    { key: 'name', type: 'text', label: 'Name', help: 'The new name.', example: 'Week two' },
    {
      key: 'opensAfterDays',
      type: 'number',
      whole: true,
      min: 0,
      label: 'Opens After Days',
      help: 'How many days after enrolling a customer can open the section.',
      example: 7,
    },
    {
      key: 'opensOn',
      type: 'date',
      label: 'Opens On',
      help: 'When the section opens to all customers, in place of a number of days.',
    },
  ],
  output: sectionSchema,
  sample: { ...SECTION_SAMPLE, drip: { type: 'relative-date', days: 7, active: true } },
  async run(school, { productId, sectionId, name, opensAfterDays, opensOn }) {
    if (opensAfterDays !== undefined && opensOn !== undefined) {
      throw invalidInput(
        'opensOn',
        'A section opens after days or on a date, not both.',
        'Leave one of the two empty.',
      );
    }
    mustChange({ name, opensAfterDays, opensOn });
    const drip: SectionChange['drip'] =
      opensOn !== undefined
        ? { type: 'exact-date', date: opensOn }
        : opensAfterDays !== undefined
          ? { type: 'relative-date', days: opensAfterDays }
          : undefined;
    const section = await school.sections.find(productId, sectionId);
    return { ...(await school.sections.update(productId, section.sectionId, defined({ name, drip }))) };
  },
});

export const deleteSection = defineAction({
  key: 'section.delete',
  noun: 'section',
  label: 'Delete Section',
  description: 'Deletes a section of a course for good, once it has no lessons.',
  input: [
    productField('The course that the section belongs to.'),
    {
      key: 'sectionId',
      type: 'reference',
      to: 'section',
      within: 'productId',
      label: 'Section',
      help: 'The section to delete, by its ID or its name. It must have no lessons: move or delete them first.',
      required: true,
    },
  ],
  output: z.looseObject({ sectionId: z.string(), deleted: z.boolean() }),
  sample: { sectionId: 'V__0asxPaNT0NJ22moCac', deleted: true },
  notice: 'A deleted section cannot be brought back.',
  async run(school, { productId, sectionId: idOrName }) {
    // The school answers the same for a section that never was (observed): a wrong ID must not look like a deletion.
    const { sectionId } = await school.sections.find(productId, idOrName);
    await school.sections.delete(productId, sectionId);
    return { sectionId, deleted: true };
  },
});

export const reorderSections = defineAction({
  key: 'section.reorder',
  noun: 'section',
  label: 'Reorder Sections',
  description: 'Puts the sections of a course in another order.',
  input: [
    productField('The course whose sections to put in order.'),
    {
      key: 'sectionIds',
      type: 'references',
      to: 'section',
      within: 'productId',
      label: 'Sections',
      help: 'The sections in their new order, by ID or name. Those that are not named follow, in the order that they have.',
      required: true,
    },
  ],
  output: z.looseObject({ productId: z.string(), sections: z.array(sectionSchema) }),
  sample: {
    productId: 'xSdpd-IChlXX-_XuHyRKO',
    sections: [{ sectionId: 'V__0asxPaNT0NJ22moCac', name: 'Week 2' }],
  },
  async run(school, { productId, sectionIds }) {
    const sections = await school.sections.list(productId);
    const first = sectionIds.map((idOrName) => pickSection(sections, idOrName).sectionId);
    const order = [...new Set([...first, ...sections.map((one) => one.sectionId)])];
    return { productId, sections: await school.sections.reorder(productId, order) };
  },
});
