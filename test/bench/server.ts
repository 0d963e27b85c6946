/** The sandbox in a process of its own, so that the server's work does not count as the client's. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../packages/sandbox/src/index.ts';

export interface Served {
  readonly url: string;
  readonly key: string;
  readonly productId: string;
  stop(): void;
}

const SELF = fileURLToPath(import.meta.url);

if (process.argv[1] === SELF) {
  const sandbox = await startSandbox();
  const productId = sandbox.school.createProduct('Course').productId;
  process.send?.({ url: sandbox.url, key: sandbox.key, productId });
  process.on('disconnect', () => process.exit());
}

export function serve(): Promise<Served> {
  const child = fork(SELF, { execArgv: process.execArgv });
  return new Promise((resolve, reject) => {
    child.once('message', (message: Omit<Served, 'stop'>) => resolve({ ...message, stop: () => child.disconnect() }));
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}.`)));
  });
}
