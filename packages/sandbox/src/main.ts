/** Runs a sandbox from the command line: `--port N`, `--seed demo|empty|<customers>`, `--mode observed|documented`. */
import { parseArgs } from 'node:util';
import type { Mode } from './api/request.ts';
import type { Seed } from './options.ts';
import { startSandbox } from './sandbox.ts';

const USAGE = 'usage: main.ts [--port N] [--seed demo|empty|CUSTOMERS] [--mode observed|documented] [--key KEY]';

function parseSeed(text: string): Seed | undefined {
  if (text === 'demo' || text === 'empty') return text;
  return /^\d+$/.test(text) ? { customers: Number(text), lessons: 50 } : undefined;
}

function parseMode(text: string): Mode | undefined {
  return text === 'observed' || text === 'documented' ? text : undefined;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: 'demo' },
      mode: { type: 'string', default: 'observed' },
      key: { type: 'string' },
    },
  });
  const seed = parseSeed(values.seed);
  const mode = parseMode(values.mode);
  if (!seed || !mode || !/^\d{1,5}$/.test(values.port)) throw new Error(USAGE);
  const sandbox = await startSandbox({
    port: Number(values.port),
    seed,
    mode,
    ...(values.key === undefined ? {} : { key: values.key }),
  });
  const { url, key, mediaUrl } = sandbox;
  process.stdout.write(`${JSON.stringify({ url, key, mediaUrl, page: `${url}/sandbox`, mode })}\n`);
  const stop = () => {
    void sandbox.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
