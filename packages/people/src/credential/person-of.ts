import { type Person, type RoleGrants, roles } from '@orrery/kernel';

interface UserColumns {
  readonly account_id: number;
  readonly user_id: number;
  readonly username: string;
  readonly email: string | null;
  readonly role: string;
}

/** The user whom a credential stands for, with the grants of their roles and what the credential is limited to. */
export function personOf(
  row: UserColumns,
  grants: readonly RoleGrants[],
  limits: Pick<Person, 'deployments' | 'sessionId'>,
): Person {
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
