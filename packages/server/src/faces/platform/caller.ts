import type { Operation } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import type { AuditActor, Person } from '@orrery/kernel';
import {
  type ApiKeyAuthenticator,
  authorOf,
  type Change,
  type Changes,
  type RightsChange,
  type SessionAuthenticator,
  type SessionKind,
} from '@orrery/people';
import { requireSameOrigin } from './session/require-same-origin.ts';
import { sessionIn } from './session/session-cookie.ts';

/** The caller of the Platform API, and what its operations read of the caller. */
export interface RequestCaller {
  readonly caller: Person;
  readonly accountId: number;
  readonly by: AuditActor;
  /** Makes a change by the caller that reduces no rights. */
  makeChange<T>(work: (change: Change) => Promise<T>): Promise<T>;
  /** Makes a change by the caller that may reduce rights. */
  changeRights<T>(work: (change: RightsChange) => Promise<T>): Promise<T>;
}

export interface Credentials {
  readonly authenticator: Pick<ApiKeyAuthenticator, 'personOf'>;
  readonly browserSessions: Pick<SessionAuthenticator, 'personOf'>;
}

/**
 * Identifies the caller by the API key, else by the session of a browser. A session does not replace an invalid key.
 * The session of a frame is looked at only where the operation takes it, and goes first there.
 */
export async function personOf(
  request: FastifyRequest,
  credentials: Credentials,
  { isInFrames }: Pick<Operation['takes'], 'isInFrames'>,
): Promise<Person> {
  const { authenticator, browserSessions } = credentials;
  const kinds: readonly SessionKind[] = isInFrames ? ['frame', 'application'] : ['application'];
  const kind = kinds.find((each) => sessionIn(request, each) !== undefined);
  const session = kind && sessionIn(request, kind);
  if (request.headers.authorization !== undefined || session === undefined) {
    return { ...(await authenticator.personOf(request.headers)), address: request.ip };
  }
  requireSameOrigin(request, { isPublic: false });
  return { ...(await browserSessions.personOf(session, kind)), address: request.ip };
}

export function requestCallerOf(caller: Person, changes: Changes): RequestCaller {
  const author = authorOf(caller);
  return {
    ...author,
    caller,
    makeChange: (work) => changes.make(author, work),
    changeRights: (work) => changes.changeRights(author, work),
  };
}

/**
 * Refuses requests from pages of other sites, with which a browser sends the session, where no credential is required.
 * @throws Forbidden
 */
export function requireOwnPage(request: FastifyRequest): void {
  requireSameOrigin(request, { isPublic: sessionIn(request, 'application') === undefined });
}
