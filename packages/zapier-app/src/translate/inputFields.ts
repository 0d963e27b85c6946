import type { Choice, Field } from '@courselit-connector/core';
import type { FieldChoiceWithLabel, PlainInputField } from 'zapier-platform-core';
import { dropdownKey, searchFor } from './keys.ts';

/**
 * The form of an operation. What must be known before it is too late stands at its top.
 * @param afterOthers steps may come before it: where a thing is asked for, Zapier offers a step that finds it
 */
export function toInputFields(fields: readonly Field[], notice?: string, afterOthers = false): PlainInputField[] {
  const asked = fields.map((field) => ({
    ...toInputField(field),
    ...(afterOthers && foundBy(field)),
    ...altersOthers(field, fields),
  }));
  return notice === undefined ? asked : [{ key: NOTICE, type: 'copy', helpText: notice }, ...asked];
}

/** The key of the text that stands above a form. It holds no value. */
export const NOTICE = 'notice';

function toInputField(field: Field): PlainInputField {
  const { key, label, help: helpText } = field;
  return { key, label, helpText, required: field.required ?? false, ...translate(field) };
}

/** What Zapier calls the type of a field, and what else goes with that type. */
function translate(field: Field): Omit<PlainInputField, 'key'> {
  switch (field.type) {
    case 'text':
      return { type: 'string', ...placeholder(field.example) };
    case 'longText':
      return { type: 'text', ...placeholder(field.example) };
    case 'richText':
      return { type: 'text' };
    case 'number':
      return { type: field.whole ? 'integer' : 'number', ...placeholder(field.example?.toString()) };
    case 'date':
      return { type: 'datetime' };
    case 'boolean':
      return { type: 'boolean', ...defaultTo(field.default) };
    case 'texts':
      return { type: 'string', list: true, ...placeholder(field.example) };
    case 'choice':
      return { type: 'string', choices: field.choices.map(toChoice), ...defaultTo(field.default) };
    case 'choices':
      return { type: 'string', list: true, choices: field.choices.map(toChoice) };
    case 'json':
      return { type: 'text', ...placeholder(field.example) };
    case 'pairs':
      return { type: 'string', dict: true };
    case 'file':
      return { type: 'file' };
    case 'reference':
      return {
        type: 'string',
        dynamic: `${dropdownKey(field.to)}.id.name`,
        ...(field.within !== undefined && { dependsOn: [field.within] }),
      };
    case 'references':
      return {
        type: 'string',
        list: true,
        dynamic: `${dropdownKey(field.to)}.id.name`,
        ...(field.within !== undefined && { dependsOn: [field.within] }),
      };
  }
}

/** The search that finds a thing, for a field that holds one. */
function foundBy(field: Field): Pick<PlainInputField, 'search'> {
  const search = field.type === 'reference' ? searchFor(field.to) : undefined;
  return search === undefined ? {} : { search };
}

/** A product whose sections another field lists: choosing another one empties that field and loads it again. */
function altersOthers(field: Field, all: readonly Field[]): Pick<PlainInputField, 'altersDynamicFields'> {
  const alters = all.some((other) => 'within' in other && other.within === field.key);
  return alters ? { altersDynamicFields: true } : {};
}

function toChoice({ value, label, description }: Choice): FieldChoiceWithLabel {
  return { value, sample: value, label: description === undefined ? label : `${label} (${description})` };
}

function placeholder(example: string | undefined): Pick<PlainInputField, 'placeholder'> {
  return example === undefined ? {} : { placeholder: example };
}

/** Zapier writes every default as text. */
function defaultTo(value: string | boolean | undefined): Pick<PlainInputField, 'default'> {
  return value === undefined ? {} : { default: String(value) };
}
