/**
 * n8n's own engine without its server: loads a community package with n8n's loader, and runs nodes, polls, lists and
 * credential tests with n8n's workflow engine, request helpers and expressions. Takes orders over Node's IPC channel.
 */
const { createRequire } = require('node:module');

const n8n = createRequire(process.env.ENGINE_N8N);
require('reflect-metadata');
const { Container } = n8n('@n8n/di');
const core = n8n('n8n-core');
// An older n8n keeps it to itself.
const { TriggersAndPollers } = core.TriggersAndPollers
  ? core
  : n8n('n8n-core/dist/execution-engine/triggers-and-pollers');
const { Readable } = require('node:stream');
const { Workflow, createRunExecutionData } = n8n('n8n-workflow');

/** Where n8n keeps what a node remembers, among the workflow's other data. */
const KEPT = 'node:CourseLit';

/** What n8n's durable mode leaves a poll of the 45 seconds. */
const TICK_BUDGET_MS = 36_000;

let loader;
let storage;
const start = {
  description: {
    displayName: 'Start',
    name: 'start',
    group: [],
    version: 1,
    inputs: [],
    outputs: ['main'],
    properties: [],
  },
};

/** Only what a node asks of the credentials. */
function credentialsHelper(data) {
  return {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    getDecrypted: async () => ({ ...data }),
    preAuthentication: async () => undefined,
    getCredentialsProperties: () => [],
    authenticate: (credentials, typeName, options) =>
      loader.credentialTypes[typeName].type.authenticate(credentials, options),
  };
}

function prepare({ type, parameters = {}, credentials, items = [{ json: {} }], onError, kept = {} }) {
  const node = {
    id: 'node-id',
    name: 'CourseLit',
    type: `n8n-nodes-courselit.${type}`,
    typeVersion: 1,
    position: [0, 0],
    parameters,
    ...(onError && { onError }),
    ...(credentials && { credentials: { courseLitApi: { id: 'credential-id', name: 'My school' } } }),
  };
  const nodeTypes = {
    getByName: (name) => nodeTypes.getByNameAndVersion(name),
    getKnownTypes: () => ({}),
    getByNameAndVersion: (name) =>
      name === 'start' ? { ...start, execute: async () => [items] } : loader.getNode(name.split('.')[1]).type,
  };
  const workflow = new Workflow({
    id: 'workflow-id',
    name: 'Test',
    active: false,
    nodes: [{ id: 'start-id', name: 'Start', type: 'start', typeVersion: 1, position: [0, 0], parameters: {} }, node],
    connections: type === 'courseLit' ? { Start: { main: [[{ node: 'CourseLit', type: 'main', index: 0 }]] } } : {},
    nodeTypes,
    staticData: { [KEPT]: kept },
  });
  const additionalData = {
    credentialsHelper: credentialsHelper(credentials ?? {}),
    executionId: 'execution-id',
    currentNodeExecutionIndex: 0,
    variables: {},
    hooks: new core.ExecutionLifecycleHooks('trigger', 'execution-id', {}),
    setExecutionStatus() {},
    restApiUrl: 'http://localhost/rest',
    instanceBaseUrl: 'http://localhost/',
    webhookBaseUrl: 'http://localhost/webhook',
    formWaitingBaseUrl: 'http://localhost/form-waiting',
    webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
    webhookTestBaseUrl: 'http://localhost/webhook-test',
  };
  return { node: workflow.getNode('CourseLit'), workflow, additionalData };
}

/** What older versions of n8n have their callers put together themselves. */
const olderRunExecutionData = ({ executionData }) => ({
  startData: {},
  resultData: { runData: {}, pinData: {} },
  executionData: {
    contextData: {},
    metadata: {},
    waitingExecution: {},
    waitingExecutionSource: {},
    ...executionData,
  },
});

/** What n8n keeps of an error: nothing that is not in here is ever seen. */
const shown = (error) => ({
  name: error.name,
  message: error.message,
  description: error.description ?? null,
  httpCode: error.httpCode ?? null,
  itemIndex: error.context?.itemIndex ?? null,
  failure: error.failure ?? null,
  everything: JSON.stringify(error, withoutCircles()) + String(error.stack) + JSON.stringify(deep(error)),
});

function withoutCircles() {
  const seen = new Set();
  return (_key, value) =>
    typeof value === 'object' && value !== null ? (seen.has(value) ? undefined : (seen.add(value), value)) : value;
}

/** Own properties that JSON leaves out, such as causes, as far down as they go. */
function deep(value, seen = new Set()) {
  if (typeof value !== 'object' || value === null || seen.has(value) || seen.size > 5000)
    return typeof value === 'string' ? value : undefined;
  seen.add(value);
  return Object.getOwnPropertyNames(value).map((name) => [name, deep(value[name], seen)]);
}

