/** What a step gives, next to what it promises: a later step is built on the promise, and a key that is missing stays empty there. */

export interface Mismatch {
  /** `enrolments.0.productId`. */
  readonly path: string;
  readonly problem: string;
}

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The path of what is under this key. */
export const at = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);

export const nameOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;

/** What the sample has and the result has not, however deep. A list may be empty; each of its items has the keys of the sample's first. */
export function missingKeys(result: unknown, sample: unknown, path = ''): Mismatch[] {
  if (Array.isArray(sample)) {
    if (!Array.isArray(result)) return [{ path, problem: `It is ${nameOf(result)}, and in the sample a list.` }];
    const [first] = sample as unknown[];
    return isObject(first) ? result.flatMap((item, place) => missingKeys(item, first, at(path, place))) : [];
  }
  if (!isObject(sample)) return [];
  if (!isObject(result)) return [{ path, problem: `It is ${nameOf(result)}, and in the sample an object.` }];
  return Object.entries(sample).flatMap(([key, part]) =>
    Object.hasOwn(result, key)
      ? missingKeys(result[key], part, at(path, key))
      : [{ path: at(path, key), problem: 'The sample has it, and the result has not.' }],
  );
}

/** As much of a JSON schema as n8n's previews of an output have. */
export interface OutputSchema {
  readonly type: string;
  readonly properties?: Readonly<Record<string, OutputSchema>>;
  readonly items?: OutputSchema;
}

/** What has another type than the schema says, however deep. Null is a value: it stands where the school has none. */
export function wrongTypes(result: unknown, schema: OutputSchema, path = ''): Mismatch[] {
  if (result === undefined || result === null) return [];
  const type = Array.isArray(result) ? 'array' : typeof result;
  if (type !== schema.type) return [{ path, problem: `It is ${nameOf(result)}, not ${schema.type}.` }];
  if (Array.isArray(result)) {
    const { items } = schema;
    return items ? result.flatMap((item, place) => wrongTypes(item, items, at(path, place))) : [];
  }
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) =>
    wrongTypes((result as Json)[key], part, at(path, key)),
  );
}
