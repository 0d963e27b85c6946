import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Answer {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
  /** Sends in pieces, and hangs up after the first. */
  readonly broken?: boolean;
  /** Sends the head, and nothing after it. */
  readonly hang?: boolean;
}

export interface Site {
  readonly url: string;
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

/** Some web site on loopback, of another origin than any school: answers as it is told, and keeps what it was asked. */
export async function startSite(answer: (request: Received) => Answer): Promise<Site> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const asked = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(asked);
      const { status = 200, headers: sent = {}, body = '', broken = false, hang = false } = answer(asked);
      const text = typeof body === 'string';
      response.writeHead(status, { 'content-type': text ? 'text/html' : 'application/json', ...sent });
      if (hang) response.flushHeaders();
      else if (broken) response.write(body, () => response.destroy());
      else response.end(text ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An address on loopback where nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = await startSite(() => ({}));
  await server.stop();
  return server.url;
}
