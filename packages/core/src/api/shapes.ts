/**
 * How answers are read: unknown fields pass through, a missing optional field or a null is fine, and what the API
 * document leaves open (how a list or a thing is wrapped, what its ID is called) is taken in every usual form.
 */
import * as z from 'zod/mini';
import { invalidInput } from '../http/errors.ts';

/**
 * A field that may be missing or null. One of another type than the documented or observed is taken as missing: it is
 * no reason to call a thing failed that the school has done.
 */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(z.nullable(schema)), undefined as never);

/** A moment as ISO 8601, whether it comes as text or as milliseconds since 1970. */
export const moment = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => (typeof value === 'string' ? value : new Date(value).toISOString())),
);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list is observed as `{data: [...]}`; a bare array and the other usual wrappings are read as well. */
export function listOf<Schema extends z.ZodMiniType>(item: Schema) {
  return z.pipe(
    z.transform((body: unknown) => {
      if (!isObject(body)) return body;
      if (Array.isArray(body['data'])) return body['data'];
      const arrays = Object.values(body).filter(Array.isArray);
      return arrays.length === 1 ? arrays[0] : body;
    }),
    z.array(item),
  );
}

/** One thing is observed bare; `{data: {...}}` is read as well. `idKey` is filled from `id` or `_id` where it is missing. */
export function oneOf<Schema extends z.ZodMiniType>(schema: Schema, idKey?: string) {
  return z.pipe(
    z.transform((body: unknown) => {
      const inner = isObject(body) && isObject(body['data']) && Object.keys(body).length <= 2 ? body['data'] : body;
      if (!isObject(inner) || idKey === undefined || inner[idKey] !== undefined) return inner;
      const id = inner['id'] ?? inner['_id'];
      return typeof id === 'string' ? { ...inner, [idKey]: id } : inner;
    }),
    schema,
  );
}

/** A request as its endpoint takes it. Throws `validation` that names the first field that is wrong or not taken. */
export function checked<Schema extends z.ZodMiniType>(schema: Schema, input: z.input<Schema>): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    throw invalidInput(key, `The school takes no field "${key}" here.`, 'Leave it out.');
  }
  const field = issue?.path.join('.') ?? '';
  throw invalidInput(field, `"${field}" is not as the school takes it: ${issue?.message ?? 'invalid'}.`);
}
