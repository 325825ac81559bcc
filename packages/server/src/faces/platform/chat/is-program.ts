import type { ChatRequest } from '@orrery/contract';
import type { Person, Viewer } from '@orrery/kernel';

/**
 * Whether the caller is a program that names the users it asks for. Viewers and people in a browser ask for themselves; what a
 * body says of users has no effect for them. An application with an access token asks for its person, unless it has the rights
 * of the person on the platform and names a user.
 */
export function isProgram(caller: Person | Viewer, settings: ChatRequest['sessionSettings']): caller is Person {
  if (caller.kind === 'viewer' || caller.sessionId !== undefined) return false;
  return caller.token === undefined || (settings !== undefined && caller.token.scopes.has('platform'));
}
