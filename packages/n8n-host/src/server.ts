import { rm } from 'node:fs/promises';
import { startProgram } from './program.ts';
import type { Program, ProgramOptions } from './program.ts';
import { waitFor } from './wait.ts';

export interface ServerOptions extends Omit<ProgramOptions, 'cwd'> {
  readonly name: string;
  /** All that it keeps; goes with it. */
  readonly folder: string;
  /** What its log says when it takes connections. */
  readonly ready: string;
  readonly stopSignal?: NodeJS.Signals;
}

/** A program that others connect to: starts it and waits until it is ready. */
export async function startServer(options: ServerOptions): Promise<Pick<Program, 'pid'> & { stop(): Promise<void> }> {
  const { name, folder, ready, stopSignal, ...program } = options;
  const server = startProgram({ ...program, cwd: folder });
  const stop = async (): Promise<void> => {
    await server.stop(stopSignal);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitFor(async () => server.tail(50).includes(ready), {
      what: `${name} to be ready`,
      timeoutMs: 30_000,
      check: () => {
        if (server.ended() !== undefined) throw new Error(`${name} ${server.ended()}.\n${server.tail()}`);
      },
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: server.pid, stop };
}
