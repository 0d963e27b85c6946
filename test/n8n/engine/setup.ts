import { packPackage, type Packed } from '../../../packages/n8n-nodes/test/packed.ts';
import { startSandbox, type Sandbox } from '../../../packages/sandbox/src/index.ts';
import { startEngine, type Engine, type Libraries } from './engine.ts';

/** A key that cannot be in a text by chance. */
export const KEY = 'sk-n8n-0123456789abcdef';
const ENCODED = Buffer.from(KEY).toString('base64');

/** Whether the key, in any form, is to be found in what people or logs get to see. */
export function holdsKey(seen: unknown): boolean {
  const text = typeof seen === 'string' ? seen : JSON.stringify(seen);
  return text.includes(KEY) || text.includes(ENCODED) || text.includes(KEY.slice(6));
}

export interface Setup {
  readonly engine: Engine;
  readonly sandbox: Sandbox;
  readonly packed: Packed;
  readonly loaded: Awaited<ReturnType<Engine['load']>>;
  /** Credential data, by default of the sandbox. */
  credentials(other?: Readonly<Record<string, string>>): Record<string, string>;
  productCalled(title: string): string;
  stop(): Promise<void>;
}

/** The packed package in n8n's engine, by default that of the newest n8n, and a school for it. */
export async function setUp(libraries?: Libraries): Promise<Setup> {
  const [packed, engine, sandbox] = await Promise.all([
    packPackage(),
    startEngine(libraries),
    startSandbox({ seed: 'demo', key: KEY }),
  ]);
  return {
    engine,
    sandbox,
    packed,
    loaded: await engine.load(packed.folder),
    credentials: (other) => ({ baseUrl: sandbox.url, apiKey: KEY, domain: '', ...other }),
    productCalled: (title) => [...sandbox.school.products.values()].find((one) => one.title === title)?.productId ?? '',
    stop: async () => {
      await Promise.all([engine.stop(), sandbox.stop(), packed.remove()]);
    },
  };
}

export { located } from '../../support/nodeParameters.ts';
