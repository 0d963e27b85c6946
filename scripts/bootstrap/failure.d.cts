/** An error that is complete as it stands: what happened, and what to do. Shown without a stack. */
export declare class PlainError extends Error {
  readonly advice: string | undefined;
  readonly details: string;
  constructor(message: string, advice?: string, details?: string);
}

export interface Cause {
  problem: string;
  advice: string;
  /** Whether it is that the registry lacks a package. */
  missing: boolean;
}

/** The cause of a failed install by what it printed, or undefined. */
export declare function explain(output: string): Cause | undefined;

/** The error for a program that failed: its cause where what it printed tells, the end of what it printed otherwise. */
export declare function failureOf(failed: {
  /** Without a stop: "npm could not install x". */
  what: string;
  output: string;
  /** How it ended, where the cause is not known: "exit code 1". */
  reason: string;
  /** The log's path as it is shown. */
  log?: string;
  /** What to do where the registry lacks a package, if that is more than to look at the registry. */
  ifMissing?: string;
}): PlainError;

/** Shows an error as it helps most, and answers the exit code. */
export declare function tell(error: unknown, write?: (text: string) => void): number;
