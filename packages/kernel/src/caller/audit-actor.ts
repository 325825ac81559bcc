import type { Caller, TokenCaller } from './caller.ts';
import type { AccessToken } from './oauth-scopes.ts';

/** The author of a change, as the audit log records it. */
export interface AuditActor {
  readonly via: 'app' | 'scim' | 'command';
  readonly userId?: number | undefined;
  /** Email address; the username for users without one, the id of the embedding application for viewers without one. */
  readonly email?: string | undefined;
  /** The address that the request came from. */
  readonly address?: string | undefined;
  /** The application that acted for the user by an access token. */
  readonly application?: ActingApplication | undefined;
}

interface ActingApplication {
  /** The name that people see. */
  readonly client: string;
  readonly clientId: string;
  readonly grant: number;
}

export const atTheCommandLine: AuditActor = auditActorOf({ kind: 'command' });

/** Tokens of the Data API change nothing, so that they have no audit actor. */
export function auditActorOf(caller: Exclude<Caller, TokenCaller>): AuditActor {
  if (caller.kind === 'command') return { via: 'command' };
  const { kind, userId, email, username, address } = caller;
  const actor = { via: kind === 'provider' ? 'scim' : 'app', userId, email: email ?? username, address } as const;
  return kind !== 'viewer' && caller.token ? { ...actor, application: applicationOf(caller.token) } : actor;
}

function applicationOf({ clientName, clientId, grantId }: AccessToken): ActingApplication {
  return { client: clientName, clientId, grant: grantId };
}
