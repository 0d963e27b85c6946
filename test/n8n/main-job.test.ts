/** The main job in a real n8n, as a user meets it: the packed package, installed; a webhook, a payment, an enrolled customer. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkoutCompleted,
  exampleWorkflow,
  installPackage,
  startN8n,
  type Credential,
  type Execution,
  type N8n,
  type WorkflowDefinition,
} from '../../packages/n8n-host/src/index.ts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { packNodes } from '../../scripts/setup/pack.ts';
import { runFolder } from '../../scripts/setup/paths.ts';
import { startJsonServer } from '../support/jsonServer.ts';

jest.setTimeout(150_000);

let folder: string;
let sandbox: Sandbox;
let n8n: N8n;
let credential: Credential;
let course: { productId: string; title: string };

const secret = () => ({ baseUrl: sandbox.url, apiKey: sandbox.key, domain: '' });

beforeAll(async () => {
  mkdirSync(runFolder, { recursive: true });
  folder = mkdtempSync(join(runFolder, 'test-main-job-'));
  sandbox = await startSandbox({ seed: 'demo', key: 'sk-not-to-be-seen-anywhere' });
  const product = [...sandbox.school.products.values()].find(({ type, published }) => type === 'course' && published);
  if (!product) throw new Error('The demo school has no published course.');
  course = { productId: product.productId, title: product.title };
  await installPackage(folder, await packNodes());
  n8n = await startN8n({ folder, port: 5778 });
  await n8n.signIn();
  credential = await n8n.saveCredential('School', 'courseLitApi', secret());
});

afterAll(async () => {
  await n8n?.stop();
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pay = async (email: string, tags: string[] = []) => {
  const event = checkoutCompleted({ email, name: 'Bea Buyer', tags, amountTotal: 4900, currency: 'usd' });
  const answer = await n8n.postWebhook('payment', event);
  const execution = await n8n.executionWhere('courselitPayment', (one) => JSON.stringify(one).includes(event.id));
  return { answer, execution };
};

const customers = () => {
  const { school } = sandbox;
  const members = school.products.get(course.productId)?.members ?? [];
  return members.map(({ userId, status }) => ({ ...school.users.get(userId), status }));
};

const outputOf = (execution: Execution, node: string) =>
  execution.data?.resultData?.runData?.[node]?.[0]?.data?.main?.[0]?.map(({ json }) => json);

it('shows what an operation gives before it has ever run', async () => {
  const answer = await fetch(`${n8n.url}/schemas/n8n-nodes-courselit.courseLit/1/customer/invite.json`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ type: 'object', properties: { membershipStatus: { type: 'string' } } });
});

describe('the credential', () => {
  it('passes its test in a school', async () => {
    expect(await n8n.testCredential(credential, secret())).toMatchObject({ status: 'OK' });
  });

  it('fails its test with a wrong key, and says what to check', async () => {
    const tested = await n8n.testCredential(credential, { ...secret(), apiKey: 'sk-wrong' });
    expect(tested.status).toBe('Error');
    expect(tested.message).toMatch(/API key/i);
  });
});

describe("the credential in n8n's HTTP Request", () => {
  const CALL = 'Any call';

  beforeAll(async () => {
    const credentials = { courseLitApi: { id: credential.id, name: credential.name } };
    await n8n.saveWorkflow({
      id: 'courselitAnyCall',
      name: 'Any call',
      nodes: [
        {
          id: 'webhook',
          name: 'Webhook',
          type: 'n8n-nodes-base.webhook',
          typeVersion: 2.1,
          position: [0, 0],
          parameters: { path: 'any-call', httpMethod: 'POST', responseMode: 'lastNode' },
          webhookId: 'any-call',
        },
        {
          id: 'call',
          name: CALL,
          type: 'n8n-nodes-base.httpRequest',
          typeVersion: 4.2,
          position: [200, 0],
          parameters: {
            url: '={{ $json.body.url }}',
            authentication: 'predefinedCredentialType',
            nodeCredentialType: 'courseLitApi',
          },
          credentials,
        },
      ],
      connections: { Webhook: { main: [[{ node: CALL, type: 'main', index: 0 }]] } },
    });
    await n8n.activate('courselitAnyCall');
  });

  const call = async (url: string) => {
    await n8n.postWebhook('any-call', { url });
    return n8n.executionWhere('courselitAnyCall', (one) => JSON.stringify(one).includes(url));
  };

  it('calls the school with the key', async () => {
    const execution = await call(`${sandbox.url}/api/products/${course.productId}`);
    expect(outputOf(execution, CALL)).toEqual([expect.objectContaining({ title: course.title })]);
  });

  it('does not take the key to anywhere else', async () => {
    const elsewhere = await startJsonServer(() => ({}));
    const execution = await call(`${elsewhere.url}/api/products`);
    await elsewhere.stop();
    expect(execution.status).toBe('error');
    expect(execution.data?.resultData?.error?.message).toContain(`does not go to ${elsewhere.url}.`);
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('payment received -> invite customer', () => {
  let workflow: WorkflowDefinition;

  beforeAll(async () => {
    workflow = await exampleWorkflow('payment-received', credential, course);
    await n8n.saveWorkflow(workflow);
    await n8n.activate(workflow.id);
  });

  it('enrols the buyer, with the tags of the payment, and has the mail sent', async () => {
    const { answer, execution } = await pay('Bea@Example.com', ['paid', 'cohort-7']);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ email: 'bea@example.com', productId: course.productId });
    expect(execution.status).toBe('success');
    expect(outputOf(execution, 'Invite customer')).toEqual([expect.objectContaining({ email: 'bea@example.com' })]);
    expect(customers()).toContainEqual(
      expect.objectContaining({ email: 'bea@example.com', status: 'active', tags: ['paid', 'cohort-7'] }),
    );
    expect(sandbox.outbox.filter(({ to }) => to === 'bea@example.com')).toHaveLength(1);
  });

  it('enrols once when the same payment comes twice', async () => {
    await pay('twice@example.com');
    const { execution } = await pay('twice@example.com');
    expect(execution.status).toBe('success');
    expect(customers().filter(({ email }) => email === 'twice@example.com')).toHaveLength(1);
    expect(sandbox.outbox.filter(({ to }) => to === 'twice@example.com')).toHaveLength(1);
  });

  it('refuses an address that is none before it asks the school', async () => {
    const before = sandbox.requestCount;
    const { answer, execution } = await pay('not-an-address');
    expect(answer.status).toBe(500);
    expect(execution.status).toBe('error');
    expect(execution.data?.resultData?.error?.message).toMatch(/e-?mail/i);
    expect(sandbox.requestCount).toBe(before);
  });

  it('keeps the API key out of the executions and the log', async () => {
    sandbox.faults.add({ fault: { kind: 'status', status: 401 } });
    const { execution } = await pay('late@example.com');
    sandbox.faults.clear();
    expect(execution.status).toBe('error');
    const data = JSON.stringify(await n8n.executions(workflow.id));
    expect(data).toContain('bea@example.com');
    expect(data).not.toContain(sandbox.key);
    const log = readFileSync(n8n.logFile, 'utf8');
    expect(log).toContain('Editor is now accessible');
    expect(log).not.toContain(sandbox.key);
  });
});

describe('new customer -> log', () => {
  it('starts for who enrols after the activation, once, and not for who was there', async () => {
    const workflow = await exampleWorkflow('new-customer', credential);
    await n8n.saveWorkflow(workflow);
    await n8n.activate(workflow.id);
    sandbox.school.invite(course.productId, 'fresh@example.com');
    // n8n looks once a minute at most.
    const execution = await n8n.executionWhere(workflow.id, () => true, 100_000);
    expect(execution).toMatchObject({ status: 'success', mode: 'trigger' });
    expect(outputOf(execution, 'Log')).toEqual([{ log: `fresh@example.com enrolled in ${course.title}` }]);
  });
});
