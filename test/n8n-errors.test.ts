/** From the connector's errors to n8n's. */
import { CourseLitError, ERROR_CODES, invalidInput } from '../packages/core/src/index.ts';
import { errorItem, toNodeError } from '../packages/n8n-nodes/nodes/shared/errors.ts';

const node = {
  id: 'id',
  name: 'CourseLit',
  type: 'n8n-nodes-courselit.courseLit',
  typeVersion: 1,
  position: [0, 0] as [number, number],
  parameters: {},
};
const answered = (details: Partial<ConstructorParameters<typeof CourseLitError>[0]> = {}) =>
  new CourseLitError({ code: 'unavailable', message: 'It is down.', method: 'GET', status: 503, ...details });

it.each(ERROR_CODES)('%s: the message says what happened, the description what to do', (code) => {
  const error = answered({ code, message: 'What happened.', hint: 'What to do.' });
  expect(toNodeError(node, error, 3)).toMatchObject({
    name: 'NodeApiError',
    message: 'What happened.',
    description: 'What to do.',
    httpCode: '503',
    context: { itemIndex: 3 },
  });
});

it('what was refused before any call is an error of the operation', () => {
  expect(toNodeError(node, invalidInput('email', 'No address.', 'Give one.'), 0)).toMatchObject({
    name: 'NodeOperationError',
    message: 'No address.',
    description: 'Give one.',
    context: { itemIndex: 0 },
  });
});

it('what had no answer has no status', () => {
  const { httpCode } = toNodeError(node, answered({ code: 'network', status: undefined })) as { httpCode?: unknown };
  expect(httpCode).toBeNull();
});

it.each([
  ['rate_limited', 'rate-limited'],
  ['unavailable', 'temporarily-unavailable'],
  ['timeout', 'temporarily-unavailable'],
  ['network', 'temporarily-unavailable'],
  ['auth', 'credential-invalid'],
  ['not_found', 'configuration-invalid'],
  ['not_a_school', 'configuration-invalid'],
  ['redirected', 'configuration-invalid'],
] as const)('%s is declared as %s, with the wait that is asked for', (code, cause) => {
  expect(toNodeError(node, answered({ code, retryAfterMs: 5000 })).failure).toEqual({ cause, retryAfterMs: 5000 });
  expect(toNodeError(node, answered({ code })).failure).toEqual({ cause });
});

it('keeps its words where n8n would put others in their place', () => {
  const message = 'The school says: no product "How ENOENT and ECONNREFUSED differ".';
  expect(toNodeError(node, answered({ message })).message).toBe(message);
  expect(toNodeError(node, invalidInput('title', message)).message).toBe(message);
});

it("leaves n8n's own errors as they are, and takes any other as one", () => {
  const own = toNodeError(node, answered());
  expect(toNodeError(node, own, 1)).toBe(own);
  expect(toNodeError(node, new TypeError('x is not a function'), 2)).toMatchObject({
    name: 'NodeOperationError',
    message: 'x is not a function',
    context: { itemIndex: 2 },
  });
  expect(toNodeError(node, 'odd').message).toBe('odd');
});

it('an item in place of a result holds one text, and nothing else', () => {
  expect(errorItem(toNodeError(node, answered({ hint: 'Wait.' })), 4)).toEqual({
    json: { error: 'It is down. Wait.' },
    pairedItem: { item: 4 },
  });
});
