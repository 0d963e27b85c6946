/**
 * `npm run pictures`: takes the documentation's pictures anew, with a headless Chromium, from a running `npm start`.
 * The browser is the one that CHROMIUM names, or Debian's.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PlainError, tell } from '../bootstrap/failure.cjs';
import { root } from '../setup/paths.ts';
import { openBrowser } from './browser.ts';
import { Editor } from './editor.ts';

const folder = join(root, 'docs', 'images');
const examples = join(root, 'examples');
const PAYMENT = 'courselitPayment';

interface Running {
  readonly addresses?: { readonly school: string; readonly n8n: string };
}

function runningDemo(): { school: string; n8n: string; owner: { email: string; password: string } } {
  const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(root, '.run', ...path), 'utf8'));
  try {
    const { addresses } = read('start.lock') as Running;
    if (addresses) return { ...addresses, owner: read('n8n', 'owner.json') as { email: string; password: string } };
  } catch {
    // Said below.
  }
  throw new PlainError(
    'Nothing is running that a picture could be taken of.',
    'Run `npm start` in another terminal first.',
  );
}

async function takePictures(): Promise<void> {
  const { school, n8n, owner } = runningDemo();
  const pay = (email: string) =>
    fetch(`${n8n}/webhook/payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'checkout.session.completed',
        data: { object: { customer_details: { email }, metadata: { tags: 'paid,stripe' } } },
      }),
    });

  const browser = await openBrowser();
  try {
    const editor = await Editor.open(browser, n8n, owner);
    await mkdir(folder, { recursive: true });
    const take = async (name: string): Promise<void> => {
      // Fonts, transitions and n8n's own loading: there is no event for all of them.
      await editor.page.waitForTimeout(2500);
      await editor.page.screenshot({ path: join(folder, `${name}.png`) });
      console.log(`docs/images/${name}.png`);
    };

    await pay(`ann+${Date.now()}@example.com`);
    await editor.openExecution(PAYMENT);
    await take('n8n-payment-run');
    await editor.openNode('Invite customer');
    await editor.showOutput();
    await take('n8n-payment-output');

    await pay('ann.example.com');
    await editor.openExecution(PAYMENT);
    await editor.openNode('Invite customer');
    await take('n8n-payment-error');

    await editor.openInstallation('n8n-nodes-courselit');
    await take('n8n-install');

    await editor.openWorkflow(PAYMENT);
    await editor.searchNodes('courselit');
    await take('n8n-nodes-panel');
    await editor.openActions('CourseLit');
    await take('n8n-actions');

    await editor.openWorkflow(PAYMENT);
    await editor.openNode('Invite customer');
    await editor.listOf('productId');
    await editor.listOf('productId', 'workbook');
    await take('n8n-product-search');
    await editor.page.keyboard.press('Escape');
    await editor.choose('resource', 'Lesson');
    await editor.choose('operation', 'Create');
    await editor.openOptions('contentFormat');
    await take('n8n-content-format');

    await editor.openCredential('CourseLit');
    await take('n8n-credential');

    for (const file of readdirSync(examples).filter((name) => name.endsWith('.json'))) {
      await editor.paste(readFileSync(join(examples, file), 'utf8'));
      await take(`example-${basename(file, '.json')}`);
    }

    await editor.page.goto(school.replace(/\/?(sandbox)?$/, '/sandbox'));
    await take('sandbox-school');
  } finally {
    await browser.close();
  }
}

try {
  await takePictures();
} catch (error) {
  process.exitCode = tell(error);
}
