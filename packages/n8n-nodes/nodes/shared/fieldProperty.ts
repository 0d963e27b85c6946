/** One field of the catalogue as one parameter of a node. */
import { REFERENCE_URL_PATTERNS, type Field, type ReferenceNoun } from '@courselit-connector/core';
import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';
import { loadMethod, searchMethod } from './references.ts';
import { description, nounTitle } from './wording.ts';

type FieldOf<Type extends Field['type']> = Extract<Field, { readonly type: Type }>;
type Shape = Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

export function fieldProperty(field: Field): INodeProperties {
  return {
    displayName: field.label,
    name: field.key,
    ...(field.required && { required: true }),
    description: description(field.help),
    ...shape(field),
  };
}

/**
 * Whether a field always stands in the form. What may be left out goes into a collection, but for the things and files
 * to work on, and for choices that mean something even when they are left alone.
 */
export function isAlwaysShown(field: Field): boolean {
  if (field.type === 'choice') return field.required === true || 'default' in field;
  return field.required === true || ['reference', 'file', 'json', 'pairs'].includes(field.type);
}

function shape(field: Field): Shape {
  switch (field.type) {
    case 'text':
      return { type: 'string', default: '', ...placeholder(field) };
    case 'longText':
      return { type: 'string', default: '', typeOptions: { rows: 4 }, ...placeholder(field) };
    case 'richText':
      return { type: 'string', default: '', typeOptions: { rows: 8 } };
    case 'number':
      return {
        type: 'number',
        default: field.min ?? 0,
        typeOptions: {
          ...(field.min !== undefined && { minValue: field.min }),
          ...(field.max !== undefined && { maxValue: field.max }),
          ...(field.whole && { numberPrecision: 0 }),
        },
      };
    case 'date':
      return { type: 'dateTime', default: '' };
    case 'boolean':
      return { type: 'boolean', default: field.default ?? false };
    case 'texts':
      return {
        type: 'string',
        default: '',
        description: `${field.help} Separate several with commas, or use an expression that gives a list.`,
        ...placeholder(field),
      };
    case 'choice':
      return { type: 'options', options: choices(field), default: field.default ?? firstValue(choices(field)) };
    case 'choices':
      return { type: 'multiOptions', options: choices(field), default: [] };
    case 'json':
      return { type: 'json', default: '', ...placeholder(field) };
    case 'pairs':
      return {
        type: 'fixedCollection',
        typeOptions: { multipleValues: true },
        placeholder: 'Add Parameter',
        default: {},
        options: [{ displayName: 'Parameter', name: PAIR, values: PAIR_FIELDS }],
      };
    case 'file':
      return {
        displayName: 'Input Data Field Name',
        type: 'string',
        default: 'data',
        placeholder: 'e.g. data',
        hint: 'The name of the input field that holds the file',
      };
    case 'reference':
      return locator(field);
    case 'references':
      return {
        type: 'multiOptions',
        typeOptions: {
          loadOptionsMethod: loadMethod(field.to),
          ...(field.within && { loadOptionsDependsOn: [`${field.within}.value`] }),
        },
        default: [],
        description: `${field.help} Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
      };
  }
}

function placeholder(field: { readonly example?: string }): Partial<INodeProperties> {
  return field.example === undefined ? {} : { placeholder: `e.g. ${field.example}` };
}

function choices(field: FieldOf<'choice' | 'choices'>): INodePropertyOptions[] {
  return field.choices.map(({ value, label, description: more }) => ({
    name: label,
    value,
    ...(more && { description: more }),
  }));
}

/** Where a fixed collection of names with values keeps them. */
export const PAIR = 'parameter';
const PAIR_FIELDS: INodeProperties[] = [
  { displayName: 'Name', name: 'name', type: 'string', default: '', placeholder: 'e.g. search' },
  { displayName: 'Value', name: 'value', type: 'string', default: '', placeholder: 'e.g. rust' },
];

const EXAMPLES: Record<ReferenceNoun, { url: string; id: string }> = {
  product: {
    url: 'https://school.example.com/dashboard/product/xSdpd-IChlXX-_XuHyRKO',
    id: 'xSdpd-IChlXX-_XuHyRKO',
  },
  section: {
    url: 'https://school.example.com/dashboard/product/xSdpd-IChlXX-_XuHyRKO/content/section/jPIj_Sbb5iSZU7xPemVWG',
    id: 'jPIj_Sbb5iSZU7xPemVWG',
  },
  lesson: {
    url: 'https://school.example.com/course/ai-foundations/xSdpd-IChlXX-_XuHyRKO/hg2E2yUD6AhlZY3kfJqcP',
    id: 'hg2E2yUD6AhlZY3kfJqcP',
  },
  paymentPlan: {
    url: 'https://school.example.com/dashboard/paymentplan/course/xSdpd-IChlXX-_XuHyRKO/edit/JXsyMdLfPtlz6TbOj79oW',
    id: 'JXsyMdLfPtlz6TbOj79oW',
  },
  customer: { url: 'https://school.example.com/dashboard/users/YdQ8WH-8zguMBigzTtYDt', id: 'YdQ8WH-8zguMBigzTtYDt' },
};

/** A reference is picked from a list, or given by the address of its page or by its ID. */
function locator({ to, within }: FieldOf<'reference'>): Shape {
  const regex = REFERENCE_URL_PATTERNS[to];
  return {
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    // A list that belongs to a product is read anew when another product is chosen.
    ...(within && { typeOptions: { loadOptionsDependsOn: [`${within}.value`] } }),
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: `Select a ${nounTitle(to).toLowerCase()}...`,
        typeOptions: { searchListMethod: searchMethod(to), searchable: true },
      },
      {
        displayName: 'By URL',
        name: 'url',
        type: 'string',
        placeholder: `e.g. ${EXAMPLES[to].url}`,
        extractValue: { type: 'regex', regex },
        validation: [
          {
            type: 'regex',
            properties: {
              // n8n wants the whole text to match here, so what may follow the ID is let in.
              regex: `${regex.replace(/^\^/, '')}(?:[/?#&].*)?`,
              errorMessage: `Not the address of a ${nounTitle(to).toLowerCase()}'s page`,
            },
          },
        ],
      },
      { displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${EXAMPLES[to].id}` },
      ...byEmail(to),
    ],
  };
}

/** A customer is known to other services by the address. */
function byEmail(to: ReferenceNoun): INodePropertyMode[] {
  if (to !== 'customer') return [];
  const named = { displayName: 'By Email', name: 'email' };
  return [{ ...named, type: 'string', placeholder: 'e.g. ann@example.com' }];
}

/** n8n wants a default for every choice: the first, where the catalogue names none. */
export function firstValue(options: readonly INodePropertyOptions[]): string {
  return String(options[0]?.value ?? '');
}
