/** How much memory one poll takes, in a process of its own that has polled a small school before; over HTTP. */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSchool, poll, readSnapshot, toWatch, type EventType } from '../../packages/core/src/index.ts';
import { undiciTransport } from '../../packages/core/src/http/undici.ts';
import { crowdOf, productId, type Crowd } from './crowd.ts';

export interface Task {
  readonly customers: number;
  readonly events: readonly EventType[];
  /** One customer in so many has completed another lesson since. */
  readonly changed: number;
}

export interface Used {
  readonly events: number;
  /** The most that the process ever held in memory, less what it held before, in MB. */
  readonly extra: number;
}

interface Errand {
  readonly events: readonly EventType[];
  readonly small: string;
  readonly large: string;
  /** A snapshot of the large school. */
  readonly kept: string;
}

const SELF = fileURLToPath(import.meta.url);
const SMALL = 2000;

if (process.argv[1] === SELF) process.once('message', (errand: Errand) => void run(errand));

async function run({ events, small, large, kept }: Errand): Promise<void> {
  const watch = toWatch({ events, products: [productId] });
  const schoolAt = (baseUrl: string) =>
    createSchool({ baseUrl, transport: undiciTransport({ baseUrl, apiKey: 'key-of-the-crowd' }) });
  await poll(schoolAt(small), watch, { previous: null });
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const rest = process.memoryUsage.rss();
  const result = await poll(schoolAt(large), watch, { previous: readSnapshot(JSON.parse(kept)) });
  const extra = (process.resourceUsage().maxRSS * 1024 - rest) / 1e6;
  process.send?.({ events: result.events.length, extra } satisfies Used);
  process.exit();
}

/** Answers for a crowd, on loopback. */
async function serve(crowd: Crowd): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(crowd.answer(new URL(request.url ?? '/', 'http://crowd')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

export async function memoryOfPoll({ customers, events, changed }: Task): Promise<Used> {
  const crowd = crowdOf(customers);
  const { snapshot } = await poll(crowd.school, toWatch({ events, products: [productId] }), { previous: null });
  crowd.changed = changed;
  const [small, large] = await Promise.all([serve(crowdOf(SMALL)), serve(crowd)]);
  const child = fork(SELF, { execArgv: process.execArgv });
  const errand: Errand = { events, small: small.url, large: large.url, kept: JSON.stringify(snapshot) };
  child.send(errand);
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (used: Used) => resolve(used));
      child.once('exit', (code) => reject(new Error(`The poll ended with ${code}.`)));
    });
  } finally {
    small.stop();
    large.stop();
  }
}
