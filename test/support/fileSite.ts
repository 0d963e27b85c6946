/** A web site on loopback that has one file, as Zapier's own storage and other people's servers have them. */
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { FILE } from './operationInputs.ts';

export interface FileSite {
  /** The address of the file. */
  readonly url: string;
  /** The headers of every request so far. */
  readonly asked: readonly IncomingHttpHeaders[];
  stop(): Promise<void>;
}

export interface ServedFile {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array | (() => AsyncIterable<Uint8Array>);
}

const GIVEN: ServedFile = {
  headers: {
    'content-type': FILE.mimeType,
    'content-length': FILE.bytes.byteLength,
    'content-disposition': `attachment; filename="x.mp4"; filename*=UTF-8''${encodeURIComponent(FILE.fileName)}`,
  },
  body: FILE.bytes,
};

/** Serves the file of `FILE` on every path, unless told otherwise for one. */
export async function startFileSite(serve: (path: string) => ServedFile = () => GIVEN): Promise<FileSite> {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    const { status = 200, headers = {}, body = new Uint8Array() } = serve(request.url ?? '');
    response.writeHead(status, headers);
    if (typeof body === 'function')
      Readable.from(body(), { objectMode: false })
        .on('error', () => {})
        .pipe(response);
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/watch.mp4`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
