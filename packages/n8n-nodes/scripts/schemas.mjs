import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The version of the node whose outputs these are, as n8n looks for it. */
const VERSION = 'v1.0.0';

/** The library that the core describes its outputs with. */
const { toJSONSchema } = createRequire(new URL('../../core/package.json', import.meta.url))('zod/mini');

/**
 * The JSON schema of an operation's sample: which fields there are, and of what type. Where the sample has none of a
 * thing, its type is that of the described output.
 */
export function schemaOf(sample, described) {
  if (sample === null) return { type: typeOf(described) };
  if (Array.isArray(sample))
    return { type: 'array', ...(sample.length > 0 && { items: schemaOf(sample[0], described?.items) }) };
  if (typeof sample !== 'object') return { type: typeof sample };
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(sample).map(([name, value]) => [name, schemaOf(value, described?.properties?.[name])]),
    ),
  };
}

/** Of something that may be null, what it is otherwise. */
function typeOf(described) {
  const types = [described, ...(described?.anyOf ?? [])].flatMap((one) => one?.type ?? []);
  return types.find((type) => type !== 'null') ?? 'null';
}

/**
 * Writes what each operation gives beside the built node, under `__schema__`, where n8n looks for it: people can map
 * the fields of a step before it has ever run. All of it is taken from the catalogue in the built core.
 */
export async function writeSchemas(dist) {
  const { actions, searches, reads, lists } = createRequire(import.meta.url)(join(dist, 'core.js'));
  const folder = join(dist, 'nodes/CourseLit/__schema__', VERSION);
  await Promise.all(
    [...actions, ...searches, ...reads, ...lists].map(async ({ key, noun, sample, output }) => {
      // n8n's users are told that a thing is deleted, and nothing else.
      const given = sample.deleted === true ? { deleted: true } : sample;
      const file = join(folder, noun, `${key.slice(key.indexOf('.') + 1)}.json`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(
        file,
        `${JSON.stringify({ ...schemaOf(given, toJSONSchema(output, { unrepresentable: 'any' })), version: 1 }, null, 2)}\n`,
      );
    }),
  );
}
