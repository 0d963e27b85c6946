import { parseArgs } from 'node:util';
import { PlainError } from '../bootstrap/failure.cjs';

export interface StartOptions {
  once: boolean;
  fresh: boolean;
  help: boolean;
  schoolPort: number;
  n8nPort: number;
}

export const USAGE = `npm start -- [options]

  --once           end after the check, with exit code 0 only if the customer was really enrolled
  --fresh          begin with an empty n8n (its account, workflows and executions are deleted)
  --port N         the school's port (4100, or the next free one)
  --n8n-port N     n8n's port (5678, or the next free one)
  --help           show this`;

export function readOptions(args: string[]): StartOptions {
  try {
    const { values } = parseArgs({
      args,
      options: {
        once: { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        port: { type: 'string', default: '4100' },
        'n8n-port': { type: 'string', default: '5678' },
      },
    });
    return {
      once: values.once,
      fresh: values.fresh,
      help: values.help,
      schoolPort: port(values.port),
      n8nPort: port(values['n8n-port']),
    };
  } catch (error) {
    throw error instanceof PlainError
      ? error
      : new PlainError(error instanceof Error ? error.message : String(error), `These are the options:\n\n${USAGE}`);
  }
}

function port(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1024 || number > 65_000) {
    throw new PlainError(`Not a port that can be used: ${text}`, 'Give a whole number from 1024 to 65000.');
  }
  return number;
}
