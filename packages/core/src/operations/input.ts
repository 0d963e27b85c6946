/** From what a host hands over to what an operation works with: trimmed, of the right type, complete, or refused. */
import { invalidInput, isCourseLitError } from '../http/errors.ts';
import { readEmail } from './email.ts';
import type { Field } from './fields.ts';
import { readFile } from './file.ts';
import { referenceId } from './references.ts';

/** Long enough for any title; what is longer is a mapping gone wrong. */
const MAX_TEXT = 10_000;
const MAX_LONG_TEXT = 2_000_000;
const MAX_ITEMS = 1000;

/**
 * Reads an operation's input by its fields. Throws `validation` that names the field by its label. An empty text
 * counts as not given: hosts send one for a field that was left alone.
 */
export function readInput(fields: readonly Field[], raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = new Set(fields.map((field) => field.key));
  const stranger = Object.keys(raw).find((key) => !known.has(key) && raw[key] !== undefined);
  if (stranger !== undefined)
    throw invalidInput(stranger, `There is no field "${stranger}".`, `The fields are ${[...known].join(', ')}.`);

  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const value = isEmpty(raw[field.key]) ? undefined : readValue(field, raw[field.key]);
    if (value !== undefined && !isEmpty(value)) input[field.key] = value;
    else if (field.required)
      throw invalidInput(field.key, `"${field.label}" is missing.`, `Fill in "${field.label}". ${field.help}`);
    else if ('default' in field && field.default !== undefined) input[field.key] = field.default;
  }
  return input;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

function readValue(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'text':
      return field.format === 'email' ? readEmail(field, value) : readText(field, value, MAX_TEXT).trim();
    case 'richText':
      // A document as JSON may be mapped as the object that it is.
      return readText(field, isPlainObject(value) ? JSON.stringify(value) : value, MAX_LONG_TEXT);
    case 'longText':
      return readText(field, value, MAX_LONG_TEXT);
    case 'number':
      return readNumber(field, value);
    case 'date':
      return readDate(field, value);
    case 'boolean':
      return readBoolean(field, value);
    case 'texts':
      return readList(field, value);
    case 'choice':
      return readChoice(field, value);
    case 'choices':
      return readList(field, value).map((one) => readChoice(field, one));
    case 'json':
      return readJson(field, value);
    case 'pairs':
      return readPairs(field, value);
    case 'file':
      return readFile(field, value);
    case 'reference':
      return referenceId(field, readText(field, value, MAX_TEXT).trim());
    case 'references':
      return readList(field, value).map((one) => referenceId(field, one));
  }
}

/** Numbers pass as text: a mapped title may be "2026". */
function readText(field: Field, value: unknown, longest: number): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string')
    throw invalidInput(field.key, `"${field.label}" must be text, but is ${kindOf(value)}.`);
  if (text.length > longest)
    throw invalidInput(
      field.key,
      `"${field.label}" is longer than ${longest.toLocaleString('en')} characters.`,
      'Shorten it, or split it up.',
    );
  return text;
}

function readNumber(field: Extract<Field, { type: 'number' }>, value: unknown): number {
  const number = typeof value === 'number' ? value : Number(readText(field, value, MAX_TEXT).trim().replace(',', '.'));
  const { min = -Infinity, max = Infinity, whole = false } = field;
  if (Number.isFinite(number) && number >= min && number <= max && (!whole || Number.isInteger(number))) return number;
  const kind = whole ? 'a whole number' : 'a number';
  const range = max < Infinity ? ` from ${min} to ${max}` : min > -Infinity ? ` of ${min} or more` : '';
  throw invalidInput(field.key, `"${field.label}" must be ${kind}${range}, but is "${String(value).slice(0, 50)}".`);
}

/** ISO 8601, milliseconds since 1970, or another form that is clear. Gives ISO 8601 in UTC. */
function readDate(field: Field, value: unknown): string {
  const typed = typeof value === 'number' ? value : readText(field, value, MAX_TEXT).trim();
  const date = new Date(typed);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw invalidInput(
    field.key,
    `"${field.label}" is not a date: "${String(value).slice(0, 50)}".`,
    'Give it like 2030-01-31T09:00:00Z.',
  );
}

function readBoolean(field: Field, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const word = String(value).trim().toLowerCase();
  if (['true', 'yes', '1', 'on'].includes(word)) return true;
  if (['false', 'no', '0', 'off'].includes(word)) return false;
  throw invalidInput(field.key, `"${field.label}" must be yes or no, but is "${word.slice(0, 50)}".`);
}

/** A list, or one text with commas or line breaks between its items, as mapped fields often are. Each item once. */
function readList(field: Field, value: unknown): string[] {
  const items = (Array.isArray(value) ? value : readText(field, value, MAX_LONG_TEXT).split(/[,\n]/)).map((one) =>
    readText(field, one ?? '', MAX_TEXT).trim(),
  );
  const unique = [...new Set(items.filter((one) => one !== ''))];
  if (unique.length > MAX_ITEMS) throw invalidInput(field.key, `"${field.label}" has more than ${MAX_ITEMS} items.`);
  return unique;
}

/** An object, or its JSON. */
function readJson(field: Field, value: unknown): Readonly<Record<string, unknown>> {
  let read = value;
  if (typeof value === 'string') {
    try {
      read = JSON.parse(readText(field, value, MAX_LONG_TEXT));
    } catch (error) {
      if (isCourseLitError(error)) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw invalidInput(
        field.key,
        `"${field.label}" is not JSON: ${why.slice(0, 200)}.`,
        'Give it like {"name": "Ann"}.',
      );
    }
  }
  if (isPlainObject(read)) return read as Readonly<Record<string, unknown>>;
  throw invalidInput(
    field.key,
    `"${field.label}" must be a JSON object, but is ${kindOf(read)}.`,
    'Give it like {"name": "Ann"}.',
  );
}

/** Names with their texts; a name without a text is left out. */
function readPairs(field: Field, value: unknown): Readonly<Record<string, string | string[]>> {
  const pairs = Object.entries(readJson(field, value)).filter(([name, one]) => name.trim() !== '' && !isEmpty(one));
  if (pairs.length > MAX_ITEMS) throw invalidInput(field.key, `"${field.label}" has more than ${MAX_ITEMS} items.`);
  const texts = (one: unknown) =>
    Array.isArray(one) ? one.map((text) => readText(field, text, MAX_TEXT)) : readText(field, one, MAX_TEXT);
  return Object.fromEntries(pairs.map(([name, one]) => [name.trim(), texts(one)]));
}

function readChoice(field: Field & { type: 'choice' | 'choices' }, value: unknown): string {
  const word = readText(field, value, MAX_TEXT).trim().toLowerCase();
  const choice = field.choices.find((one) => one.value.toLowerCase() === word || one.label.toLowerCase() === word);
  if (choice) return choice.value;
  throw invalidInput(
    field.key,
    `"${field.label}" cannot be "${word.slice(0, 50)}".`,
    `Use one of: ${field.choices.map((one) => one.value).join(', ')}.`,
  );
}

const isPlainObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : typeof value;
}
