/**
 * `npm run pictures`: takes the documentation's pictures anew, with a headless Chromium, from a running `npm start`.
 * The browser is the one that CHROMIUM names, or Debian's.
 */
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { PlainError, tell } from '../bootstrap/failure.cjs';
import { root } from '../setup/paths.ts';
import { editorPictures } from './editor.ts';
import { examplePictures } from './examples.ts';

const folder = join(root, 'docs', 'images');
const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

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

  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: BROWSER_ARGS,
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await mkdir(folder, { recursive: true });
  const picture = async (name: string): Promise<void> => {
    // Fonts, transitions and n8n's own loading: there is no event for all of them.
    await page.waitForTimeout(2500);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(`docs/images/${name}.png`);
  };
  /** The newest execution of the payment workflow. */
  const openExecution = async (): Promise<void> => {
    await page.goto(`${n8n}/workflow/courselitPayment/executions`);
    await page.locator('[data-test-id="canvas-node"]').first().waitFor();
    await page.waitForTimeout(2500);
    // n8n's own advice lies over the list of executions.
    await page.keyboard.press('Escape');
  };

  const openNode = (): Promise<void> =>
    page.locator('[data-test-id="canvas-node"]', { hasText: 'Invite customer' }).first().dblclick();

  await page.goto(`${n8n}/signin`);
  await page.locator('input[name="emailOrLdapLoginId"], input[type="email"]').first().fill(owner.email);
  await page.locator('input[type="password"]').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/signin'));

  await pay(`ann+${Date.now()}@example.com`);
  await openExecution();
  await picture('n8n-payment-run');
  await openNode();
  await page.locator('[data-test-id="output-panel"]').getByText('JSON', { exact: true }).click();
  await picture('n8n-payment-output');

  await pay('ann.example.com');
  await openExecution();
  await openNode();
  await picture('n8n-payment-error');

  await editorPictures(page, n8n, picture);
  await examplePictures(page, n8n, picture);

  await page.goto(school.replace(/\/?(sandbox)?$/, '/sandbox'));
  await picture('sandbox-school');
  await browser.close();
}

try {
  await takePictures();
} catch (error) {
  process.exitCode = tell(error);
}
