import type { FastifyInstance } from 'fastify';
import { isCanonicalTarget } from './canonical-path.ts';
import { Forbidden, Invalid } from '@orrery/kernel';
import { isProbe } from './health.ts';
import { isHostSound } from './host-header.ts';

/** Headers of every answer; pages add theirs. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  // Pages for the frames of others say so themselves.
  'content-security-policy': "frame-ancestors 'self'",
};

/** Checks every request before any route, unknown routes included. */
export function guardRequests(app: FastifyInstance, options: { readonly allowsPlainHttp: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    const isSecure = request.protocol === 'https';
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000');
    else if (!options.allowsPlainHttp && !isProbe(request.url)) {
      throw new Forbidden('http.https-required', 'Only HTTPS is accepted');
    }
    if (!isHostSound(request.raw.rawHeaders)) {
      throw new Invalid('http.host', 'The request must name one host, in one Host header');
    }
    if (!isCanonicalTarget(request.originalUrl)) {
      throw new Invalid('http.path-not-canonical', 'The path is not written in its canonical form');
    }
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      throw new Invalid('http.encoded-body', 'Compressed request bodies are not accepted', [], 415);
    }
  });
}
