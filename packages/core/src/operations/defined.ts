import { invalidInput } from '../http/errors.ts';

/** Without what is undefined: the API takes a field that is missing, and not one that is nothing. */
export function defined<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never;
}

/** Throws `validation` where nothing is filled in beside what is to be changed: there would be nothing to do. */
export function mustChange(changes: Readonly<Record<string, unknown>>): void {
  if (Object.values(changes).some((one) => one !== undefined)) return;
  const [first = ''] = Object.keys(changes);
  throw invalidInput(first, 'There is nothing to change.', 'Fill in at least one field.');
}
