import type { HttpResponse } from './transport.ts';

/** What a response body turned out to be. */
export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  /** A page: a proxy, a firewall, another web site, or an error page of the school's framework. */
  | { readonly kind: 'html'; readonly title: string | undefined }
  /** Neither: a broken or cut-off answer. */
  | { readonly kind: 'other' };

/** Keys that could reach an object's prototype when an answer is copied property by property. */
const dropUnsafeKeys = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

/** Reads a body by what it holds, not by what its content type claims: proxies mislabel. */
export function readBody(response: Pick<HttpResponse, 'body'>): Body {
  const { buffer, byteOffset, byteLength } = response.body;
  // Far quicker than a TextDecoder for the short answers that most are. `trim` also takes a byte order mark away.
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8').trim();
  if (text === '') return { kind: 'empty' };
  if (text.startsWith('<')) {
    const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1]?.trim();
    return { kind: 'html', title: title || undefined };
  }
  try {
    // A reviver costs time on every value, so it runs only where such a key may be written, escaped or not.
    const suspicious = text.includes('__proto__') || text.includes('\\u');
    return { kind: 'json', value: suspicious ? JSON.parse(text, dropUnsafeKeys) : JSON.parse(text) };
  } catch {
    return { kind: 'other' };
  }
}

/** The school's own words in an error body, and its code, in any of the shapes that it uses. */
export function errorIn(body: Body): { message?: string | undefined; code?: string | undefined } {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return {};
  const { error, message } = body.value as { error?: unknown; message?: unknown };
  if (typeof error === 'object' && error !== null) {
    const inner = error as { code?: unknown; message?: unknown };
    return { message: text(inner.message), code: text(inner.code) };
  }
  return { message: text(error) ?? text(message) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.trim().slice(0, 1000) : undefined;
}
