/** Bad input on every operation of the catalogue: refused by its name before any call, or answered in the school's words. */
import {
  actions,
  createSchool,
  isCourseLitError,
  lists,
  reads,
  runAction,
  runList,
  runRead,
  runSearch,
  searches,
  type CourseLitError,
  type Field,
  type Operation,
  type School,
} from '../packages/core/src/index.ts';
import { undiciTransport } from '../packages/core/src/http/undici.ts';
import { startSandbox, type Sandbox } from '../packages/sandbox/src/index.ts';
import { OPERATION_INPUTS } from './support/operationInputs.ts';

type Runnable = Exclude<Operation, { kind: 'trigger' }>;
const operations: readonly Runnable[] = [...actions, ...searches, ...reads, ...lists];

let sandbox: Sandbox;
let school: School;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' });
  const { url, key } = sandbox;
  school = createSchool({ baseUrl: url, transport: undiciTransport({ baseUrl: url, apiKey: key }), secrets: [key] });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

function run(operation: Runnable, input: Record<string, unknown>): Promise<unknown> {
  switch (operation.kind) {
    case 'action':
      return runAction(school, operation, input);
    case 'search':
      return runSearch(school, operation, input);
    case 'read':
      return runRead(school, operation, input);
    case 'list':
      return runList(school, operation, input);
  }
}

async function failure(operation: Runnable, input: Record<string, unknown>): Promise<CourseLitError> {
  const error: unknown = await run(operation, input).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isCourseLitError(error)) throw new Error(`${operation.key} gave no CourseLitError, but ${String(error)}`);
  // Whatever goes wrong says what it is and what to do, and no key.
  expect(error.message).toMatch(/\.$/);
  expect(error.hint).toMatch(/^[A-Z].*\.$/s);
  expect(error.message.length + error.hint.length).toBeLessThan(1500);
  expect(`${error.message} ${error.hint}`).not.toContain(sandbox.key);
  return error;
}

const good = (operation: Runnable) => ({ ...OPERATION_INPUTS[operation.key]?.(sandbox) });

/** Values that no field of a type takes. Where there are none, the field takes every text. */
const WRONG: Partial<Record<Field['type'], unknown[]>> = {
  text: [{ a: 1 }, ['a'], 'x'.repeat(10_001)],
  longText: [{ a: 1 }],
  richText: [[1], 'x'.repeat(2_000_001)],
  number: ['many', {}, NaN, Infinity, -1e9],
  date: ['someday', {}],
  boolean: ['perhaps', {}, 2],
  texts: [{}, [{}], Array.from({ length: 1001 }, (_, index) => `t${index}`)],
  choice: ['something else', {}, ['a']],
  choices: ['something else', [{}]],
  json: ['{', '[1]', 5],
  pairs: ['{', { a: { b: 1 } }],
  file: ['https://example.com/a.mp4', { name: 'a' }, 5],
  reference: [{}, 'https://school.example.com/nowhere', 'x'.repeat(10_001)],
  references: [{}, ['https://school.example.com/nowhere']],
};

describe.each(operations.map((one) => [one.key, one] as const))('%s', (_key, operation) => {
  it('takes no field that it does not have', async () => {
    expect(await failure(operation, { ...good(operation), creatorId: 'me' })).toMatchObject({
      code: 'validation',
      field: 'creatorId',
    });
    expect(sandbox.requestCount).toBe(0);
  });

  const required = operation.input.filter((field) => field.required);
  const missing = required.flatMap((field) =>
    ['', '  ', null, undefined].map((value) => [field.label, value, field] as const),
  );
  if (missing.length > 0)
    it.each(missing)('asks for %s where it is %j', async (label, value, field) => {
      const error = await failure(operation, { ...good(operation), [field.key]: value });
      expect(error).toMatchObject({ code: 'validation', field: field.key, message: `"${label}" is missing.` });
      expect(sandbox.requestCount).toBe(0);
    });

  const wrong = operation.input.flatMap((field) =>
    (WRONG[field.type] ?? []).map((value, index) => [field.label, index, field, value] as const),
  );
  if (wrong.length > 0)
    it.each(wrong)('refuses what %s cannot be (%#)', async (label, _index, field, value) => {
      const error = await failure(operation, { ...good(operation), [field.key]: value });
      expect(error).toMatchObject({ code: 'validation', field: field.key });
      expect(error.message).toContain(`"${label}"`);
      expect(sandbox.requestCount).toBe(0);
    });

  const references = operation.input.filter((field) => field.type === 'reference' || field.type === 'references');
  if (references.length > 0)
    it.each(
      references.flatMap((field) =>
        ['nothing', '../../user', '日本 & <b>?#', '..'].map((id) => [field.key, id] as const),
      ),
    )('says that %s leads nowhere, where it is %j', async (key, id) => {
      const error = await failure(operation, { ...good(operation), [key]: id });
      // Two of them cannot be the segment of a path, which is seen before any call.
      expect(id === '..' ? ['validation', 'not_found'] : ['not_found']).toContain(error.code);
      // No ID ever leads to another call than the one that was meant.
      for (const { path } of sandbox.requests) {
        expect(path).toMatch(/^\/api\/(products|media\/presigned)/);
        expect(path.split(/[/?]/)).not.toContain('..');
      }
    });
});
