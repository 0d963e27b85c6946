import * as z from 'zod/mini';
import { invalidInput } from '../http/errors.ts';
import { defineAction } from './operation.ts';

export const apiRequest = defineAction({
  key: 'api.request',
  noun: 'api',
  label: 'API Request',
  description: "Makes any call of the school's public API, for what no other operation does.",
  input: [
    {
      key: 'method',
      type: 'choice',
      choices: [
        { value: 'GET', label: 'GET', description: 'Read' },
        { value: 'POST', label: 'POST', description: 'Create or do' },
        { value: 'PATCH', label: 'PATCH', description: 'Change' },
        { value: 'DELETE', label: 'DELETE', description: 'Delete' },
      ],
      default: 'GET',
      label: 'Method',
      help: 'What to do.',
    },
    {
      key: 'path',
      type: 'text',
      label: 'Path',
      help: 'The path of the call, below the address of the school: it starts with `/api/`.',
      example: '/api/products',
      required: true,
    },
    { key: 'query', type: 'pairs', label: 'Query', help: 'Parameters for the query of the address.' },
    {
      key: 'body',
      type: 'json',
      label: 'Body',
      help: 'A JSON object to send with POST or PATCH.',
      example: '{"title": "AI Foundations", "type": "course"}',
    },
  ],
  output: z.object({ status: z.number(), body: z.unknown() }),
  // Every call answers with something else, so nothing is promised of it.
  sample: { status: 200, body: {} },
  notice:
    'It does what the call does, without the checks of the other operations. Nothing but a GET is made again when it fails.',
  async run(school, { method, path, query, body }) {
    if (body !== undefined && method === 'GET')
      throw invalidInput('body', 'A GET has no body.', 'Leave "Body" empty, or put the values into "Query".');
    return { ...(await school.request({ method, path, query, body })) };
  },
});
