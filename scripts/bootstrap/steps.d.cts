export interface Progress {
  done?: number;
  total?: number;
  text?: string;
}

export interface Steps {
  /** Shows the title while the work runs, then how it ended and how long it took. A string that the work answers is shown beside it. */
  step<T>(title: string, work: (progress: (progress: Progress) => void) => Promise<T>): Promise<T>;
  line(text: string): void;
  readonly terminal: boolean;
  paint(code: number, text: string): string;
}

export interface StepsOptions {
  stream?: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  env?: Record<string, string | undefined>;
  terminal?: boolean;
}

export declare function createSteps(options?: StepsOptions): Steps;

/** `4.2 s`, `1 min 05 s`. */
export declare function formatElapsed(ms: number): string;

/** A bar with its count, and a word. */
export declare function formatProgress(progress?: Progress): string;
