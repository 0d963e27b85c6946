/** The example workflows in a real n8n: each is imported as it lies there, set up as its note says, and run. */
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { NodeHelpers, type INode, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';
import {
  checkoutCompleted,
  installPackage,
  startN8n,
  type Credential,
  type Execution,
  type N8n,
  type WorkflowDefinition,
  type WorkflowNode,
} from '../../packages/n8n-host/src/index.ts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { packNodes } from '../../scripts/setup/pack.ts';
import { runFolder } from '../../scripts/setup/paths.ts';
import { startJsonServer, type JsonServer } from '../support/jsonServer.ts';
import { startMailbox, type Mailbox } from '../support/mailbox.ts';

jest.setTimeout(240_000);

const FOLDER = join(__dirname, '../../examples');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
const DAY = 24 * 60 * 60 * 1000;
const SENDER = 'Demo School <school@example.com>';

let folder: string;
let sandbox: Sandbox;
let n8n: N8n;
let mailbox: Mailbox;
/** ActiveCampaign and the shop. */
let crm: JsonServer;
let shop: JsonServer;
let school: Credential;
let productId: string;
let title: string;

beforeAll(async () => {
  mkdirSync(runFolder, { recursive: true });
  folder = mkdtempSync(join(runFolder, 'test-examples-'));
  sandbox = await startSandbox({ seed: 'demo' });
  const product = [...sandbox.school.products.values()].find(({ type, published }) => type === 'course' && published);
  if (!product) throw new Error('The demo school has no published course.');
  ({ productId, title } = product);
  mailbox = await startMailbox();
  crm = await startJsonServer(({ path, body }) =>
    path.endsWith('/contactTags')
      ? { contactTag: { id: '1' } }
      : { contact: { id: '17', ...(body as { contact: object }).contact } },
  );
  shop = await startJsonServer(({ method }) => (method === 'POST' ? { id: 5 } : []));
  await installPackage(folder, await packNodes());
  n8n = await startN8n({ folder, port: 5798 });
  await n8n.signIn();
  school = await n8n.saveCredential('School', 'courseLitApi', {
    baseUrl: sandbox.url,
    apiKey: sandbox.key,
    domain: '',
  });
});

afterAll(async () => {
  await n8n?.stop();
  await Promise.all([sandbox, mailbox, crm, shop].map((one) => one?.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const read = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Omit<WorkflowDefinition, 'id'>;

/** The node of that name; a file without it is not what the test is about. */
function nodeOf(workflow: Pick<WorkflowDefinition, 'nodes'>, name: string): WorkflowNode {
  const node = workflow.nodes.find((one) => one.name === name);
  if (!node) throw new Error(`There is no node "${name}".`);
  return node;
}

/** The example under an ID of its own, with what the note asks for: the credentials, the product, the sender. */
function setUp(file: string, credentials: Credential[] = []): WorkflowDefinition {
  const workflow = { id: file.replace(/\W/g, '').slice(0, 16), ...read(file) };
  const types: Record<string, string> = {
    'n8n-nodes-courselit.courseLit': 'courseLitApi',
    'n8n-nodes-courselit.courseLitTrigger': 'courseLitApi',
    'n8n-nodes-base.emailSend': 'smtp',
    'n8n-nodes-base.activeCampaign': 'activeCampaignApi',
    'n8n-nodes-base.wooCommerceTrigger': 'wooCommerceApi',
  };
  for (const node of workflow.nodes) {
    const credential = [school, ...credentials].find(({ type }) => type === types[node.type]);
    if (credential) node.credentials = { [credential.type]: { id: credential.id, name: credential.name } };
    if ('productId' in node.parameters)
      node.parameters['productId'] = { __rl: true, mode: 'list', value: productId, cachedResultName: title };
    if ('fromEmail' in node.parameters) node.parameters['fromEmail'] = SENDER;
    if ('pollTimes' in node.parameters) node.parameters['pollTimes'] = { item: [{ mode: 'everyMinute' }] };
  }
  return workflow;
}

/** Runs the workflow as the editor does it when data is pinned: the pinned nodes give it, the others really run. */
async function runPinned(
  workflow: WorkflowDefinition,
  start: string,
  pinData: Record<string, { json: object }[]>,
): Promise<Execution> {
  const { id, name, nodes, connections, settings } = workflow;
  await n8n.rest('PATCH', `/workflows/${id}?forceSave=true`, { name, nodes, connections, settings, pinData });
  return n8n.runByHand(id, start);
}

const customers = () =>
  (sandbox.school.products.get(productId)?.members ?? []).map(({ userId, status }) => ({
    ...sandbox.school.users.get(userId),
    status,
  }));
const invitationsTo = (address: string) => sandbox.outbox.filter(({ to }) => to === address);
const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => to.includes(address));
const outputOf = (execution: Execution, node: string, output = 0) =>
  execution.data?.resultData?.runData?.[node]?.[0]?.data?.main?.[output]?.map(({ json }) => json);
const savedSmtp = () =>
  n8n.saveCredential('Mail', 'smtp', {
    user: '',
    password: '',
    host: '127.0.0.1',
    port: mailbox.port,
    secure: false,
    disableStartTls: true,
    hostName: '',
  });

it('are six', () => {
  expect(FILES.sort()).toEqual([
    'course-completed-certificate.json',
    'lesson-completed-crm-tag.json',
    'new-customer-welcome.json',
    'payment-to-customer.json',
    'spreadsheet-invite-all.json',
    'student-stalled-nudge.json',
  ]);
});

describe.each(FILES)('%s', (file) => {
  const describedBy = async ({ type: name, typeVersion: version }: WorkflowNode) => {
    const [found] = (await n8n.rest('POST', '/node-types', {
      nodeInfos: [{ name, version }],
    })) as INodeTypeDescription[];
    if (!found) throw new Error(`n8n knows no node type ${name}.`);
    return found;
  };

  it('is taken by n8n, which knows each node, version and parameter', async () => {
    const workflow = { id: `import${basename(file, '.json').slice(0, 10).replace(/\W/g, '')}`, ...read(file) };
    await n8n.saveWorkflow(workflow);
    const stored = (await n8n.rest('GET', `/workflows/${workflow.id}`)) as WorkflowDefinition;
    expect(stored).toMatchObject(read(file));
    for (const node of workflow.nodes) {
      const description = await describedBy(node);
      expect([description.version].flat()).toContain(node.typeVersion);
      // The editor adds this one to each trigger that polls.
      const { pollTimes, ...parameters } = node.parameters;
      expect(pollTimes !== undefined).toBe(description.polling === true);
      // n8n's own reading of the parameters leaves out what it does not know and what is not shown.
      const known = NodeHelpers.getNodeParameters(
        description.properties as INodeProperties[],
        parameters as INode['parameters'],
        true,
        false,
        node as unknown as INode,
        description,
      );
      expect({ node: node.name, known }).toMatchObject({ node: node.name, known: parameters });
    }
  });

  it('says what to set, carries no credential, and connects what is there', () => {
    const { nodes, connections, settings } = read(file);
    const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
    expect(notes.map(({ parameters }) => parameters['content'])).toEqual([expect.stringContaining('**Set before')]);
    expect(nodes.filter((node) => node.credentials)).toEqual([]);
    expect(settings).toEqual({ executionOrder: 'v1' });
    const names = nodes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const ends = Object.values(connections as Record<string, { main: { node: string }[][] }>)
      .flatMap(({ main }) => main.flat())
      .map(({ node }) => node);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...ends]));
    expect(new Set(nodes.map(({ position }) => position.join())).size).toBe(nodes.length);
  });
});

describe('payment-to-customer.json', () => {
  const FILE = 'payment-to-customer.json';
  const stripe = (email: string, more: object) => {
    const event = checkoutCompleted({ email, name: 'Bea Buyer', tags: [], amountTotal: 4900, currency: 'usd' });
    const { data } = event as unknown as { data: { object: object } };
    return { json: { ...event, data: { object: { ...data.object, ...more } } } };
  };

  it('invites who paid in Stripe for the course, and nobody else', async () => {
    const workflow = setUp(FILE);
    const filter = nodeOf(workflow, 'Paid in Stripe');
    filter.parameters = JSON.parse(
      JSON.stringify(filter.parameters).replace('plink_YOUR_PAYMENT_LINK', 'plink_course'),
    ) as WorkflowNode['parameters'];
    await n8n.saveWorkflow(workflow);
    const paid = { payment_status: 'paid', payment_link: 'plink_course' };
    const execution = await runPinned(workflow, 'Stripe Trigger', {
      'Stripe Trigger': [
        stripe('Bea@Example.com', paid),
        stripe('unpaid@example.com', { ...paid, payment_status: 'unpaid' }),
        stripe('other@example.com', { ...paid, payment_link: 'plink_other' }),
      ],
    });
    expect(execution.status).toBe('success');
    const bea = { email: 'bea@example.com', status: 'active', tags: ['stripe', 'paid'] };
    expect(customers()).toContainEqual(expect.objectContaining(bea));
    expect(invitationsTo('bea@example.com')).toHaveLength(1);
    expect(customers().filter(({ email }) => /^(unpaid|other)@/.test(email ?? ''))).toEqual([]);
  });

  it('lets no order through until the payment link is set', async () => {
    const workflow = setUp(FILE);
    await n8n.saveWorkflow(workflow);
    const execution = await runPinned(workflow, 'Stripe Trigger', {
      'Stripe Trigger': [stripe('early@example.com', { payment_status: 'paid', payment_link: null })],
    });
    expect(execution.status).toBe('success');
    expect(customers().filter(({ email }) => email === 'early@example.com')).toEqual([]);
  });

  it('invites who paid in WooCommerce, from the call of the shop', async () => {
    const woo = await n8n.saveCredential('Shop', 'wooCommerceApi', {
      consumerKey: 'ck_test',
      consumerSecret: 'cs_test',
      url: shop.url,
      includeCredentialsInQuery: false,
    });
    const workflow = setUp(FILE, [woo]);
    nodeOf(workflow, 'Stripe Trigger')['disabled'] = true;
    const filter = nodeOf(workflow, 'Paid in WooCommerce');
    filter.parameters = JSON.parse(
      JSON.stringify(filter.parameters).replace('YOUR_WOOCOMMERCE_PRODUCT_ID', '93'),
    ) as WorkflowNode['parameters'];
    await n8n.saveWorkflow(workflow);
    await n8n.activate(workflow.id);
    const registered = shop.asked.find(({ method, path }) => method === 'POST' && path.endsWith('/webhooks'));
    const hook = registered?.body as { delivery_url: string; topic: string; secret: string };
    expect(hook.topic).toBe('order.updated');
    const order = async (email: string, status: string, product: number) => {
      const body = JSON.stringify({
        id: 727,
        status,
        billing: { email, first_name: 'Wu' },
        line_items: [{ product_id: product }],
      });
      const answer = await fetch(hook.delivery_url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-wc-webhook-id': '5',
          'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
        },
        body,
      });
      expect(answer.status).toBe(200);
      const execution = await n8n.executionWhere(workflow.id, (one) => JSON.stringify(one).includes(email));
      expect(execution.status).toBe('success');
    };
    await order('waiting@example.com', 'pending', 93);
    await order('socks@example.com', 'completed', 94);
    await order('wu@example.com', 'processing', 93);
    await n8n.deactivate(workflow.id);
    const enrolled = customers().filter(({ email }) => /^(waiting|socks|wu)@/.test(email ?? ''));
    expect(enrolled).toEqual([expect.objectContaining({ email: 'wu@example.com', tags: ['woocommerce', 'paid'] })]);
    expect(invitationsTo('wu@example.com')).toHaveLength(1);
  });
});

