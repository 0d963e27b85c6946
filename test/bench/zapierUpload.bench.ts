/** How much memory the Zapier app takes to bring a file of 100 MB from its address to the media service. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Goal } from './measure.ts';
import { serve } from './server.ts';
import { startBuiltApp } from './zapierApp.ts';

/** Just under the most that the app takes. */
const SIZE = 100 * 1024 * 1024;
const WARM_UP = 8 * 1024 * 1024;

/** A site with a file of any size, which is in its path. Nothing of it is kept. */
async function startSite(): Promise<{ url: string; stop: () => void }> {
  const piece = Buffer.alloc(65_536, 'rust');
  const server = createServer(({ url = '/' }, response) => {
    const size = Number(/\d+/.exec(url)?.[0]);
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
    const pieces = function* () {
      for (let left = size; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
    };
    Readable.from(pieces(), { objectMode: false }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param folder of the built app */
export async function benchZapierUpload(folder: string): Promise<Goal[]> {
  const [site, school] = await Promise.all([startSite(), serve()]);
  const app = startBuiltApp(folder);
  const upload = async (size: number) => {
    const { results, failure, memory } = await app.run('creates.upload_media.operation.perform', {
      authData: { baseUrl: school.url, apiKey: school.key },
      inputData: { file: `${site.url}/${size}.mp4`, access: 'private' },
      meta: {},
    });
    if (failure || (results as { size?: number }).size !== size)
      throw new Error(`The upload of ${size} bytes gave ${JSON.stringify(failure ?? results)}.`);
    return memory;
  };
  try {
    // At rest is a process that has done this before.
    await upload(WARM_UP);
    const rest = await app.forgetPeak();
    const first = await upload(SIZE);
    const after = await app.forgetPeak();
    const [, third] = [await upload(SIZE), await upload(SIZE)];
    const what = 'a file of 100 MiB through the Zapier app, over rest';
    return [
      // What the run time collects as garbage only when there is enough of it.
      { what: `memory of ${what}`, value: (first.peak - rest.now) / 1024, most: 85, unit: ' MiB' },
      {
        // A quarter of what goes through: were the files held, it would be four times as much.
        what: 'memory of two more, over what is held then',
        value: (third.peak - after.now) / 1024,
        most: 50,
        unit: ' MiB',
      },
    ];
  } finally {
    app.stop();
    site.stop();
    school.stop();
  }
}
