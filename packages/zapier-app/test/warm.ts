/** The built app in a warm process, as Zapier runs it. */
import { fork, type ChildProcess } from 'node:child_process';

export interface Memory {
  /** The most that the process ever held, and what it holds, in kB, as the kernel counts. */
  readonly peak: number;
  readonly now: number;
}

export interface Answered {
  readonly results?: unknown;
  /** With `measure`: instead of the results, how many, and their bytes as text. */
  readonly count?: number;
  readonly bytes?: number;
  readonly failure?: { readonly name: string; readonly message: string };
  readonly memory: Memory;
}

export interface WarmApp {
  /** `method` as Zapier names it: `creates.invite_customer.operation.perform`. */
  run(method: string, bundle: object, options?: { readonly measure?: boolean }): Promise<Answered>;
  /** As it was: what comes after is a peak of its own. */
  forgetPeak(): Promise<Memory>;
  /** All that it has written so far. */
  said(): string;
  stop(): void;
}

/**
 * Starts the app that is built, or unpacked, in a folder. It gets none of this process's environment.
 * @param script where `warm.cjs` is, which modules of the two kinds find in different ways
 * @param nodeOptions Node's own options: `--max-old-space-size=256`
 */
export function startWarmApp(folder: string, script: string, nodeOptions: readonly string[] = []): WarmApp {
  const child: ChildProcess = fork(script, {
    cwd: folder,
    execArgv: [...nodeOptions],
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const waiting = new Map<number, { resolve: (answered: Answered) => void; reject: (error: Error) => void }>();
  let said = '';
  let last = 0;
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (said += String(bytes)));
  child.on('message', ({ number, ...answered }: Answered & { number: number }) => {
    waiting.get(number)?.resolve(answered);
    waiting.delete(number);
  });
  child.on('exit', (code) => {
    for (const one of waiting.values()) one.reject(new Error(`The app ended with ${code}:\n${said}`));
    waiting.clear();
  });
  const send = (task: object) =>
    new Promise<Answered>((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      child.send({ number: last, ...task });
    });
  return {
    run: (method, bundle, { measure = false } = {}) =>
      // The checks that Zapier makes of results throw for a developer, and are only logged for users.
      send({ event: { command: 'execute', method, bundle, isDeveloper: !measure }, measure }),
    forgetPeak: async () => (await send({ forgetPeak: true })).memory,
    said: () => said,
    stop: () => void (child.connected && child.disconnect()),
  };
}
