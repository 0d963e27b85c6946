/**
 * What a step gives, next to its sample and its output fields: a Zap is built on those, so a key that is missing in a
 * result leaves a field of a later step empty (Zapier's checks T004 and T005, which it makes of live runs).
 */
import { at, isObject, missingKeys, nameOf, type Mismatch } from '../../../../test/support/mismatch.ts';
import { outputFieldsOf, type OutputField, type Step } from './definition.ts';

export type { Mismatch };

const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/;

/** By ISO 8601, with a time zone where there is a time, and a day that there is. */
export function isIsoDate(text: string): boolean {
  if (!ISO_DATE.test(text)) return false;
  // Of a month, JavaScript takes 31 days always, and goes on in the next one.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && day.toISOString().startsWith(text.slice(0, 10));
}

export interface Promised {
  readonly sample: unknown;
  readonly outputFields: readonly OutputField[];
}

/** What a step of the app says that it gives. Throws where there is no such step, or it has no sample. */
export function promisedBy(step: Step | undefined): Promised {
  if (!isObject(step?.operation.sample)) throw new Error(`There is no sample of ${step?.key ?? 'a step'}.`);
  return { sample: step.operation.sample, outputFields: outputFieldsOf(step) };
}

/**
 * Everything in which a result differs from what was promised. Null is a value: it stands where the school has none. A
 * list may be empty; each of its items has the keys of the sample's first.
 */
export function mismatches(result: unknown, promised: Promised): Mismatch[] {
  if (!isObject(result)) return [{ path: '', problem: `It is ${nameOf(result)}, not an object.` }];
  return [...missingKeys(result, promised.sample), ...typeMismatches(result, promised.outputFields)];
}

/** What the output fields require and is not there, and what is of another type than they say. */
export function typeMismatches(result: unknown, fields: readonly OutputField[], path = ''): Mismatch[] {
  return fields.flatMap((field) => {
    const value = valueAt(result, field.key);
    const place = at(path, field.key.replaceAll('__', '.'));
    if (value === undefined) return field.required ? [{ path: place, problem: 'It is required, and not there.' }] : [];
    if (value === null) return [];
    if (field.children === undefined && field.list !== true) return ofType(value, field, place);
    if (!Array.isArray(value)) return [{ path: place, problem: `It is ${nameOf(value)}, not a list.` }];
    return value.flatMap((item, number) =>
      field.children === undefined
        ? ofType(item, field, at(place, number))
        : typeMismatches(item, field.children, at(place, number)),
    );
  });
}

/** A field of a field is written with `__`. */
function valueAt(result: unknown, key: string): unknown {
  return key.split('__').reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), result);
}

function ofType(value: unknown, { type = 'string' }: OutputField, path: string): Mismatch[] {
  return fits(value, type) ? [] : [{ path, problem: `It is ${nameOf(value)}, not ${type}: ${JSON.stringify(value)}.` }];
}

function fits(value: unknown, type: string): boolean {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'datetime':
      return typeof value === 'string' && isIsoDate(value);
    default:
      return typeof value === 'string';
  }
}
