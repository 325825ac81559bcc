import type { FastifyRequest } from 'fastify';
import { Forbidden } from '@orrery/kernel';

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Protects the session, which a browser sends with requests of any page. Only pages of this origin may change anything,
 * and pages of other sites may send no request. Browsers send the origin with every change, so a change without an
 * origin is refused. Public operations accept requests that no browser sent.
 *
 * @throws Forbidden
 */
export function requireSameOrigin(request: FastifyRequest, { isPublic }: { readonly isPublic: boolean }): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = `${request.protocol}://${request.host}`;
  const isForeign = site === 'cross-site' || (origin !== undefined && origin !== own);
  // Browsers always state the origin of a change; without a session there is nothing to misuse.
  const isNoBrowser = isPublic && origin === undefined && site === undefined;
  const isKnown = origin === own || site === 'same-origin' || isNoBrowser;
  if (!isForeign && (isKnown || reading.has(request.method))) return;
  throw new Forbidden(
    'auth.cross-origin',
    `The request does not come from a page of this service: with a session, changes name ${own} as their Origin; programs send an API key`,
  );
}
