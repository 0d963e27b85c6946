import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site {
  readonly url: string;
  readonly received: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  stop(): Promise<void>;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Some web site on loopback that is no school. */
export async function startSite(answer: (path: string) => Answer): Promise<Site> {
  const received: Site['received'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    received.push({ path, headers: request.headers });
    const { status = 200, headers = {}, body = '' } = answer(path);
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
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

/** An address on loopback where nobody listens. */
export async function closedAddress(): Promise<string> {
  const site = await startSite(() => ({}));
  await site.stop();
  return site.url;
}
