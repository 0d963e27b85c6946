/** Any call of the API, for what has no operation of its own. */
import * as z from 'zod/mini';
import { readApiPath } from '../http/apiPath.ts';
import type { Client } from '../http/client.ts';
import { CourseLitError, hasCode } from '../http/errors.ts';
import type { Query } from '../http/path.ts';

/** The methods that the API has. */
export const RAW_METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type RawMethod = (typeof RAW_METHODS)[number];

export interface RawCall {
  readonly method: RawMethod;
  /** Below the school's own address, and within its API: `/api/products`. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

const rawAnswerSchema = z.object({ status: z.number(), body: z.unknown() });
export interface RawAnswer {
  readonly status: number;
  /** The parsed answer; null where it was empty. */
  readonly body: unknown;
}

/** Writes to one product must go one at a time, whoever makes them. */
function laneOf(path: string): string | undefined {
  const id = /^\/api\/products\/([^/]+)/.exec(path)?.[1];
  return id === undefined ? undefined : `product ${decodeURIComponent(id)}`;
}

/** A page that is not there tells a wrong address of the school, for any other call. Here the path may be what is wrong. */
function noSuchCall(error: unknown): unknown {
  if (!hasCode(error, 'not_a_school') || error.status !== 404) return error;
  return new CourseLitError({
    ...error,
    code: 'not_found',
    message: `There is no ${error.method} ${error.path}.`,
    hint: "Check the path against the API's documentation, and the base URL of the school.",
  });
}

export function rawApi(client: Client) {
  /**
   * Makes one call with the key of the school. Throws as every call does for an answer of 300 or more, and `validation`
   * for a path that could lead out of the school's API. Only a GET is ever repeated when it is not known whether it
   * was carried out: what another call does is not known here.
   */
  return async function request({ method, path: typed, query, body }: RawCall): Promise<RawAnswer> {
    const path = readApiPath('path', typed);
    const lane = method === 'GET' ? undefined : laneOf(path);
    const call = client.call({
      method,
      path,
      ...(query && { query }),
      ...(body && { body }),
      answer: rawAnswerSchema,
      withStatus: true,
      idempotent: method === 'GET',
      ...(lane !== undefined && { lane }),
    });
    const { status, body: answer } = await call.catch((error: unknown) => Promise.reject(noSuchCall(error)));
    return { status, body: answer ?? null };
  };
}
