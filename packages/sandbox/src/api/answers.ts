/** What goes back over the wire, before faults and sockets come into it. */

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'not_supported'
  | 'unprocessable_entity'
  | 'internal_error';

export function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** The error shape of all endpoints but `/api/user`. */
export function failure(status: number, code: ErrorCode, message: string): Answer {
  return json(status, { error: { code, message } });
}

export const unprocessable = (message: string): Answer => failure(422, 'unprocessable_entity', message);
export const notFound = (message: string): Answer => failure(404, 'not_found', message);
export const badRequest = (message: string): Answer => failure(400, 'bad_request', message);

export function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** The framework's own page for an address it does not know. */
export function pageNotFound(): Answer {
  return html(404, '<!DOCTYPE html><html><body>404: This page could not be found.</body></html>');
}

export function empty(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: '' };
}
