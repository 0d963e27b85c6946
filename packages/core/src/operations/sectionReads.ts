/** The sections of a course as they are. The API reads no single one: that is what "Find Section" is for. */
import { sectionSchema } from '../api/sections.ts';
import { defineList } from './operation.ts';
import { productField } from './productField.ts';
import { SECTION_SAMPLE } from './samples.ts';

export const getSections = defineList({
  key: 'section.getAll',
  noun: 'section',
  label: 'Get Many Sections',
  description: 'Reads the sections of a course in their order.',
  input: [productField('The course whose sections to read.')],
  output: sectionSchema,
  sample: SECTION_SAMPLE,
  async *run(school, { productId }) {
    for (const section of await school.sections.list(productId)) yield { ...section };
  },
});
