import { isPrivateHost, isSameOrigin, parseBaseUrl } from './baseUrl.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['https://school.example.com', 'https://school.example.com'],
    ['https://school.example.com/', 'https://school.example.com'],
    ['https://school.example.com///', 'https://school.example.com'],
    ['https://school.example.com/learn', 'https://school.example.com/learn'],
    ['https://school.example.com/learn/', 'https://school.example.com/learn'],
    ['  https://School.Example.com:8443/a/b/  ', 'https://school.example.com:8443/a/b'],
    ['school.example.com', 'https://school.example.com'],
    ['HTTPS://SCHOOL.EXAMPLE.COM', 'https://school.example.com'],
    ['https://schüle.example', 'https://xn--schle-mva.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:4100/', 'http://127.0.0.1:4100'],
    ['http://[::1]:4100', 'http://[::1]:4100'],
    ['http://192.168.1.20', 'http://192.168.1.20'],
    ['http://courselit:3000', 'http://courselit:3000'],
  ])('reads %j', (typed, href) => {
    expect(parseBaseUrl(typed).href).toBe(href);
  });

  it.each([
    ['', 'missing'],
    ['   ', 'missing'],
    ['https://', 'not a web address'],
    ['not a url', 'not a web address'],
    ['ftp://school.example.com', 'ftp:'],
    ['javascript://school.example.com/%0aalert(1)', 'javascript:'],
    ['https://user:secret@school.example.com', 'user name or password'],
    ['https://school.example.com/?a=b', '? or #'],
    ['https://school.example.com/#top', '? or #'],
    ['http://school.example.com', 'unencrypted'],
    ['http://8.8.8.8', 'unencrypted'],
    ['http://127.0.0.1.example.com', 'unencrypted'],
    [`https://${'a'.repeat(3000)}.example`, 'longer than'],
  ])('refuses %j', (typed, reason) => {
    expect(() => parseBaseUrl(typed)).toThrow(
      expect.objectContaining({ code: 'validation', field: 'baseUrl', message: expect.stringContaining(reason) }),
    );
  });

  it('says which address to use instead of plain http', () => {
    expect(() => parseBaseUrl('http://school.example.com:8080/x')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('https://school.example.com:8080') }),
    );
  });
});

describe('isPrivateHost', () => {
  it.each([
    'localhost',
    '127.0.0.1',
    '127.9.9.9',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.1.1',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:7f00:1]',
    'app',
    'school.local',
    'school.internal',
    'a.localhost',
  ])('%s stays private', (host) => expect(isPrivateHost(host)).toBe(true));
  it.each([
    'example.com',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '11.0.0.1',
    '[2001:db8::1]',
    '[::ffff:808:808]',
    'localhost.example.com',
    '10.example.com',
  ])('%s is public', (host) => expect(isPrivateHost(host)).toBe(false));
});

it('knows its own origin by scheme, host and port', () => {
  const school = 'https://school.example.com/learn';
  expect(isSameOrigin('https://school.example.com/api/x', school)).toBe(true);
  expect(isSameOrigin('https://school.example.com:443/api/x', school)).toBe(true);
  expect(isSameOrigin('http://school.example.com/api/x', school)).toBe(false);
  expect(isSameOrigin('https://school.example.com:444/api/x', school)).toBe(false);
  expect(isSameOrigin('https://school.example.com.evil.example/api/x', school)).toBe(false);
  expect(isSameOrigin('https://school.example.com@evil.example/', school)).toBe(false);
  expect(isSameOrigin('nonsense', school)).toBe(false);
});
