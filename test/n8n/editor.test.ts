/**
 * What people see of the nodes in n8n's editor, in a real browser without a window. Each thing is also kept as a picture
 * in `.run/screenshots`; `npm run pictures` takes those of the documentation in the same way.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { checkoutCompleted, exampleWorkflow } from '../../packages/n8n-host/src/index.ts';
import { openBrowser, whyNoBrowser } from '../../scripts/pictures/browser.ts';
import { Editor } from '../../scripts/pictures/editor.ts';
import { runFolder } from '../../scripts/setup/paths.ts';
import { holdsKey } from './engine/setup.ts';
import { startLive, type Live } from './live/setup.ts';

const WORKFLOW = 'courselitPayment';
const SCREENSHOTS = join(runFolder, 'screenshots');

const missing = whyNoBrowser();
const suite = missing === undefined ? describe : describe.skip;

jest.setTimeout(180_000);

const SUITE = `n8n's editor in a browser${missing === undefined ? '' : ` (left out: ${missing})`}`;

suite(SUITE, () => {
  let live: Live;
  let browser: Browser;
  let editor: Editor;

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    [live, browser] = await Promise.all([startLive(6278), openBrowser()]);
    const { n8n, sandbox } = live;
    const product = [...sandbox.school.products.values()].find(({ title }) => title === 'AI Foundations');
    if (!product) throw new Error('The demo school has no course "AI Foundations".');
    const school = { baseUrl: sandbox.url, apiKey: sandbox.key, domain: '' };
    const credential = await n8n.saveCredential('My school', 'courseLitApi', school);
    await n8n.saveWorkflow(await exampleWorkflow('payment-received', credential, product));
    await n8n.activate(WORKFLOW);
    editor = await Editor.open(browser, n8n.url, n8n.owner);
  });
  afterEach(async () => {
    const name = (expect.getState().currentTestName ?? '').slice(SUITE.length + 1).replaceAll(/\W+/g, '-');
    await editor?.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  });
  afterAll(async () => {
    await browser?.close();
    await live?.stop();
  });

  const pay = async (email: string): Promise<void> => {
    const event = checkoutCompleted({ email, name: 'Bea Buyer', tags: ['paid'], amountTotal: 4900, currency: 'usd' });
    await live.n8n.postWebhook('payment', event);
    await live.n8n.executionWhere(WORKFLOW, (one) => JSON.stringify(one).includes(event.id));
    await editor.openExecution(WORKFLOW);
    await editor.openNode('Invite customer');
  };

  it('the nodes panel finds the node under its name, with what it does', async () => {
    await editor.openWorkflow(WORKFLOW);
    expect(await editor.searchNodes('courselit')).toContain('CourseLit');
    expect(await editor.openActions('CourseLit')).toEqual(
      expect.arrayContaining(['Invite a customer', 'Find a customer']),
    );
  });

  it('the list of products is that of the school, and can be searched', async () => {
    await editor.openWorkflow(WORKFLOW);
    await editor.openNode('Invite customer');
    expect((await editor.listOf('productId')).sort()).toEqual([
      'AI Foundations (course)',
      'Advanced Prompting (course, draft)',
      'Prompt Workbook (download)',
    ]);
    // n8n keeps the chosen one at the top.
    expect(await editor.listOf('productId', 'workbook')).toEqual(['AI Foundations', 'Prompt Workbook (download)']);
  });

  it('an execution shows what came out', async () => {
    await pay('bea@example.com');
    const output = await editor.showOutput();
    expect(output).toContain('bea@example.com');
    expect(output).toContain('"membershipStatus"');
  });

  it('an error shows what happened and what to do', async () => {
    await pay('bea.example.com');
    const { message, description } = await editor.errorShown();
    expect(message).toContain('"Email" is not an e-mail address: "bea.example.com".');
    expect(description).toContain('Give one address like ann@example.com.');
  });

  it('a credential is tested, and says what is wrong with it', async () => {
    expect(await editor.openCredential('My school')).toContain('Connection tested successfully');
    await editor.changeCredential('apiKey', 'sk-of-another-school');
    expect(await editor.credentialDetails()).toContain('does not accept the API key');
    expect(holdsKey(await editor.page.content())).toBe(false);
  });
});
