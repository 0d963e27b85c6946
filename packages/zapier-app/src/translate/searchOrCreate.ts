/** Zapier's pairs of a search and an action: what is not found is created. */
import type { SearchOrCreate } from 'zapier-platform-core';

interface Pair {
  /** Keys of the catalogue's operations, as Zapier stores them. A pair goes by the key of its search. */
  readonly search: string;
  readonly create: string;
  readonly label: string;
  readonly description: string;
}

const PAIRS: readonly Pair[] = [
  {
    search: 'find_customer',
    create: 'invite_customer',
    label: 'Find or Invite Customer',
    description: 'Finds a customer of a product by e-mail address, and invites whoever is none yet.',
  },
  {
    search: 'find_product',
    create: 'create_product',
    label: 'Find or Create Product',
    description: 'Finds a product, and creates a draft where there is none.',
  },
  {
    search: 'find_section',
    create: 'create_section',
    label: 'Find or Create Section',
    description: 'Finds a section of a course, and adds one where there is none.',
  },
  {
    search: 'find_lesson',
    create: 'create_lesson',
    label: 'Find or Create Text Lesson',
    description: 'Finds a lesson of a course, and adds a text lesson where there is none.',
  },
];

export const searchOrCreates: Readonly<Record<string, SearchOrCreate>> = Object.fromEntries(
  PAIRS.map(({ search, create, label, description }) => [
    search,
    { key: search, display: { label, description }, search, create },
  ]),
);
