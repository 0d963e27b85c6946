/** n8n's editor in a browser, by what a person does and sees there. */
import type { Browser, Locator, Page } from 'playwright-core';

/** For what n8n draws by and by, where no event tells that it is done. In milliseconds. */
const SETTLED = 1500;

export interface Login {
  readonly email: string;
  readonly password: string;
}

export class Editor {
  readonly page: Page;
  readonly #url: string;

  private constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
  }

  /** A new page of the browser, signed in. What is changed in a workflow stays in it: n8n would save it by itself. */
  static async open(browser: Browser, url: string, { email, password }: Login): Promise<Editor> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    await page.goto(`${url}/signin`);
    await page.locator('input[name="emailOrLdapLoginId"], input[type="email"]').first().fill(email);
    await page.locator('input[type="password"]').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((at) => !at.pathname.startsWith('/signin'));
    await page.route(/\/rest\/workflows(\/\w+)?(\?.*)?$/, async (route) => {
      // Left without an answer: a refusal would be shown.
      if (route.request().method() === 'GET') await route.continue();
    });
    return new Editor(page, url);
  }

  async openWorkflow(id: string): Promise<void> {
    await this.page.goto(`${this.#url}/workflow/${id}`);
    await this.#canvas();
  }

  /** The newest execution of a workflow. */
  async openExecution(workflowId: string): Promise<void> {
    await this.page.goto(`${this.#url}/workflow/${workflowId}/executions`);
    await this.#canvas();
    // n8n's own advice lies over the list of executions.
    await this.page.keyboard.press('Escape');
  }

  async openNode(name: string): Promise<void> {
    await this.page.locator('[data-test-id="canvas-node"]', { hasText: name }).first().dblclick();
    await this.page.waitForTimeout(SETTLED);
  }

  async closeNode(): Promise<void> {
    await this.page.keyboard.press('Escape');
  }

  /** What a new workflow looks like into which this one is pasted: that imports it. Nothing of it is marked. */
  async paste(workflow: string): Promise<void> {
    await this.page.goto(`${this.#url}/workflow/new`);
    await this.#tested('canvas-add-button', 'node-creator-plus-button').waitFor();
    await this.page.waitForTimeout(SETTLED);
    await this.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, workflow);
    await this.#canvas();
    // What n8n says of credentials that it has chosen by itself lies over the workflow.
    for (const close of await this.page.locator('.el-notification__closeBtn').all()) await close.click();
    await this.page.locator('.vue-flow__pane').click({ position: { x: 20, y: 300 } });
    // n8n's shortcut for all of the workflow at once.
    await this.page.keyboard.press('1');
  }

  /** The names under which the nodes panel finds something. A workflow is open. */
  async searchNodes(text: string): Promise<string[]> {
    await this.#tested('node-creator-plus-button').click();
    await this.#tested('node-creator-search-bar').fill(text);
    await this.page.waitForTimeout(SETTLED);
    return this.#texts('node-creator-item-name');
  }

  /** What the node of that name offers to do. The nodes panel shows it. */
  async openActions(name: string): Promise<string[]> {
    const found = this.page.locator('[data-test-id="node-creator-item-name"]', { hasText: new RegExp(`^${name}$`) });
    await found.first().click();
    await this.page.waitForTimeout(SETTLED);
    return this.#texts('node-creator-item-name');
  }

  /** The list of a resource locator, or what a search in it leaves. The node is open. */
  async listOf(parameter: string, search?: string): Promise<string[]> {
    if (search === undefined) {
      const locator = this.#tested(`resource-locator-${parameter}`);
      await locator.locator('[data-test-id="rlc-input-container"] input').first().click();
    } else await this.#tested('rlc-search').fill(search);
    await this.#tested('rlc-item').waitFor();
    await this.page.waitForTimeout(SETTLED);
    return this.#texts('rlc-item');
  }

  /** The options of a parameter with a list. The node is open. */
  async openOptions(parameter: string): Promise<string[]> {
    const input = this.#tested(`parameter-input-${parameter}`);
    await input.scrollIntoViewIfNeeded();
    await input.click();
    await this.page.waitForTimeout(500);
    return this.page.locator('.el-select-dropdown__item:visible').allInnerTexts();
  }

  async choose(parameter: string, option: string): Promise<void> {
    await this.openOptions(parameter);
    await this.page.locator('.el-select-dropdown__item:visible', { hasText: option }).first().click();
    await this.page.waitForTimeout(500);
  }

  /** What came out of the node, as the editor shows it as JSON. The node of an execution is open. */
  async showOutput(): Promise<string> {
    const panel = this.#tested('output-panel');
    await panel.getByText('JSON', { exact: true }).click();
    await this.page.waitForTimeout(SETTLED);
    return panel.innerText();
  }

  /** What the editor says of an error. The node of an execution is open. */
  async errorShown(): Promise<{ message: string; description: string }> {
    const [message, description] = await Promise.all(
      ['node-error-message', 'node-error-description'].map((name) => this.#tested(name).innerText()),
    );
    return { message: message ?? '', description: description ?? '' };
  }

  /** The form of the first credential with that text in its name, which n8n tests by itself. Gives what the form shows. */
  async openCredential(name: string): Promise<string> {
    await this.page.goto(`${this.#url}/home/credentials`);
    await this.page.locator('[data-test-id="resources-list-item"]', { hasText: name }).first().click();
    return this.#credentialForm();
  }

  /** Types something into a field of the open credential and saves it, which tests it. Gives what the form shows. */
  async changeCredential(field: string, value: string): Promise<string> {
    await this.#tested(`parameter-input-${field}`).locator('input').first().fill(value);
    await this.#tested('credential-save-button').click();
    return this.#credentialForm();
  }

  /** What the open credential shows of why its test has failed. */
  async credentialDetails(): Promise<string> {
    await this.page.getByText('More details').click();
    return this.#credentialForm();
  }

  /** Where a community package is installed by its name. */
  async openInstallation(packageName: string): Promise<void> {
    await this.page.goto(`${this.#url}/settings/community-nodes`);
    await this.page.getByRole('button', { name: 'Install a community node' }).click();
    await this.#tested('package-name-input').fill(packageName);
  }

  async #credentialForm(): Promise<string> {
    const form = this.#tested('credential-edit-dialog', 'editCredential-modal');
    await form.waitFor();
    await this.page.waitForTimeout(2 * SETTLED);
    return form.innerText();
  }

  async #canvas(): Promise<void> {
    await this.#tested('canvas-node').waitFor();
    await this.page.waitForTimeout(SETTLED);
  }

  #tested(...names: string[]): Locator {
    return this.page.locator(names.map((name) => `[data-test-id="${name}"]`).join(', ')).first();
  }

  async #texts(name: string): Promise<string[]> {
    const texts = await this.page.locator(`[data-test-id="${name}"]:visible`).allInnerTexts();
    return texts.map((text) => text.trim());
  }
}
