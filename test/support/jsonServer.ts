/** A service of JSON over HTTP on loopback: what it was asked is kept, and the test says what it answers, and when. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Asked {
  method: string;
  /** Without the query. */
  path: string;
  body: unknown;
}

export interface JsonServer {
  url: string;
  asked: Asked[];
  stop(): Promise<void>;
}

export async function startJsonServer(answer: (asked: Asked) => unknown): Promise<JsonServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '/' } = request;
      const body = method === 'POST' ? await json(request) : undefined;
      const one = { method, path: new URL(url, 'http://localhost').pathname, body };
      asked.push(one);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(await answer(one)));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
