import { type Person, type RoleGrants, roles } from '@orrery/kernel';

export interface CredentialOwnerRow {
  readonly account_id: number;
  readonly user_id: number;
  readonly username: string;
  readonly email: string | null;
  readonly role: string;
}

/** Limits that a credential sets to the rights of its user, and the credential itself. */
export type CredentialLimits = Pick<Person, 'deployments' | 'sessionId' | 'token'>;

/** Makes the caller of a credential: its user, with the grants of the user's roles and the limits of the credential. */
export function personOf(row: CredentialOwnerRow, grants: readonly RoleGrants[], limits: CredentialLimits): Person {
  const role = roles.find((known) => known === row.role);
  if (!role) throw new Error(`user ${row.user_id} has the role '${row.role}', which is none`);
  return Object.freeze({
    kind: 'person',
    accountId: row.account_id,
    userId: row.user_id,
    username: row.username,
    email: row.email ?? undefined,
    role,
    grants,
    ...limits,
  });
}