let trigger;

/** With one context for the polls that follow, as n8n's default mode has it. */
function setUpTrigger({ mode, activation, order }) {
  const { node, workflow, additionalData } = prepare({ ...order, type: 'courseLitTrigger' });
  const context = new core.PollContext(
    workflow,
    node,
    additionalData,
    mode,
    mode === 'manual' ? 'manual' : (activation ?? 'update'),
  );
  if (activation === undefined) context.getPollBudgetMs = () => TICK_BUDGET_MS;
  trigger = { node, workflow, context };
}

const orders = {
  async load({ folder }) {
    loader = new core.PackageDirectoryLoader(folder);
    await loader.loadAll();
    const { nodes, credentials } = loader.types;
    return JSON.parse(JSON.stringify({ nodes, credentials, known: loader.known }));
  },

  /** A whole execution: Start, then the node, once. */
  async execute(order) {
    const { node, workflow, additionalData } = prepare(order);
    const executionData = (createRunExecutionData ?? olderRunExecutionData)({
      executionData: {
        nodeExecutionStack: [{ node: workflow.getNode('Start'), data: { main: [[{ json: {} }]] }, source: null }],
      },
    });
    const run = await new core.WorkflowExecute(additionalData, 'trigger', executionData).processRunExecutionData(
      workflow,
    );
    const last = run.data.resultData.runData[node.name]?.[0];
    const error = run.data.resultData.error;
    return {
      status: run.status,
      outputs: (last?.data?.main ?? []).map((items) =>
        (items ?? []).map(({ json, pairedItem }) => ({ json, pairedItem })),
      ),
      hints: last?.hints ?? [],
      error: error && shown(error),
      everything: JSON.stringify(run, withoutCircles()) + JSON.stringify(deep(run)),
    };
  },

  /** Puts a file where n8n keeps files in production: on disk, with nothing of it in the item but an ID. */
  async storeFile({ fileName, mimeType, size }) {
    const files = Container.get(core.BinaryDataService);
    if (!storage) await (storage = files.init());
    const piece = Buffer.alloc(2 ** 20, 'rust');
    const pieces = function* () {
      for (let left = size; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece;
    };
    const location = { type: 'execution', workflowId: 'workflow-id', executionId: 'execution-id' };
    return files.store(location, Readable.from(pieces(), { objectMode: false }), { fileName, mimeType, data: '' });
  },

  /** The most memory that this process has had so far, in bytes. */
  async peakMemory() {
    return process.resourceUsage().maxRSS * 1024;
  },

  /**
   * One poll. `mode` is `trigger` for the active workflow and `manual` for "Fetch test event". By default it is a tick of
   * n8n's durable mode; with an `activation` it is the poll that n8n makes while it sets the trigger up; `next` is a tick
   * after that in n8n's default mode, with the state as it is by then.
   */
  async poll({ mode = 'trigger', activation, next = false, ...order }) {
    if (!next) setUpTrigger({ mode, activation, order });
    const { node, workflow, context } = trigger;
    try {
      const pollers = Container.get(TriggersAndPollers);
      const data = await (pollers.runPollFunction ?? pollers.runPoll).call(pollers, workflow, node, context);
      return { events: data && data[0].map(({ json }) => json), kept: workflow.staticData[KEPT] };
    } catch (error) {
      return { error: shown(error), kept: workflow.staticData[KEPT] };
    }
  },

  /** The list behind a resource locator, or the options of a field that takes several. */
  async list({ method, filter, paginationToken, ...order }) {
    const { node, workflow, additionalData } = prepare({ type: 'courseLit', ...order });
    additionalData.currentNodeParameters = node.parameters;
    const context = new core.LoadOptionsContext(
      workflow,
      node,
      additionalData,
      `parameters.${order.path ?? 'productId'}`,
    );
    const { listSearch, loadOptions } = loader.getNode('courseLit').type.methods;
    try {
      return { result: await (listSearch[method] ?? loadOptions[method]).call(context, filter, paginationToken) };
    } catch (error) {
      return { error: shown(error) };
    }
  },

  async testCredential({ credentials, type = 'courseLit' }) {
    const [{ testedBy }] = loader.getNode(type).type.description.credentials;
    const test = loader.getNode(type).type.methods.credentialTest[testedBy];
    const context = new core.CredentialTestContext({});
    return test.call(context, { id: 'credential-id', name: 'My school', type: 'courseLitApi', data: credentials });
  },
};

process.on('message', async ({ id, order, ...details }) => {
  try {
    process.send({ id, result: await orders[order](details) });
  } catch (error) {
    process.send({ id, failure: String(error?.stack ?? error) });
  }
});
process.on('disconnect', () => process.exit());
