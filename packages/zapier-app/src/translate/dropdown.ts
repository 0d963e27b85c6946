import {
  listReferences,
  referenceId,
  type ReferenceNoun,
  type ReferencePage,
  type School,
} from '@courselit-connector/core';
import type { Bundle, PlainInputField, Trigger, ZObject } from 'zapier-platform-core';
import { withSchool } from '../school.ts';
import { dropdownKey } from './keys.ts';
import { titleCase } from './words.ts';

interface Dropdown {
  readonly noun: ReferenceNoun;
  /** The field of the form that the list depends on. */
  readonly within?: { readonly field: string; readonly noun: ReferenceNoun };
}

const DROPDOWNS: readonly Dropdown[] = [
  { noun: 'product' },
  ...(['section', 'lesson', 'paymentPlan'] as const).map((noun) => ({
    noun,
    within: { field: 'productId', noun: 'product' as const },
  })),
];

/** The hidden triggers that fill dropdowns: a page at a time, as somebody asks for more. */
export const dropdowns: readonly Trigger[] = DROPDOWNS.map(toDropdown);

function toDropdown({ noun, within }: Dropdown): Trigger {
  return {
    key: dropdownKey(noun),
    noun: titleCase(noun),
    display: {
      label: `List of ${titleCase(noun)}s`,
      description: `Fills the dropdowns that ask for a ${titleCase(noun).toLowerCase()}.`,
      hidden: true,
    },
    operation: {
      type: 'polling',
      canPaginate: true,
      inputFields: within ? [dependency(within)] : [],
      perform: (z: ZObject, bundle: Bundle) =>
        withSchool(z, bundle, async (school) => {
          const productId = within && idOf(within, bundle.inputData[within.field]);
          const { options } = await pageOf(school, noun, productId, bundle.meta?.page ?? 0);
          return options.map(({ value, label, note }) => ({ id: value, name: note ? `${label} (${note})` : label }));
        }),
      sample: { id: 'xSdpd-IChlXX-_XuHyRKO', name: titleCase(noun) },
      outputFields: [
        { key: 'id', label: 'ID', type: 'string' },
        { key: 'name', label: 'Name', type: 'string' },
      ],
    },
  };
}

function dependency({ field, noun }: NonNullable<Dropdown['within']>): PlainInputField {
  return {
    key: field,
    label: titleCase(noun),
    type: 'string',
    required: true,
    dynamic: `${dropdownKey(noun)}.id.name`,
  };
}

/** The other field may hold what people may put there: an ID, or the address of a page. */
function idOf({ field, noun }: NonNullable<Dropdown['within']>, value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return referenceId({ key: field, label: titleCase(noun), to: noun }, value.trim());
}

/** Zapier counts pages from 0 and keeps nothing that could be relied on, so the way to a page starts at the first. */
async function pageOf(
  school: School,
  noun: ReferenceNoun,
  productId: string | undefined,
  page: number,
): Promise<ReferencePage> {
  let current = await listReferences(school, noun, { productId });
  for (let number = 0; number < page; number++) {
    if (current.next === undefined) return { options: [] };
    current = await listReferences(school, noun, { productId, cursor: current.next });
  }
  return current;
}
