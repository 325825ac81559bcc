import type { IncomingMessage } from 'node:http';

/**
 * Whether a request asks for the root of a server. Programs that watch the ports of a machine do so whenever one opens,
 * so a server that counts what the product asks of it leaves these out, and no test lets the product ask for the root.
 */
export function isKnock({ url }: Pick<IncomingMessage, 'url'>): boolean {
  return url === '/';
}
