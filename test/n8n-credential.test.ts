/** The key of a credential, which n8n gives to whichever node asks for it: HTTP Request, too. */
import { CourseLitApi } from '../packages/n8n-nodes/credentials/CourseLitApi.credentials.ts';
import type { IHttpRequestOptions } from '../packages/n8n-nodes/test/types.ts';

const KEY = 'sk-credential-0123456789';
const data = { baseUrl: ' https://school.example.com/base/ ', apiKey: ` ${KEY}\n`, domain: '' };
const authenticate = (options: object, changes: object = {}) =>
  new CourseLitApi().authenticate({ ...data, ...changes }, options as IHttpRequestOptions);

it.each([
  ['as nodes ask', { url: 'https://school.example.com/base/api/products' }, { disableFollowRedirect: true }],
  ['below a base', { baseURL: 'https://school.example.com', url: '/api' }, { disableFollowRedirect: true }],
  ['on its default port', { url: 'https://SCHOOL.example.com:443/' }, { disableFollowRedirect: true }],
  [
    'as HTTP Request asks',
    { uri: 'https://school.example.com/api', followRedirect: true, followAllRedirects: true },
    { followRedirect: false, followAllRedirects: false },
  ],
])('goes to the school: %s, and no redirect is followed', async (_how, options, followed) => {
  const headers = { accept: 'application/json' };
  expect(await authenticate({ ...options, headers })).toEqual({
    ...options,
    ...followed,
    headers: { ...headers, 'x-api-key': KEY },
  });
});

it.each([
  ['another host', { url: 'https://elsewhere.example.com/api' }, 'https://elsewhere.example.com'],
  [
    'another host, asked as HTTP Request asks',
    { uri: 'https://elsewhere.example.com/' },
    'https://elsewhere.example.com',
  ],
  ['another port', { url: 'https://school.example.com:8443/' }, 'https://school.example.com:8443'],
  ['plain http', { url: 'http://school.example.com/' }, 'http://school.example.com'],
  [
    'a host that begins like it',
    { url: 'https://school.example.com.evil.example' },
    'https://school.example.com.evil.example',
  ],
  ['a host behind its name', { url: 'https://school.example.com@evil.example/' }, 'https://evil.example'],
  [
    'a host without a scheme',
    { baseURL: 'https://school.example.com', url: '//evil.example/' },
    'https://evil.example',
  ],
  ['no address', { url: 'api/products' }, 'what is no web address'],
])('does not go to %s', async (_where, options, named) => {
  const given = { ...options };
  await expect(authenticate(given)).rejects.toMatchObject({
    message: `The key of https://school.example.com does not go to ${named}.`,
    description: 'With this credential, use addresses that start with https://school.example.com/base only.',
  });
  expect(given).toEqual(options);
});

it('does not cross the internet in the clear', async () => {
  const asked = authenticate({ url: 'http://school.example.com/' }, { baseUrl: 'http://school.example.com' });
  await expect(asked).rejects.toThrow('unencrypted');
});
