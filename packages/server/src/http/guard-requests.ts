import type { FastifyInstance } from 'fastify';
import { Forbidden, Invalid } from '@orrery/kernel';
import { isProbe } from './health.ts';

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

/** RFC 9110 section 7.2, of names without the signs that no name of a machine has. Empty where the target has no authority. */
const hostAndPort = /^(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})*)(?::\d{0,5})?$/;

/**
 * RFC 9112 section 3.2: a request names one host, in its one form. Two of them are read as two different ones by servers that
 * stand behind each other.
 *
 * @param rawHeaders names and values by turns; the headers that are read have the first of two
 */
function isHostSound(rawHeaders: readonly string[]): boolean {
  let isNamed = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'host') continue;
    if (isNamed || !hostAndPort.test(rawHeaders[at + 1] ?? '')) return false;
    isNamed = true;
  }
  return true;
}

/**
 * Whether a request target is written in the one way on which the router and the checks before it agree: absolute path,
 * no empty or dot segments, no encoded slash, no encoded letter, no matrix parameters, no control characters.
 *
 * @param target as on the request line, with its query string
 */
export function isCanonicalTarget(target: string): boolean {
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  if (!path.startsWith('/') || path.includes('//') || !pathCharacters.test(path)) return false;
  if (dotSegment.test(path)) return false;
  for (const [, code = ''] of path.matchAll(/%([0-9A-Fa-f]{2})/g)) {
    if (isNeverEncoded(Number.parseInt(code, 16))) return false;
  }
  return true;
}

/** RFC 3986 `pchar` and `/`, without `;`. */
const pathCharacters = /^(?:[A-Za-z0-9\-._~!$&'()*+,=:@/]|%[0-9A-Fa-f]{2})*$/;
const dotSegment = /(^|\/)\.{1,2}(\/|$)/;
/** Unreserved characters need no encoding; the others would be a second way to write a path. */
const neverEncoded = /[A-Za-z0-9\-._~/\\]/;

function isNeverEncoded(code: number): boolean {
  return code < 0x20 || code === 0x7f || neverEncoded.test(String.fromCharCode(code));
}
