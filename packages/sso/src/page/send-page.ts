import { randomBytes } from 'node:crypto';
import { escapeHtml } from '@orrery/kernel';
import type { FastifyReply } from 'fastify';

interface ShownPage {
  readonly heading: string;
  /** Content below the heading, as HTML. */
  readonly body: string;
  readonly width: 'narrow' | 'wide';
  /** A script of ours, as text; nothing of a request is in it. */
  readonly script?: string | undefined;
}

/** Answers a browser with a page that the application has no part in. It loads nothing. */
export function sendPage(reply: FastifyReply, { heading, body, width, script }: ShownPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const scripts = script === undefined ? '' : `script-src 'nonce-${nonce}'; `;
  const policy = `default-src 'none'; ${scripts}style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const title = escapeHtml(heading);
  return reply
    .headers({ 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Orrery</title><style nonce="${nonce}">${style}</style></head>
<body class="${width}"><main><div class="mark">${mark}Orrery</div><h1>${title}</h1>${body}</main>
${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`}</body></html>
`);
}

/** A brass ring with one small planet, as on the pages of the application. */
const mark = `<svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true"><circle cx="8" cy="8" r="6" class="ring"/><circle cx="12.3" cy="3.7" r="2.5" class="planet"/></svg>`;

const style = `
:root { color-scheme: light dark; --bg: light-dark(#f9fafc, #0d1017); --brass: light-dark(#9a6b1c, #d9b06a); }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: var(--bg); overflow-wrap: anywhere; }
main { max-width: 48rem; margin: auto; padding: 2rem; }
.narrow { min-height: 100vh; display: grid; place-items: center; }
.narrow main { max-width: 24rem; }
.mark { display: flex; align-items: center; gap: 8px; font-weight: 600; }
.ring { fill: none; stroke: var(--brass); stroke-width: 1.75; }
.planet { fill: var(--brass); stroke: var(--bg); stroke-width: 1.25; }
h1 { font-size: 1.25rem; }
h2 { font-size: 1rem; }
small { opacity: 0.7; }
button { font: inherit; padding: 4px 12px; }
th { text-align: start; vertical-align: top; padding-inline-end: 1rem; white-space: nowrap; }
@media (max-width: 40rem) { th, td { display: block; } }`;
