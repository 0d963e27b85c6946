import { createSchool } from './school.ts';
import type { HttpRequest } from './http/transport.ts';

const connect = (options: { baseUrl?: string; domain?: string }) => {
  const sent: HttpRequest[] = [];
  const school = createSchool({
    baseUrl: 'https://school.example.com:8443/x',
    transport: async (request) => (
      sent.push(request),
      { status: 200, headers: {}, body: new TextEncoder().encode('{}') }
    ),
    ...options,
  });
  return { sent, school };
};

it.each([
  [undefined, 'school.example.com'],
  ['', 'school.example.com'],
  [' other.example ', 'other.example'],
  ['https://other.example/x', 'other.example'],
])('sends the domain %j as %s when it creates a user', async (domain, header) => {
  const { sent, school } = connect(domain === undefined ? {} : { domain });
  await school.users.create({ email: 'a@example.com' });
  expect(sent[0]?.headers).toMatchObject({ domain: header, 'content-type': 'application/json' });
});

it.each(['a b', 'x\r\nx-evil: 1', 'a\u0000b', 'ü.example', 'x'.repeat(300)])('refuses the domain %j', (domain) => {
  expect(() => connect({ domain })).toThrow(expect.objectContaining({ code: 'validation', field: 'domain' }));
});
