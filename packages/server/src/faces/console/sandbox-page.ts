import type { FastifyInstance } from 'fastify';
import { frameAncestors } from '../../pages/index.ts';
import type { ConsoleBuild } from './console-build.ts';

/**
 * The policy of a page for untrusted content. The page has an opaque origin without stored data or access to its
 * parent, and sends no requests. It receives rows as a message, and never a token.
 */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "webrtc 'block'",
].join('; ');

/** Serves the page in which content of others runs. Only pages that may be framed anywhere are its parents. */
export function registerSandbox(
  app: FastifyInstance,
  frameOrigins: Parameters<typeof frameAncestors>[0],
  sandboxOf: () => Pick<ConsoleBuild, 'sandbox'> | undefined,
): void {
  const ancestors = frameOrigins === '*' ? '*' : ["'self'", ...frameOrigins];
  app.get('/embed/sandbox', async (_request, reply) => {
    const build = sandboxOf();
    if (!build) return reply.code(404).send({ error: 'Not Found' });
    return reply
      .headers({
        'content-security-policy': `${policy}; ${frameAncestors(ancestors)}`,
        // Chromium obeys this, and knows no directive `webrtc`: without it, peers are connected to.
        'connection-allowlist': '()',
      })
      .type('text/html; charset=utf-8')
      .send(sandboxHtml(build.sandbox));
  });
}

/** A script cannot be loaded from anywhere by the policy, so it is part of the page. */
function sandboxHtml(script: string): string {
  const inline = script.replaceAll(/<(?=!--|\/?script)/gi, '\\x3C');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Content</title></head>
<body><script>${inline}</script></body></html>
`;
}
