import type { PlainOutputField } from 'zapier-platform-core';
import { titleCase } from './words.ts';

type Json = Readonly<Record<string, unknown>>;

/** A moment as the school writes it. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What people know under another name than the school's API has for it. */
const KNOWN_AS: Readonly<Record<string, string>> = { groupId: 'Section ID', courseId: 'Product ID' };

/**
 * Names and types for what an operation gives, worked out from its sample: `customer.email` is "Customer Email". A
 * field of a field is written with `__`, as Zapier has it.
 */
export function toOutputFields(sample: Json, path: readonly string[] = []): PlainOutputField[] {
  return Object.entries(sample).flatMap(([name, value]) => toOutputField([...path, name], value));
}

function toOutputField(path: readonly string[], value: unknown): PlainOutputField[] {
  if (isObject(value)) return toOutputFields(value, path);
  const field = { key: path.join('__'), label: labelOf(path) };
  // A time that a sample has not may be there in other results.
  if (value === null && /At$/.test(field.key)) return [{ ...field, type: 'datetime' }];
  if (!Array.isArray(value)) return [{ ...field, type: typeOf(value) }];
  const [first] = value as unknown[];
  // Line items.
  if (isObject(first)) return [{ ...field, children: toOutputFields(first) }];
  return [{ ...field, type: typeOf(first), list: true }];
}

/** `customer.email` is "Customer Email", and `product.productId` needs no "Product" before its "Product ID". */
function labelOf(path: readonly string[]): string {
  return path.reduce((label, name) => {
    const word = KNOWN_AS[name] ?? titleCase(name);
    return label === '' || word.startsWith(`${label} `) ? word : `${label} ${word}`;
  }, '');
}

function typeOf(value: unknown): NonNullable<PlainOutputField['type']> {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' && ISO_TIME.test(value) ? 'datetime' : 'string';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
