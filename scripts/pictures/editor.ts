/** Pictures of the nodes as they are met in n8n's editor, while a workflow is built. */
import type { Page } from 'playwright-core';

type Take = (name: string) => Promise<void>;

/** Takes them in a signed-in browser. What they change in the workflow stays in the browser: n8n saves by itself. */
export async function editorPictures(page: Page, n8n: string, take: Take): Promise<void> {
  await page.route(/\/rest\/workflows\/courselitPayment\b/, async (route) => {
    // Left without an answer: a refusal would be shown in the picture.
    if (route.request().method() === 'GET') await route.continue();
  });
  await installDialog(page, n8n, take);
  await nodesPanel(page, n8n, take);
  await locatorList(page, n8n, take);
  await contentFormat(page, take);
  await credentialTest(page, n8n, take);
}

/** Where a community package is installed by its name. */
async function installDialog(page: Page, n8n: string, take: Take): Promise<void> {
  await page.goto(`${n8n}/settings/community-nodes`);
  await page.getByRole('button', { name: 'Install a community node' }).click();
  await page.locator('[data-test-id="package-name-input"]').fill('n8n-nodes-courselit');
  await take('n8n-install');
  await page.keyboard.press('Escape');
}

/** The node is found under its name, and offers what it can do. */
async function nodesPanel(page: Page, n8n: string, take: Take): Promise<void> {
  await openWorkflow(page, n8n);
  await page.locator('[data-test-id="node-creator-plus-button"]').first().click();
  const search = page.locator('[data-test-id="node-creator-search-bar"]');
  await search.fill('courselit');
  const found = page.locator('[data-test-id="node-creator-item-name"]', { hasText: /^CourseLit$/ }).first();
  await found.waitFor();
  await take('n8n-nodes-panel');
  await found.click();
  await take('n8n-actions');
  await page.keyboard.press('Escape');
}

/** The list behind "From List", and a search in it. */
async function locatorList(page: Page, n8n: string, take: Take): Promise<void> {
  await openWorkflow(page, n8n);
  await page.locator('[data-test-id="canvas-node"]', { hasText: 'Invite customer' }).first().dblclick();
  const product = page.locator('[data-test-id="resource-locator-productId"]');
  await product.locator('[data-test-id="rlc-input-container"] input').first().click();
  await page.locator('[data-test-id="rlc-item"]').first().waitFor();
  await page.locator('[data-test-id="rlc-search"]').fill('workbook');
  await page.waitForTimeout(1500);
  await take('n8n-product-search');
  await page.keyboard.press('Escape');
}

/** The choice of the format that a lesson's text is given in. The node is open. */
async function contentFormat(page: Page, take: Take): Promise<void> {
  await choose(page, 'resource', 'Lesson');
  await choose(page, 'operation', 'Create');
  const format = page.locator('[data-test-id="parameter-input-contentFormat"]').first();
  await format.scrollIntoViewIfNeeded();
  await format.click();
  await page.waitForTimeout(500);
  await take('n8n-content-format');
  await page.keyboard.press('Escape');
}

async function choose(page: Page, parameter: string, option: string): Promise<void> {
  await page.locator(`[data-test-id="parameter-input-${parameter}"]`).first().click();
  await page.locator('.el-select-dropdown__item:visible', { hasText: option }).first().click();
  await page.waitForTimeout(500);
}

/** The form of the credential, and what its test says. */
async function credentialTest(page: Page, n8n: string, take: Take): Promise<void> {
  await page.goto(`${n8n}/home/credentials`);
  await page.locator('[data-test-id="resources-list-item"]', { hasText: 'CourseLit' }).first().click();
  await page
    .locator('[data-test-id="credential-edit-dialog"], [data-test-id="editCredential-modal"]')
    .first()
    .waitFor();
  await take('n8n-credential');
}

async function openWorkflow(page: Page, n8n: string): Promise<void> {
  await page.goto(`${n8n}/workflow/courselitPayment`);
  await page.locator('[data-test-id="canvas-node"]').first().waitFor();
  await page.waitForTimeout(1500);
}
