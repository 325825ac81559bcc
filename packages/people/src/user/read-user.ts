import { roles } from '@orrery/kernel';
import { type User, userStatuses } from './user.ts';
import { readEmails } from './user-emails.ts';
import type { UserRow } from './user-store.ts';

/** Reads a row. @throws when it has values that no version writes */
export function readUser(row: UserRow): User {
  const role = roles.find((known) => known === row.role);
  const status = userStatuses.find((known) => known === row.status);
  if (!role || !status) throw new Error(`user ${row.id} has the role '${row.role}' and the status '${row.status}'`);
  return {
    id: row.id,
    uid: row.uid,
    username: row.username,
    email: row.email ?? undefined,
    role,
    status,
    displayName: row.display_name ?? undefined,
    givenName: row.given_name ?? undefined,
    familyName: row.family_name ?? undefined,
    formattedName: row.formatted_name ?? undefined,
    picture: row.picture ?? undefined,
    externalId: row.external_id ?? undefined,
    emails: readEmails(row.emails, row.email),
    managedBy: row.managed_by === 'scim' || row.managed_by === 'client' ? row.managed_by : undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? row.created_at,
    version: row.version,
  };
}
