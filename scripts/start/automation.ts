import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleWorkflow, installPackage, startN8n } from '../../packages/n8n-host/src/index.ts';
import type { N8n, WorkflowDefinition } from '../../packages/n8n-host/src/index.ts';
import { PlainError } from '../bootstrap/failure.cjs';
import type { Steps } from '../bootstrap/steps.cjs';
import { packNodes } from '../setup/pack.ts';
import { logsFolder, runFolder, shown } from '../setup/paths.ts';
import type { School } from './school.ts';

const FOLDER = join(runFolder, 'n8n');
const LOG = join(logsFolder, 'n8n.log');
const CREDENTIAL = { name: 'CourseLit school', type: 'courseLitApi' };
const NODE_TYPES = ['n8n-nodes-courselit.courseLit', 'n8n-nodes-courselit.courseLitTrigger'];

export interface Automation {
  n8n: N8n;
  payment: WorkflowDefinition;
  newCustomer: WorkflowDefinition;
  course: { productId: string; title: string };
}

export interface AutomationOptions {
  port: number;
  fresh: boolean;
  onSpawn: (process: { pid: number; stop: () => Promise<void> }) => void;
}

/** A real n8n with the packed package, an owner, a tested credential and the two workflows at work. */
export async function startAutomation(steps: Steps, school: School, options: AutomationOptions): Promise<Automation> {
  if (options.fresh) await rm(FOLDER, { recursive: true, force: true });
  await steps.step('Installing the packed n8n-nodes-courselit into n8n', async () =>
    (await installPackage(FOLDER, await packNodes())) ? 'installed' : 'unchanged',
  );
  const n8n = await orHowToReset(() =>
    steps.step('Starting n8n', async () => {
      await rm(LOG, { force: true });
      const started = await startN8n({ folder: FOLDER, port: options.port, logFile: LOG, onSpawn: options.onSpawn });
      await started.signIn();
      return started;
    }),
  );
  return steps.step('Setting up the credential and the two workflows', async () => {
    await n8n.loadedNodeTypes(NODE_TYPES);
    const secret = { baseUrl: school.url, apiKey: school.key, domain: '' };
    const credential = await n8n.saveCredential(CREDENTIAL.name, CREDENTIAL.type, secret);
    const tested = await n8n.testCredential(credential, secret);
    if (tested.status !== 'OK') throw new Error(`n8n's test of the credential failed: ${tested.message}`);
    const course = await school.course();
    const payment = await exampleWorkflow('payment-received', credential, course);
    const newCustomer = await exampleWorkflow('new-customer', credential);
    for (const workflow of [payment, newCustomer]) {
      await n8n.saveWorkflow(workflow);
      await n8n.activate(workflow.id);
    }
    return { n8n, payment, newCustomer, course };
  });
}

/** n8n keeps its folder between starts; what is wrong in there is best met with an empty one. */
async function orHowToReset<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PlainError(
      'n8n did not start as it should.',
      `\`npm start -- --fresh\` begins with an empty n8n, which helps where its folder (${shown(FOLDER)}) is damaged. n8n's log: ${shown(LOG)}`,
      error instanceof Error ? error.message : String(error),
    );
  }
}
