import type { SecurityContext } from './security-context.ts';
import type { Person, Viewer } from './caller.ts';

/**
 * The claims that a user of an account, or a viewer of embedded content, asks for data with, as a token would carry
 * them. They name the user, and of a viewer the session: groups and attributes are looked up when the data is asked for.
 */
export function claimsOf(caller: Pick<Person, 'userId'> | Viewer): SecurityContext {
  if (!isViewer(caller)) return { cubeCloud: { user: caller.userId } };
  const { securityContext, userId, sessionId } = caller;
  return { ...securityContext, cubeCloud: { viewer: userId, session: sessionId } };
}

function isViewer(caller: Pick<Person, 'userId'> | Viewer): caller is Viewer {
  return 'kind' in caller && caller.kind === 'viewer';
}
