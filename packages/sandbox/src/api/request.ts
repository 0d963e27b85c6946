/** What a handler is given. */
import type { IncomingHttpHeaders } from 'node:http';
import type { MediaStore } from '../media/store.ts';
import type { School } from '../model/school.ts';

/** `observed`: as a real server answers. `documented`: as the API document lets expect, where the two differ. */
export type Mode = 'observed' | 'documented';

export type JsonObject = Record<string, unknown>;

export interface ApiRequest {
  method: string;
  /** The path as it came, still percent-encoded. */
  pathname: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  school: School;
  mode: Mode;
  media: MediaStore;
  /** The whole body as text. Not to be called where the body is too large: see `tooLarge`. */
  readBody: () => Promise<string>;
}

/** A request of an endpoint that takes a body. Endpoints that take none find an empty object here. */
export interface ReadRequest extends ApiRequest {
  body: JsonObject;
  /** The decoded variable parts of the path, in order. */
  params: readonly string[];
}

/** One mebibyte: the most a JSON body may hold, going by its content-length. */
export const MAX_BODY_BYTES = 1024 * 1024;

export function tooLarge(request: ApiRequest): boolean {
  return Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES;
}

export type ParsedBody = { body: JsonObject; problem?: undefined } | { body?: undefined; problem: string };

export async function parseBody(request: ApiRequest): Promise<ParsedBody> {
  let value: unknown;
  try {
    value = JSON.parse(await request.readBody());
  } catch {
    return { problem: 'Invalid JSON body' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'Request body must be a JSON object' };
  }
  return { body: value as JsonObject };
}

/** The first field that an endpoint does not take. */
export function unsupportedField(body: JsonObject, fields: readonly string[]): string | undefined {
  return Object.keys(body).find((key) => !fields.includes(key));
}
