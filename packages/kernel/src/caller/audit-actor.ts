import type { Caller, TokenCaller } from './caller.ts';

/** The author of a change, as the audit log records it. */
export interface AuditActor {
  readonly via: 'app' | 'scim' | 'command';
  readonly userId?: number | undefined;
  /** Email address; the username for users without one, the id of the embedding application for viewers without one. */
  readonly email?: string | undefined;
  /** The address that the request came from. */
  readonly address?: string | undefined;
}

export const atTheCommandLine: AuditActor = auditActorOf({ kind: 'command' });

/** Tokens of the Data API change nothing, so that they have no audit actor. */
export function auditActorOf(caller: Exclude<Caller, TokenCaller>): AuditActor {
  if (caller.kind === 'command') return { via: 'command' };
  const { kind, userId, email, username, address } = caller;
  return { via: kind === 'provider' ? 'scim' : 'app', userId, email: email ?? username, address };
}