describe('spreadsheet-invite-all.json', () => {
  it('invites all, leaves out empty rows, and names the row that is wrong', async () => {
    const workflow = setUp('spreadsheet-invite-all.json');
    await n8n.saveWorkflow(workflow);
    const rows = [
      { email: 'row1@example.com', tags: 'cohort-7, early' },
      { email: '' },
      { email: 'not an address' },
      { Email: ' Row3@example.com ', Tags: 7 },
    ];
    const execution = await runPinned(workflow, 'Execute workflow', {
      'Read addresses': rows.map((json) => ({ json })),
    });
    expect(customers()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: 'row1@example.com', tags: ['cohort-7', 'early'] }),
        expect.objectContaining({ email: 'row3@example.com', tags: ['7'] }),
      ]),
    );
    expect([invitationsTo('row1@example.com').length, invitationsTo('row3@example.com').length]).toEqual([1, 1]);
    expect(execution.status).toBe('error');
    expect(execution.data?.resultData?.error?.message).toMatch(
      /^1 of the rows could not be invited: not an address \(.*e-mail address/,
    );
  });
});

describe('what happens in the school', () => {
  const ran: Record<string, Execution> = {};

  beforeAll(async () => {
    const smtp = await savedSmtp();
    const activeCampaign = await n8n.saveCredential('CRM', 'activeCampaignApi', { apiUrl: crm.url, apiKey: 'none' });
    const { school: now } = sandbox;
    const idOf = (email: string) => now.userByEmail.get(email)?.userId ?? '';
    const grace = idOf('grace@example.com');
    now.renameUser(grace, 'Grace <b>Okafor</b>');
    // Whose fourteen days are over in a moment, when the workflow is active.
    const linus = now.membership(productId, idOf('linus@example.com'));
    if (!linus?.progress) throw new Error('The demo school has changed.');
    linus.progress.updatedAt = Date.now() - 14 * DAY + 50_000;

    const workflows = [
      'student-stalled-nudge.json',
      'new-customer-welcome.json',
      'lesson-completed-crm-tag.json',
      'course-completed-certificate.json',
    ].map((file) => ({ file, workflow: setUp(file, [smtp, activeCampaign]) }));
    for (const { file, workflow } of workflows) {
      if (file.startsWith('lesson')) nodeOf(workflow, 'Tag contact').parameters['tagId'] = '42';
      await n8n.saveWorkflow(workflow);
      await n8n.activate(workflow.id);
    }
    mailbox.refused.add('nowhere@example.com');
    now.invite(productId, 'nowhere@example.com');
    now.invite(productId, 'fresh@example.com');
    const done = now.membership(productId, grace)?.progress?.completedLessons ?? [];
    for (const lessonId of now.products.get(productId)?.lessons ?? [])
      if (!done.includes(lessonId) && now.lessons.get(lessonId)?.published) now.complete(productId, grace, lessonId);
    // n8n looks once a minute at most.
    await Promise.all(
      workflows.map(async ({ file, workflow }) => {
        ran[file] = await n8n.executionWhere(workflow.id, () => true, 170_000);
      }),
    );
  });

  it('welcomes a new customer, also when the mail to another one is refused, which is named', () => {
    expect(mailsTo('fresh@example.com')).toEqual([
      expect.objectContaining({
        from: expect.stringContaining('school@example.com'),
        subject: `Welcome to ${title}`,
        text: expect.stringMatching(new RegExp(`^Hello there,\\s+you are enrolled in ${title}\\.`)),
      }),
    ]);
    const execution = ran['new-customer-welcome.json'];
    expect(execution).toMatchObject({ status: 'error', mode: 'trigger' });
    expect(execution?.data?.resultData?.error?.message).toMatch(
      /^1 of the mails could not be sent: nowhere@example\.com \(.*no such mailbox/,
    );
  });

  it('tags who completed a lesson, in the CRM', () => {
    const execution = ran['lesson-completed-crm-tag.json'];
    expect(execution).toMatchObject({ status: 'success', mode: 'trigger' });
    const lessons = outputOf(execution as Execution, 'Lesson completed') ?? [];
    expect(lessons.length).toBeGreaterThan(0);
    expect(crm.asked).toEqual([
      ...lessons.map(() => ({
        method: 'POST',
        path: '/api/3/contact/sync',
        body: { contact: { email: 'grace@example.com' } },
      })),
      ...lessons.map(() => ({
        method: 'POST',
        path: '/api/3/contactTags',
        body: { contactTag: { contact: 17, tag: '42' } },
      })),
    ]);
  });

  it('sends the certificate, with the name as text', () => {
    expect(ran['course-completed-certificate.json']).toMatchObject({ status: 'success', mode: 'trigger' });
    const [mail, ...more] = mailsTo('grace@example.com').filter(({ html }) => html !== '');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Your certificate: ${title}`);
    expect(mail?.html).toContain('Grace &#60;b&#62;Okafor&#60;/b&#62;');
    expect(mail?.html).toContain(`<h2>${title}</h2>`);
    expect(mail?.html).toContain(String(new Date().getFullYear()));
  });

  it('nudges who stalled, once', () => {
    expect(ran['student-stalled-nudge.json']).toMatchObject({ status: 'success', mode: 'trigger' });
    expect(mailsTo('linus@example.com')).toEqual([
      expect.objectContaining({
        subject: `Shall we go on with ${title}?`,
        text: expect.stringMatching(/^Hello Linus Berg,\s+you have completed 1 of \d+ lessons of/),
      }),
    ]);
  });
});
