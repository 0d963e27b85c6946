import type { Field } from '@courselit-connector/core';
import { toInput } from './inputData.ts';
import { toInputFields } from './inputFields.ts';
import { dropdownKey, operationKey } from './keys.ts';
import { toOutputFields } from './outputFields.ts';
import { titleCase } from './words.ts';

describe('toInputFields', () => {
  const common = { key: 'one', label: 'One', help: 'Helps.' } as const;
  const base = { key: 'one', label: 'One', helpText: 'Helps.', required: false };
  const choices = [
    { value: 'a', label: 'An A' },
    { value: 'b', label: 'A B', description: 'the second' },
  ];
  const zapierChoices = [
    { value: 'a', sample: 'a', label: 'An A' },
    { value: 'b', sample: 'b', label: 'A B (the second)' },
  ];

  it.each<[Field, object]>([
    [
      { ...common, type: 'text', required: true },
      { ...base, type: 'string', required: true },
    ],
    [
      { ...common, type: 'text', example: 'Ann' },
      { ...base, type: 'string', placeholder: 'Ann' },
    ],
    [
      { ...common, type: 'longText' },
      { ...base, type: 'text' },
    ],
    [
      { ...common, type: 'richText' },
      { ...base, type: 'text' },
    ],
    [
      { ...common, type: 'boolean' },
      { ...base, type: 'boolean' },
    ],
    [
      { ...common, type: 'boolean', default: false },
      { ...base, type: 'boolean', default: 'false' },
    ],
    [
      { ...common, type: 'texts', example: 'vip' },
      { ...base, type: 'string', list: true, placeholder: 'vip' },
    ],
    [
      { ...common, type: 'choice', choices, default: 'a' },
      { ...base, type: 'string', choices: zapierChoices, default: 'a' },
    ],
    [
      { ...common, type: 'choices', choices },
      { ...base, type: 'string', list: true, choices: zapierChoices },
    ],
    [
      { ...common, type: 'reference', to: 'product' },
      { ...base, type: 'string', dynamic: 'product_list.id.name' },
    ],
    [
      { ...common, type: 'references', to: 'product' },
      { ...base, type: 'string', list: true, dynamic: 'product_list.id.name' },
    ],
  ])('%j', (field, expected) => {
    expect(toInputFields([field])).toEqual([expected]);
  });

  it.each<[Field, object]>([
    [
      { ...common, type: 'file', required: true },
      { ...base, type: 'file', required: true },
    ],
    [
      { ...common, type: 'json', example: '{}' },
      { ...base, type: 'text', placeholder: '{}' },
    ],
    [
      { ...common, type: 'pairs' },
      { ...base, type: 'string', dict: true },
    ],
  ])('%j', (field, expected) => {
    expect(toInputFields([field])).toEqual([expected]);
  });

  it('puts what must be known first', () => {
    expect(toInputFields([{ ...common, type: 'text' }], 'It sends a mail.')).toEqual([
      { key: 'notice', type: 'copy', helpText: 'It sends a mail.' },
      { ...base, type: 'string' },
    ]);
  });

  it('ties several sections to their product, too', () => {
    const [product, sections] = toInputFields([
      { ...common, key: 'productId', type: 'reference', to: 'product' },
      { ...common, key: 'sectionIds', type: 'references', to: 'section', within: 'productId' },
    ]);
    expect(product).toHaveProperty('altersDynamicFields', true);
    expect(sections).toMatchObject({ list: true, dynamic: 'section_list.id.name', dependsOn: ['productId'] });
  });

  it('ties a section to the product that it belongs to', () => {
    const [product, section] = toInputFields([
      { ...common, key: 'productId', type: 'reference', to: 'product' },
      { ...common, key: 'sectionId', type: 'reference', to: 'section', within: 'productId' },
    ]);
    expect(product).toHaveProperty('altersDynamicFields', true);
    expect(section).toMatchObject({ dynamic: 'section_list.id.name', dependsOn: ['productId'] });
  });
});

describe('toInput', () => {
  it('keeps what the fields are, empty or not, and nothing else', () => {
    const fields: Field[] = ['name', 'note', 'left'].map((key) => ({ key, type: 'text', label: key, help: '' }));
    expect(toInput(fields, { name: 'Ann', note: '', old: 1 })).toEqual({ name: 'Ann', note: '' });
    expect(toInput(fields, undefined)).toEqual({});
  });
});

describe('keys', () => {
  it('puts the verb first for an action, and the noun for a trigger', () => {
    expect(operationKey({ key: 'paymentPlan.setDefault', kind: 'action' })).toBe('set_default_payment_plan');
    expect(operationKey({ key: 'lesson.createFromFile', kind: 'action' })).toBe('create_media_lesson');
    expect(operationKey({ key: 'lesson.completed', kind: 'trigger' })).toBe('lesson_completed');
    expect(operationKey({ key: 'customer.enrolled', kind: 'trigger' })).toBe('new_customer');
    expect(dropdownKey('product')).toBe('product_list');
  });
});

describe('titleCase', () => {
  it.each([
    ['userId', 'User ID'],
    ['id', 'ID'],
    ['occurredAt', 'Occurred At'],
    ['mediaUrl', 'Media URL'],
    ['moreProductIds', 'More Product IDs'],
    ['membership_status', 'Membership Status'],
    ['Identity', 'Identity'],
  ])('%s is "%s"', (key, words) => {
    expect(titleCase(key)).toBe(words);
  });
});

describe('toOutputFields', () => {
  it('flattens what is nested, and types each value', () => {
    const sample = {
      id: 'x',
      count: 3,
      active: true,
      seenAt: '2026-11-21T00:45:00.000Z',
      nothing: null,
      customer: { email: 'a@example.com', address: { city: 'Bonn' } },
      product: { productId: 'p' },
      groupId: 'g',
      tags: ['a'],
      none: [],
      enrolments: [{ productId: 'p', active: true }],
    };
    expect(toOutputFields(sample)).toEqual([
      { key: 'id', label: 'ID', type: 'string' },
      { key: 'count', label: 'Count', type: 'number' },
      { key: 'active', label: 'Active', type: 'boolean' },
      { key: 'seenAt', label: 'Seen At', type: 'datetime' },
      { key: 'nothing', label: 'Nothing', type: 'string' },
      { key: 'customer__email', label: 'Customer Email', type: 'string' },
      { key: 'customer__address__city', label: 'Customer Address City', type: 'string' },
      { key: 'product__productId', label: 'Product ID', type: 'string' },
      { key: 'groupId', label: 'Section ID', type: 'string' },
      { key: 'tags', label: 'Tags', type: 'string', list: true },
      { key: 'none', label: 'None', type: 'string', list: true },
      {
        key: 'enrolments',
        label: 'Enrolments',
        children: [
          { key: 'productId', label: 'Product ID', type: 'string' },
          { key: 'active', label: 'Active', type: 'boolean' },
        ],
      },
    ]);
  });
});
