import type { FastifyRequest } from 'fastify';
import type { PlatformDependencies } from './platform-dependencies.ts';
import { requireSameOrigin } from './session/require-same-origin.ts';
import { sessionIn } from './session/session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers whoever asks; everything else takes a credential. */
    readonly isPublic?: boolean;
  }
  interface FastifyRequest {
    /** Of somebody signed in with a browser. */
    sessionId: number | null;
  }
}

/**
 * Finds out who asks: by the API key, else by the session of a browser. A key that is refused is not made up for by a
 * session.
 *
 * @throws Unauthorized, Forbidden
 */
export async function authenticateRequest(
  request: FastifyRequest,
  { authenticator, browserSessions }: Pick<PlatformDependencies, 'authenticator' | 'browserSessions'>,
): Promise<void> {
  const isPublic = request.routeOptions.config.isPublic === true;
  const session = sessionIn(request);
  const isBySession = request.headers.authorization === undefined && session !== undefined;
  if (isPublic || isBySession) requireSameOrigin(request, { isPublic: isPublic && session === undefined });
  if (isPublic) return;
  if (request.headers.authorization !== undefined || session === undefined) {
    request.actor = await authenticator.actorOf(request.headers);
    return;
  }
  const { actor, sessionId } = await browserSessions.actorOf(session);
  request.actor = actor;
  request.sessionId = sessionId;
}
