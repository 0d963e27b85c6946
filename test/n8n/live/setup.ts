/** A real n8n with the packed package installed as users do, and a school for it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  installPackage,
  startN8n,
  type Credential,
  type Execution,
  type N8n,
  type NodeRun,
  type WorkflowNode,
} from '../../../packages/n8n-host/src/index.ts';
import { startSandbox, type Sandbox } from '../../../packages/sandbox/src/index.ts';
import { packNodes } from '../../../scripts/setup/pack.ts';
import { runFolder } from '../../../scripts/setup/paths.ts';
import { FILE_FIELD } from '../../support/nodeParameters.ts';
import { KEY } from '../engine/setup.ts';

/** What became of the node, as n8n keeps it with the execution. */
export interface Ran extends NodeRun {
  readonly execution: Execution;
  readonly items: readonly { readonly json: Record<string, unknown>; readonly pairedItem?: unknown }[];
}

export interface RunOptions {
  /** Data of another credential than the sandbox's. */
  readonly credential?: Readonly<Record<string, string>>;
  /** The address of a file that a step before the node downloads. */
  readonly file?: string;
  readonly onError?: 'continueRegularOutput';
}

export interface Live {
  readonly n8n: N8n;
  readonly sandbox: Sandbox;
  /** Saves a workflow with the action node, runs it by hand, and reads the execution by n8n's public API. */
  run(name: string, parameters: Record<string, unknown>, options?: RunOptions): Promise<Ran>;
  /** All that n8n has logged. */
  log(): string;
  stop(): Promise<void>;
}

const NODE = 'CourseLit';

export async function startLive(port: number): Promise<Live> {
  mkdirSync(runFolder, { recursive: true });
  const folder = mkdtempSync(join(runFolder, 'test-live-'));
  const sandbox = await startSandbox({ seed: 'demo', key: KEY });
  let n8n: N8n | undefined;
  const stop = async () => {
    await Promise.all([n8n?.stop(), sandbox.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await installPackage(folder, await packNodes());
    n8n = await startN8n({ folder, port });
    await n8n.signIn();
    return liveOn(n8n, sandbox, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function liveOn(n8n: N8n, sandbox: Sandbox, stop: () => Promise<void>): Live {
  const school = { baseUrl: sandbox.url, apiKey: KEY, domain: '' };
  const saved = new Map<string, Promise<Credential>>();
  const credentialOf = (data: object): Promise<Credential> => {
    const key = JSON.stringify(data);
    if (!saved.has(key)) saved.set(key, n8n.saveCredential(`School ${saved.size + 1}`, 'courseLitApi', { ...data }));
    return saved.get(key) as Promise<Credential>;
  };

  let runs = 0;
  return {
    n8n,
    sandbox,
    async run(name, parameters, { credential, file, onError } = {}) {
      const { id, name: called } = await credentialOf({ ...school, ...credential });
      const nodes: WorkflowNode[] = [
        node('Start', 'n8n-nodes-base.manualTrigger', 1),
        ...(file === undefined ? [] : [download(file)]),
        {
          ...node(NODE, 'n8n-nodes-courselit.courseLit', 1, parameters),
          credentials: { courseLitApi: { id, name: called } },
          ...(onError && { onError }),
        },
      ];
      const workflow = { id: `courselitLive${++runs}`, name, nodes, connections: inARow(nodes) };
      await n8n.rest('POST', '/workflows', { ...workflow, settings: {} });
      const execution = await n8n.runByHand(workflow.id, 'Start');
      const ran = execution.data?.resultData?.runData?.[NODE]?.[0];
      if (!ran) throw new Error(`The node did not run: ${execution.data?.resultData?.error?.message}`);
      return { ...ran, execution, items: ran.data?.main?.[0] ?? [] };
    },
    log: () => readFileSync(n8n.logFile, 'utf8'),
    stop,
  };
}

const node = (
  name: string,
  type: string,
  typeVersion: number,
  parameters: Record<string, unknown> = {},
): WorkflowNode => ({
  id: name.toLowerCase(),
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
});

const download = (url: string): WorkflowNode =>
  node('Download', 'n8n-nodes-base.httpRequest', 4.2, {
    url,
    options: { response: { response: { responseFormat: 'file', outputPropertyName: FILE_FIELD } } },
  });

const inARow = (nodes: readonly WorkflowNode[]) =>
  Object.fromEntries(
    nodes
      .slice(0, -1)
      .map(({ name }, place) => [name, { main: [[{ node: nodes[place + 1]?.name, type: 'main', index: 0 }]] }]),
  );
