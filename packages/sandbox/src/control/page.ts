/** The sandbox's page: a shell, which its script fills with what the school holds. */
import { createHash } from 'node:crypto';
import { SCRIPT } from './page-script.ts';
import { STYLE } from './page-style.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing may run on the page but its own script, whatever a customer's name may hold. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A mortarboard, so that the tab can be told from others. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4f46e5"/>' +
      '<path d="M16 8 4 13.5 16 19l12-5.5L16 8Zm-7 9v4c0 1.7 3.1 3 7 3s7-1.3 7-3v-4l-7 3.2L9 17Z" fill="#fff"/></svg>',
  );

export const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox school</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body>
<header>
  <div class="bar">
    <div class="brand"><span class="dot" id="live" title="Connected"></span><h1 id="school">Sandbox school</h1></div>
    <p class="lead">An embedded course school. Nothing here leaves this machine, and no mail is really sent.</p>
  </div>
  <dl class="facts" id="facts"></dl>
</header>
<main>
  <section aria-labelledby="products-title">
    <h2 id="products-title">Products</h2>
    <div id="products" class="stack"><p class="quiet">Loading…</p></div>
  </section>
  <section aria-labelledby="mails-title">
    <h2 id="mails-title">Invitation mails <span class="count" id="mail-count"></span></h2>
    <div id="mails" class="stack"></div>
  </section>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
