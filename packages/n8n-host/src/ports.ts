import { connect, createServer } from 'node:net';

/** Whether nothing on this machine's loopback listens on the port, and this process may. */
export async function isPortFree(port: number): Promise<boolean> {
  // A listener on every address does not stop another on loopback everywhere, so ask for an answer first.
  const answered = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 500 });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
  if (answered) return false;
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The wanted port, or the next free one after it. */
export async function freePort(wanted: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  const last = Math.min(wanted + 200, 65_535);
  for (let port = wanted; port <= last; port += 1) {
    if (!taken.has(port) && (await isPortFree(port))) return port;
  }
  throw new Error(
    `No free port between ${wanted} and ${last} on 127.0.0.1. Close a program that listens there, or choose another port.`,
  );
}
