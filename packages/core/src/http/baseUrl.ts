import { invalidInput } from './errors.ts';

const EXAMPLE = 'https://school.example.com';
const MAX_LENGTH = 2000;

/** Blocks of addresses that never leave a private network: RFC 1918, RFC 3927, RFC 1122 loopback. */
function isPrivateIPv4(host: string): boolean {
  const parts = host.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !(part >= 0 && part <= 255))) return false;
  const [a, b] = parts as [number, number, number, number];
  return (
    a === 127 || a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254)
  );
}

/** Loopback, unique local (RFC 4193), link-local (RFC 4291), and private IPv4 written as IPv6. */
function isPrivateIPv6(host: string): boolean {
  const address = host.slice(1, -1);
  if (address === '::1' || /^f[cd]/.test(address) || /^fe[89ab]/.test(address)) return true;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (!mapped) return false;
  const [high, low] = [parseInt(mapped[1]!, 16), parseInt(mapped[2]!, 16)];
  return isPrivateIPv4([high >> 8, high & 255, low >> 8, low & 255].join('.'));
}

/**
 * True when plain http cannot cross the public internet on its way to this host: loopback, private addresses, names
 * of one label (a container's name) and the local-only domains of RFC 6761, RFC 6762 and RFC 9476.
 */
export function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPrivateIPv6(hostname);
  if (/^[\d.]+$/.test(hostname)) return isPrivateIPv4(hostname);
  const name = hostname.replace(/\.$/, '');
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name);
}

export interface BaseUrl {
  /** Normal form, without a slash at its end. */
  readonly href: string;
  readonly origin: string;
  readonly hostname: string;
}

/**
 * Reads a school's address as a person types it: spaces around it, a missing `https://`, a path, slashes at the end.
 * Throws `validation` for what is no address, holds a user or password, or would send the key over plain http in public.
 */
export function parseBaseUrl(input: string): BaseUrl {
  const refuse = (message: string, hint?: string) =>
    invalidInput('baseUrl', message, hint ?? `Give the school's own address, for example ${EXAMPLE}.`);
  const typed = typeof input === 'string' ? input.trim() : '';
  if (!typed) throw refuse('The base URL is missing.');
  if (typed.length > MAX_LENGTH) throw refuse(`The base URL is longer than ${MAX_LENGTH} characters.`);
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  let url: URL;
  try {
    url = new URL(hasScheme ? typed : `https://${typed}`);
  } catch {
    throw refuse('The base URL is not a web address.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(`The base URL starts with ${url.protocol}//, which is not a web address.`);
  }
  if (url.username || url.password)
    throw refuse('The base URL holds a user name or password.', 'Leave them out: the API key is all that is needed.');
  if (url.search || url.hash)
    throw refuse('The base URL holds a ? or #.', `Leave out everything after the address, for example ${EXAMPLE}.`);
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) {
    throw refuse(
      `The base URL uses http, so the API key would cross the internet unencrypted.`,
      `Use https://${url.host} instead. Plain http is only allowed for a school on this computer or a private network.`,
    );
  }
  return { href: url.origin + url.pathname.replace(/\/+$/, ''), origin: url.origin, hostname: url.hostname };
}

/** True when a URL has the school's own scheme, host and port, so that the key may go there. */
export function isSameOrigin(url: string, baseUrl: string): boolean {
  return URL.canParse(url) && URL.canParse(baseUrl) && new URL(url).origin === new URL(baseUrl).origin;
}
