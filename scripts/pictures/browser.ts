/** A browser without a window, for what people see of n8n and of the school. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

/** The one that CHROMIUM names, or Debian's. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** As root it starts without its sandbox only; nothing but this machine's own pages is opened. */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/** Why there is none here; undefined where there is one. */
export function whyNoBrowser(): string | undefined {
  return existsSync(EXECUTABLE) ? undefined : `there is no ${EXECUTABLE}`;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ARGS });
}
