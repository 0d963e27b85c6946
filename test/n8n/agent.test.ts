/**
 * The action node as a tool of n8n's AI Agent, in a real n8n: the packed package, installed as users do, and a model
 * that follows a script. What is asserted is what the model is offered, what it gets back, and what happens in the school.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  installPackage,
  startN8n,
  type Credential,
  type N8n,
  type WorkflowDefinition,
  type WorkflowNode,
} from '../../packages/n8n-host/src/index.ts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { packNodes } from '../../scripts/setup/pack.ts';
import { runFolder } from '../../scripts/setup/paths.ts';
import { lastToolResult, startChatModel, type ChatModel } from '../support/chatModel.ts';

jest.setTimeout(150_000);

const LIST = 'List_products';
const INVITE = 'Invite_a_customer';
const KEY = 'sk-not-for-a-model';

const cleanUp: (() => Promise<void> | void)[] = [];
let sandbox: Sandbox;
let n8n: N8n;
let model: ChatModel;
let answer: { status: number; body: string };
let productId: string;

/** A product's id, out of what the tool answered: the model has nothing else to go by. */
function productIn(toolResult: string): string {
  const listed = JSON.parse(toolResult) as { productId: string; title: string }[];
  return listed.find(({ title }) => title === 'AI Foundations')?.productId ?? 'none';
}

beforeAll(async () => {
  mkdirSync(runFolder, { recursive: true });
  const folder = mkdtempSync(join(runFolder, 'test-agent-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  sandbox = await startSandbox({ seed: 'demo', key: KEY });
  cleanUp.push(() => sandbox.stop());
  productId = [...sandbox.school.products.values()].find(({ title }) => title === 'AI Foundations')?.productId ?? '';
  let found = '';
  model = await startChatModel([
    () => ({ call: LIST, input: { limit: 10 } }),
    (result) => ({ call: INVITE, input: { product: (found = productIn(result)), email: 'ann at example.com' } }),
    () => ({ call: INVITE, input: { product: found, email: 'ann@example.com' } }),
    (result) => ({ say: `Invited: ${/"email":\s*"([^"]+)"/.exec(result)?.[1] ?? 'nobody'}` }),
  ]);
  cleanUp.push(() => model.stop());
  await installPackage(folder, await packNodes());
  n8n = await startN8n({ folder, port: 5978 });
  cleanUp.push(() => n8n.stop());
  await n8n.signIn();
  const school = await n8n.saveCredential('School', 'courseLitApi', { baseUrl: sandbox.url, apiKey: KEY, domain: '' });
  const openAi = await n8n.saveCredential('Model', 'openAiApi', {
    apiKey: 'sk-model',
    url: model.url,
    header: false,
  });
  const workflow = agentWorkflow(school, openAi);
  await n8n.saveWorkflow(workflow);
  await n8n.activate(workflow.id);
  answer = await n8n.postWebhook('assistant', { text: 'Invite ann@example.com to AI Foundations.' });
});

afterAll(async () => {
  for (const end of cleanUp.reverse()) await end();
});

it('is offered to the model with what it takes, and with what it does', () => {
  const offered = model.requests[0]?.tools?.map(({ function: tool }) => tool) ?? [];
  expect(offered.map(({ name }) => name).sort()).toEqual([INVITE, LIST]);
  const invite = offered.find(({ name }) => name === INVITE);
  expect(invite?.description).toMatch(/invite.*customer/i);
  expect(Object.keys(invite?.parameters.properties ?? {}).sort()).toEqual(['email', 'product']);
  expect(invite?.parameters.properties['email']).toMatchObject({ type: 'string', description: 'Whom to invite' });
});

it('lists the products, and hands the model all of them', () => {
  const [, request] = model.requests;
  const listed = JSON.parse(request ? lastToolResult(request) : '') as { title: string }[];
  expect(listed.map(({ title }) => title).sort()).toEqual(['AI Foundations', 'Advanced Prompting', 'Prompt Workbook']);
  expect(listed).toContainEqual(expect.objectContaining({ productId, title: 'AI Foundations', type: 'course' }));
});

it('tells the model what is wrong and what to do, so that it can do better', () => {
  const [, , request] = model.requests;
  expect(request && lastToolResult(request)).toContain('is not an e-mail address: \\"ann at example.com\\"');
});

it('invites the customer, and answers as the node does', () => {
  const [, , , request] = model.requests;
  expect(request && JSON.parse(lastToolResult(request))).toEqual([
    expect.objectContaining({ email: 'ann@example.com', productId }),
  ]);
  const { school } = sandbox;
  const ann = school.userByEmail.get('ann@example.com');
  expect(school.products.get(productId)?.members.filter(({ userId }) => userId === ann?.userId)).toHaveLength(1);
  expect(sandbox.outbox.filter(({ to }) => to === 'ann@example.com')).toHaveLength(1);
});

it('lets the agent end with the answer of the model', () => {
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toEqual({ output: 'Invited: ann@example.com' });
  expect(model.requests).toHaveLength(4);
});

it('shows the model no key of the school', () => {
  expect(JSON.stringify(model.requests)).toContain(productId);
  expect(JSON.stringify(model.requests)).not.toContain(KEY);
});

function agentWorkflow(school: Credential, openAi: Credential): WorkflowDefinition {
  const { id, name } = school;
  const tool = (title: string, parameters: Record<string, unknown>): WorkflowNode =>
    node(title, 'n8n-nodes-courselit.courseLitTool', 1, parameters, { courseLitApi: { id, name } });
  const nodes = [
    node('Asked', 'n8n-nodes-base.webhook', 2.1, {
      httpMethod: 'POST',
      path: 'assistant',
      responseMode: 'lastNode',
      options: {},
    }),
    node('Assistant', '@n8n/n8n-nodes-langchain.agent', 3.1, {
      promptType: 'define',
      text: '={{ $json.body.text }}',
      options: { enableStreaming: false },
    }),
    node(
      'Model',
      '@n8n/n8n-nodes-langchain.lmChatOpenAi',
      1.2,
      { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
      { openAiApi: { id: openAi.id, name: openAi.name } },
    ),
    tool('List products', {
      resource: 'product',
      operation: 'getAll',
      limit: "={{ $fromAI('limit', 'How many at most', 'number') }}",
    }),
    tool('Invite a customer', {
      resource: 'customer',
      operation: 'invite',
      productId: { __rl: true, mode: 'id', value: "={{ $fromAI('product', 'ID of the product', 'string') }}" },
      email: "={{ $fromAI('email', 'Whom to invite', 'string') }}",
      additionalFields: { tags: 'by-assistant' },
    }),
  ];
  const to = (type: string, target = 'Assistant') => ({ [type]: [[{ node: target, type, index: 0 }]] });
  return {
    id: 'courselitAssistant',
    name: 'Assistant',
    nodes,
    connections: {
      Asked: to('main'),
      Model: to('ai_languageModel'),
      'List products': to('ai_tool'),
      'Invite a customer': to('ai_tool'),
    },
    settings: { executionOrder: 'v1' },
  };
}

function node(
  name: string,
  type: string,
  typeVersion: number,
  parameters: Record<string, unknown>,
  credentials?: WorkflowNode['credentials'],
): WorkflowNode {
  const id = name.toLowerCase().replaceAll(' ', '-');
  return {
    id,
    name,
    type,
    typeVersion,
    position: [0, 0],
    parameters,
    ...(type.endsWith('.webhook') && { webhookId: 'courselit-assistant' }),
    ...(credentials && { credentials }),
  };
}
