import type { CallerKind } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import type { Acting, Actor } from '@orrery/kernel';
import type { ApiKeyAuthenticator, SessionAuthenticator } from '@orrery/people';
import { requireSameOrigin } from './session/require-same-origin.ts';
import { sessionIn } from './session/session-cookie.ts';

/** Who asks the Platform API. */
export interface PlatformCaller {
  readonly kind: CallerKind;
  readonly actor: Actor;
  readonly accountId: number;
  /** As the audit log writes them down. */
  readonly by: Acting;
  /** The session of the browser; absent with an API key. */
  readonly sessionId: number | undefined;
}

export interface Credentials {
  readonly authenticator: Pick<ApiKeyAuthenticator, 'actorOf'>;
  readonly browserSessions: Pick<SessionAuthenticator, 'actorOf'>;
}

/**
 * Finds out who asks: by the API key, else by the session of a browser. A key that is refused is not made up for by a
 * session.
 *
 */
export async function callerOf(request: FastifyRequest, credentials: Credentials): Promise<PlatformCaller> {
  const { authenticator, browserSessions } = credentials;
  const session = sessionIn(request);
  if (request.headers.authorization !== undefined || session === undefined) {
    return personOf(request, await authenticator.actorOf(request.headers));
  }
  requireSameOrigin(request, { isPublic: false });
  const { actor, sessionId } = await browserSessions.actorOf(session);
  return personOf(request, actor, sessionId);
}

/** Refuses pages of other sites, which a browser sends a session for, where no credential is asked for. @throws Forbidden */
export function requireOwnPage(request: FastifyRequest): void {
  requireSameOrigin(request, { isPublic: sessionIn(request) === undefined });
}

function personOf(request: FastifyRequest, actor: Actor, sessionId?: number): PlatformCaller {
  const { accountId, userId, email, username } = actor;
  const by = { via: 'app', userId, email: email ?? username, address: request.ip } as const;
  return { kind: 'person', actor, accountId, by, sessionId };
}
