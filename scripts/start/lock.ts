import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PlainError } from '../bootstrap/failure.cjs';

export interface Running {
  pid: number;
  /** n8n's process group, so that what a killed start has left can be cleaned up. */
  n8nPid?: number;
  addresses?: { school: string; n8n: string };
}

/** How a process was started, or undefined where there is none with that id. Replaced in tests. */
export type CommandOf = (pid: number) => string | undefined;

/** Words that stand in the command lines of the processes that are ours. An id alone may have gone to another program since. */
const OURS = { start: /scripts[\\/]start[\\/]main\.ts/, n8n: /n8n-host[\\/]preload[\\/]guard\.cjs/ };

/** One start at a time: they would share n8n's folder, which takes only one. */
export class RunLock {
  readonly #file: string;
  readonly #commandOf: CommandOf;
  #content: Running = { pid: process.pid };
  #held = false;

  constructor(file: string, commandOf: CommandOf = commandOfProcess) {
    this.#file = file;
    this.#commandOf = commandOf;
  }

  /** Takes the lock, or says who has it. What a killed start has left behind is stopped. */
  async take(): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true });
    for (let tries = 0; tries < 3; tries += 1) {
      try {
        await writeFile(this.#file, JSON.stringify(this.#content), { flag: 'wx' });
        this.#held = true;
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const other = this.#read();
      if (other && this.#isOurs(other.pid, OURS.start)) throw alreadyRunning(other);
      if (other?.n8nPid !== undefined && this.#isOurs(other.n8nPid, OURS.n8n)) stopGroup(other.n8nPid);
      rmSync(this.#file, { force: true });
    }
    throw new PlainError('Another start has just begun.', 'Wait a moment and look at it before starting a second one.');
  }

  /** Puts down what the next start should know. */
  async note(more: Omit<Running, 'pid'>): Promise<void> {
    this.#content = { ...this.#content, ...more };
    await writeFile(this.#file, JSON.stringify(this.#content));
  }

  release(): void {
    if (!this.#held) return;
    this.#held = false;
    rmSync(this.#file, { force: true });
  }

  #read(): Running | undefined {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Running;
    } catch {
      return undefined;
    }
  }

  #isOurs(pid: number, pattern: RegExp): boolean {
    return pid !== process.pid && pattern.test(this.#commandOf(pid) ?? '');
  }
}

function alreadyRunning({ pid, addresses }: Running): PlainError {
  const where = addresses
    ? `\n\n  School  ${addresses.school}\n  n8n     ${addresses.n8n}`
    : ' It is still getting ready.';
  return new PlainError(
    `It is running already (process ${pid}).${where}`,
    process.platform === 'win32'
      ? 'Stop it with Ctrl-C in its window first.'
      : `Stop it with Ctrl-C in its terminal, or with \`kill ${pid}\`, to start it anew.`,
  );
}

function stopGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

function commandOfProcess(pid: number): string | undefined {
  const asked =
    process.platform === 'win32'
      ? spawnSync(
          'powershell',
          ['-NoProfile', '-Command', `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`],
          { encoding: 'utf8' },
        )
      : spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  if (!asked.error) return asked.stdout.trim() || undefined;
  // Small systems come without ps; Linux tells by its files.
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
  } catch {
    return undefined;
  }
}
