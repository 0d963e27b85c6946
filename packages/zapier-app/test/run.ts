/** Runs the app in this process, through the handler that Zapier itself calls. */
import * as zapier from 'zapier-platform-core';
import App from '../src/index.ts';

interface Output {
  readonly results: unknown;
}
interface Runtime {
  createAppHandler(app: unknown): (event: object) => Promise<Output>;
}
const handler = (zapier as unknown as Runtime).createAppHandler(App);

export interface RunBundle {
  readonly authData: Readonly<Record<string, string>>;
  readonly inputData?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface Failure {
  /** Zapier's class, which decides what happens to the Zap. */
  readonly name: string;
  /** What the user reads. */
  readonly message: string;
  readonly code?: string;
  readonly status?: number;
  /** Seconds to wait. */
  readonly delay?: number;
}

export interface Run {
  readonly results?: unknown;
  readonly failure?: Failure;
  /** All that Zapier would log, as it would log it. */
  readonly log: string;
  /** The error as it is thrown, with its stack. */
  readonly raw: string;
}

/** Some of Zapier's errors carry their details as JSON in the message. */
function failureOf(error: Error): Failure {
  const { name, message } = error;
  return message.startsWith('{') ? { name, ...(JSON.parse(message) as Omit<Failure, 'name'>) } : { name, message };
}

/** `method` as Zapier names it: `creates.invite_customer.operation.perform`. */
export async function run(method: string, bundle: RunBundle): Promise<Run> {
  const lines: string[] = [];
  const log = (message: string, data: unknown) => lines.push(message, JSON.stringify(data));
  const event = {
    command: 'execute',
    method,
    bundle: { inputData: {}, meta: {}, ...bundle },
    customLogger: log,
  };
  try {
    const { results } = await handler(event);
    return { results, log: lines.join('\n'), raw: '' };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { failure: failureOf(error), log: lines.join('\n'), raw: `${error.message}\n${error.stack}` };
  }
}

export const create = (key: string) => `creates.${key}.operation.perform`;
export const trigger = (key: string) => `triggers.${key}.operation.perform`;
export const AUTH_TEST = 'authentication.test';
