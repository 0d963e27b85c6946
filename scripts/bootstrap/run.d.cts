export interface RunOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Where the whole output goes. */
  log?: string;
  /** What the log's path is told relative to. */
  root?: string;
  shell?: boolean;
  /** What is said when it fails, without a stop: "npm could not install x". */
  what: string;
  /** What to do where the registry lacks a package, if that is more than to look at the registry. */
  ifMissing?: string;
  onLine?: (line: string) => void;
  timeoutMs?: number;
  /** A failure is answered as its code rather than thrown. */
  tolerate?: boolean;
}

/** Runs a program with its output in a log file; a failure is a PlainError. */
export declare function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<{ code: number; output: string; timedOut: boolean }>;

/** Stops what `run` has started and is still running. */
export declare function stopAll(): void;
