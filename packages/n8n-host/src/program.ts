import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that runs beside this one until it is stopped, with its output in a file. */
export interface Program {
  readonly pid: number;
  /** Undefined while it runs, then how it ended. */
  ended(): string | undefined;
  whenEnded(): Promise<void>;
  /** The last lines of its log. */
  tail(lines?: number): string;
  /** Ends it by the signal, and outright where it has not gone 12 s later. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ProgramOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly logFile: string;
  /** Gives it an IPC channel, by which it can tell that this process is gone. */
  readonly ipc?: boolean;
  /** As whom it runs; as this process, if not given. */
  readonly uid?: number;
  readonly gid?: number;
}

/** Starts the program in a process group of its own, so that what it starts goes with it. */
export function startProgram({ command, args, logFile, ipc = false, ...how }: ProgramOptions): Program {
  const child = spawn(command, args, {
    ...how,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  let end: string | undefined;
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.once('error', (error) => (end = error.message));
  child.once('exit', (code, signal) => (end = signal ? `ended by ${signal}` : `ended with exit code ${code}`));
  child.once('close', () => log.end());
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  // Where this process ends without having stopped it, the group goes at once.
  const last = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', last);
  return {
    pid: child.pid ?? 0,
    ended: () => end,
    whenEnded: () => ended,
    tail: (lines = 12) => readTail(logFile, lines),
    stop: async (signal = 'SIGTERM') => {
      await stopGroup(child, signal);
      process.removeListener('exit', last);
    },
  };
}

/** The program's path: in the folders given, then where the system looks. Undefined where it is not installed. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  return [...folders, ...(process.env['PATH'] ?? '').split(delimiter)]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

async function stopGroup(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    signalGroup(child, signal);
    // n8n waits for running executions; a demonstration does not.
    await Promise.race([gone, sleep(12_000, undefined, { ref: false })]);
  }
  // What it started may outlive it for a moment, or for ever.
  signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!child.pid) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}

function readTail(file: string, lines: number): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}
