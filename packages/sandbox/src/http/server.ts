/** A server on loopback: listens, logs, lets faults strike, and stops for good. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from '../api/answers.ts';
import { html } from '../api/answers.ts';
import type { Fault, FaultPlan, Target } from '../faults/plan.ts';
import { answerInstead, pause, send, sendBroken } from '../faults/send.ts';
import type { RequestLog, RequestLogEntry } from './requests.ts';

export interface ServedRequest {
  message: IncomingMessage;
  method: string;
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** The body's bytes. Breaks off where a fault says so. */
  body: AsyncIterable<Buffer>;
}

export interface ServerParts {
  target: Target;
  faults: FaultPlan;
  log: RequestLog;
  clock: () => number;
  /** Whether faults and the log concern this path. The sandbox's own page is spared. */
  counts: (pathname: string) => boolean;
  handle: (request: ServedRequest) => Promise<Answer>;
}

/** Thrown into a reader of the body when the connection broke. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

export class LoopbackServer {
  private readonly server: Server;
  private readonly parts: ServerParts;

  constructor(parts: ServerParts) {
    this.parts = parts;
    this.server = createServer((message, response) => {
      void this.serve(message, response);
    });
  }

  /** @returns the port: the given one, the next free one after it, or any free one for 0 */
  async listen(port: number, host: string): Promise<number> {
    const last = port === 0 ? 0 : Math.min(port + 100, 65_535);
    for (let candidate = port; ; candidate++) {
      try {
        return await this.listenOn(candidate, host);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || candidate >= last) throw error;
      }
    }
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private listenOn(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  private async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = message.url ?? '/';
    const method = message.method ?? 'GET';
    const [pathname = '/', search = ''] = split(url);
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    const counts = this.parts.counts(pathname);
    const { delay, fault } = counts
      ? this.parts.faults.take(this.parts.target, method, url)
      : { delay: 0, fault: undefined };
    const entry = counts
      ? this.parts.log.add({
          at: this.parts.clock(),
          target: this.parts.target,
          method,
          path: url,
          headers: { ...message.headers },
          ...(fault ? { fault: fault.kind } : delay > 0 ? { fault: 'latency' } : {}),
        })
      : undefined;
    try {
      if (delay > 0) await pause(delay, response);
      await this.respond(
        { message, method, pathname, search, body: readBytes(message, fault) },
        response,
        fault,
        entry,
      );
    } catch (error) {
      if (error instanceof ConnectionLost || response.destroyed) return;
      // A mistake of the sandbox itself must not pass for one of the real server's answers.
      process.stderr.write(`sandbox: ${method} ${pathname}: ${String((error as Error).stack)}\n`);
      if (!response.headersSent) send(response, html(500, '<html><body>The sandbox failed.</body></html>'));
      else response.destroy();
    }
  }

  private async respond(
    request: ServedRequest,
    response: ServerResponse,
    fault: Fault | undefined,
    entry: RequestLogEntry | undefined,
  ): Promise<void> {
    const { message } = request;
    const note = (answer: Answer) => {
      if (entry) entry.status = answer.status;
      return answer;
    };
    if (fault?.kind === 'reset' && fault.when === 'before') return breakOff(message);
    if (fault?.kind === 'hang' && !fault.after) return;
    const instead = fault && answerInstead(fault);
    const effectFirst = fault?.kind === 'status' && fault.after === true;
    if (instead && !effectFirst) {
      send(response, note(instead), request.method !== 'HEAD');
      message.resume();
      return;
    }

    if (entry) entry.processed = true;
    const real = await this.parts.handle(request);
    // What the handler did not read is read away, so that the connection can be used again.
    message.resume();
    if (fault?.kind === 'reset') return breakOff(message);
    if (fault?.kind === 'hang') return;
    const answer = note(instead ?? real);
    if (fault && !instead && (await sendBroken(response, answer, fault))) return;
    send(response, answer, request.method !== 'HEAD');
  }
}

function split(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
}

function breakOff(message: IncomingMessage): void {
  message.socket.resetAndDestroy();
}

async function* readBytes(message: IncomingMessage, fault: Fault | undefined): AsyncGenerator<Buffer> {
  let left = fault?.kind === 'reset' && fault.when === 'during' ? (fault.bytes ?? 0) : Number.POSITIVE_INFINITY;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      if (chunk.length >= left) {
        if (left > 0) yield chunk.subarray(0, left);
        breakOff(message);
        throw new ConnectionLost();
      }
      left -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ConnectionLost ? error : new ConnectionLost();
  }
}
