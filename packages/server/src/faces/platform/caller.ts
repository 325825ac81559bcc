import { type Operation, scopesTaken } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import type { AuditActor, Person, Viewer } from '@orrery/kernel';
import type { OwnAddresses } from '@orrery/oauth';
import {
  authorOf,
  type BearerAuthenticator,
  type Change,
  type Changes,
  type RightsChange,
  type SessionAuthenticator,
  type SessionKind,
  type ViewerAuthenticator,
} from '@orrery/people';
import { requireSameOrigin } from './session/require-same-origin.ts';
import { sessionIn } from './session/session-cookie.ts';

/** The caller of the Platform API, and what its operations read of the caller. */
export interface RequestCaller<Caller extends Person | Viewer = Person> {
  readonly caller: Caller;
  readonly accountId: number;
  readonly by: AuditActor;
  /** Makes a change by the caller that reduces no rights. */
  makeChange<T>(work: (change: Change) => Promise<T>): Promise<T>;
  /** Makes a change by the caller that may reduce rights. */
  changeRights<T>(work: (change: RightsChange) => Promise<T>): Promise<T>;
}

export interface Credentials {
  readonly authenticator: Pick<BearerAuthenticator, 'personOf'>;
  readonly ownAddresses: Pick<OwnAddresses, 'audiencesAt'>;
  readonly browserSessions: Pick<SessionAuthenticator, 'personOf'>;
  readonly viewers: Pick<ViewerAuthenticator, 'viewerOf'>;
}

/**
 * Identifies the caller by the embed token, else as a person. Nothing replaces a token that is refused.
 *
 * @throws Unauthorized, InsufficientScope
 */
export async function callerOf(
  request: FastifyRequest,
  credentials: Credentials,
  operation: Pick<Operation, 'method' | 'takes'>,
): Promise<Person | Viewer> {
  const token = embedTokenIn(request.headers.authorization);
  if (token === undefined) return personOf(request, credentials, operation);
  return { ...(await credentials.viewers.viewerOf(token)), address: request.ip };
}

/** Returns a token that names its scheme, or that has the form of one behind `Bearer`, as API keys never have. */
function embedTokenIn(authorization: string | undefined): string | undefined {
  const [, scheme, token] = /^(Embed-Token|Bearer) +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (scheme === undefined || token === undefined) return undefined;
  return scheme.toLowerCase() === 'embed-token' || token.split('.').length === 3 ? token : undefined;
}

/**
 * Identifies the caller by the API key or access token, else by the session of a browser. A session does not replace an
 * invalid key or token.
 * The session of a frame is looked at only where the operation takes it. It goes first there, or is the only one.
 */
async function personOf(
  request: FastifyRequest,
  credentials: Credentials,
  operation: Pick<Operation, 'method' | 'takes'>,
): Promise<Person> {
  const { authenticator, browserSessions, ownAddresses } = credentials;
  const kind = kindsOfSessions(operation).find((each) => sessionIn(request, each) !== undefined);
  const session = kind && sessionIn(request, kind);
  if (request.headers.authorization !== undefined || session === undefined) {
    const use = { anyOf: scopesTaken(operation), audiences: ownAddresses.audiencesAt('/api/v1') };
    return { ...(await authenticator.personOf(request.headers, { use })), address: request.ip };
  }
  requireSameOrigin(request, { isPublic: false });
  return { ...(await browserSessions.personOf(session, kind)), address: request.ip };
}

function kindsOfSessions({ takes }: Pick<Operation, 'takes'>): readonly SessionKind[] {
  if (takes.isInFrames === 'only') return ['frame'];
  return takes.isInFrames ? ['frame', 'application'] : ['application'];
}

export function requestCallerOf<Caller extends Person | Viewer>(
  caller: Caller,
  changes: Changes,
): RequestCaller<Caller> {
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
