/** Pictures of the example workflows, as they look in n8n's editor right after they were imported. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../setup/paths.ts';

type Take = (name: string) => Promise<void>;

/** Takes one of each in a signed-in browser, with as much of it in sight as there is. None is saved. */
export async function examplePictures(page: Page, n8n: string, take: Take): Promise<void> {
  await page.route(/\/rest\/workflows$/, async (route) => {
    // n8n saves by itself. Left without an answer: a refusal would be shown in the picture.
    if (route.request().method() === 'GET') await route.continue();
  });
  const folder = join(root, 'examples');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    await page.goto(`${n8n}/workflow/new`);
    await page
      .locator('[data-test-id="canvas-add-button"], [data-test-id="node-creator-plus-button"]')
      .first()
      .waitFor();
    await page.waitForTimeout(1500);
    await paste(page, readFileSync(join(folder, file), 'utf8'));
    await page.locator('[data-test-id="canvas-node"]').first().waitFor();
    await page.waitForTimeout(1500);
    // What n8n says of credentials that it has chosen by itself lies over the workflow.
    for (const close of await page.locator('.el-notification__closeBtn').all()) await close.click();
    // What was pasted is marked until something else is.
    await page.locator('.vue-flow__pane').click({ position: { x: 20, y: 300 } });
    // n8n's shortcut for all of the workflow at once.
    await page.keyboard.press('1');
    await take(`example-${basename(file, '.json')}`);
  }
}

/** A workflow that is pasted into the editor is imported. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((workflow) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', workflow);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}
