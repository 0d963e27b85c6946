/** Puts an answer on the wire, or what a fault makes of it. */
import type { ServerResponse } from 'node:http';
import type { Answer } from '../api/answers.ts';
import type { Fault } from './plan.ts';

const ERROR_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const LOGIN_PAGE = '<!DOCTYPE html><html><head><title>Log in</title></head><body><form></form></body></html>';

/** The answer that a fault gives without asking the real server, if it is one of those. */
export function answerInstead(fault: Fault): Answer | undefined {
  if (fault.kind === 'html') return page(200, LOGIN_PAGE);
  if (fault.kind === 'redirect') return { status: fault.status ?? 302, headers: { location: fault.to }, body: '' };
  if (fault.kind === 'status') return statusAnswer(fault);
  return undefined;
}

function statusAnswer(fault: Extract<Fault, { kind: 'status' }>): Answer {
  const { retryAfter, body = 'empty' } = fault;
  const headers: Record<string, string> = { ...fault.headers };
  if (retryAfter !== undefined) {
    headers['retry-after'] = retryAfter instanceof Date ? retryAfter.toUTCString() : String(retryAfter);
  }
  const base = body === 'html' ? page(fault.status, ERROR_PAGE) : body === 'empty' ? undefined : asJson(fault, body);
  return {
    status: fault.status,
    headers: {
      ...base?.headers,
      ...(fault.contentType === undefined ? {} : { 'content-type': fault.contentType }),
      ...headers,
    },
    body: base?.body ?? '',
  };
}

function asJson(fault: { status: number }, body: string): Answer {
  return { status: fault.status, headers: { 'content-type': 'application/json' }, body };
}

function page(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** @param withBody false for HEAD: the headers tell of a body that does not follow */
export function send(response: ServerResponse, answer: Answer, withBody = true): void {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, ...lengthOf(answer, body) });
  response.end(withBody ? body : undefined);
}

function lengthOf(answer: Answer, body: Buffer): Record<string, string> {
  return answer.status === 204 || answer.status === 304 ? {} : { 'content-length': String(body.length) };
}

/** Sends a real answer in a broken way. False where the fault leaves the answer alone. */
export async function sendBroken(response: ServerResponse, answer: Answer, fault: Fault): Promise<boolean> {
  const body = Buffer.from(answer.body);
  switch (fault.kind) {
    case 'content-type':
      send(response, { ...answer, headers: { ...answer.headers, 'content-type': fault.value } });
      return true;
    case 'truncate': {
      const half = body.subarray(0, Math.floor(body.length / 2));
      const promised = fault.broken ? body.length : half.length;
      response.writeHead(answer.status, { ...answer.headers, 'content-length': String(promised) });
      if (fault.broken) response.write(half, () => response.socket?.destroy());
      else response.end(half);
      return true;
    }
    case 'drip':
      response.writeHead(answer.status, { ...answer.headers, 'content-length': String(body.length) });
      await drip(response, body, fault.bytes ?? 16, fault.ms ?? 20);
      return true;
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' });
      await flood(response, fault.bytes);
      return true;
    default:
      return false;
  }
}

async function drip(response: ServerResponse, body: Buffer, bytes: number, ms: number): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed; at += bytes) {
    response.write(body.subarray(at, at + bytes));
    await pause(ms, response);
  }
  response.end();
}

/** Valid JSON of a given size, made up as it goes: the sandbox itself must not hold it. */
async function flood(response: ServerResponse, bytes: number): Promise<void> {
  const block = Buffer.alloc(64 * 1024, 'x');
  response.write('{"data":"');
  for (let left = bytes; left > 0 && !response.destroyed; left -= block.length) {
    if (!response.write(left < block.length ? block.subarray(0, left) : block)) {
      await drained(response);
    }
  }
  response.end('"}');
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** Waits, but no longer than the connection lives. */
export function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.on('close', done);
  });
}
