import type { FastifyRequest } from 'fastify';
import { Forbidden } from '@orrery/kernel';

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends the session with whatever page asks it to: only pages of this origin may change anything, and none of
 * another site may ask at all. Browsers say where a request comes from; what says nothing is none.
 *
 * @throws Forbidden
 */
export function requireSameOrigin(request: FastifyRequest, { isPublic }: { readonly isPublic: boolean }): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = `${request.protocol}://${request.host}`;
  const isForeign = site === 'cross-site' || (origin !== undefined && origin !== own);
  // Every browser says it of what changes something; who holds nothing has nothing to be misused.
  const isNoBrowser = isPublic && origin === undefined && site === undefined;
  const isKnown = origin === own || site === 'same-origin' || isNoBrowser;
  if (!isForeign && (isKnown || reading.has(request.method))) return;
  throw new Forbidden(
    'auth.cross-origin',
    `The request does not come from a page of this service: with a session, changes name ${own} as their Origin; programs send an API key`,
  );
}
