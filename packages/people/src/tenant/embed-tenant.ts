import type { Selectable } from 'kysely';
import type { UserTable } from '@orrery/store';

/** A customer of the account whose viewers see embedded content, with its own users, groups and attributes. */
export interface EmbedTenant {
  readonly id: number;
  readonly name: string;
  readonly createdAt: number;
}

/** A tenant, and how many viewers it has whose time is not over. */
export interface CountedTenant extends EmbedTenant {
  readonly users: number;
}

/** A group of a tenant or of the account, and how many viewers it has whose time is not over. */
export interface ViewerGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string | undefined;
  readonly users: number;
}

/** A viewer of embedded content, identified by the embedding application. Does not sign in. */
export interface ExternalUser {
  readonly id: number;
  readonly externalId: string;
  readonly email: string | undefined;
  readonly displayName: string | undefined;
  readonly picture: string | undefined;
  /** Expiry of an ephemeral viewer, in epoch milliseconds. */
  readonly expiresAt: number | undefined;
}

export function tenantNameFault(name: string): string | undefined {
  if (/^[a-z][a-z0-9-]{3,34}[a-z0-9]$/.test(name)) return undefined;
  return 'must be 5-36 characters, start with a letter, end with a letter or digit and use only a-z, 0-9 and -';
}

export function externalIdFault(externalId: string): string | undefined {
  if (externalId === '' || externalId.length > 255 || /[\p{Cc}\p{Cs}]/u.test(externalId)) {
    return 'must be 1-255 characters that can be seen';
  }
  return externalId === externalId.trim().toLowerCase() ? undefined : 'must be lowercase and trimmed';
}

export function readExternal(row: Selectable<UserTable>): ExternalUser {
  return {
    id: row.id,
    externalId: row.external_id ?? row.username,
    email: row.email ?? undefined,
    displayName: row.display_name ?? undefined,
    picture: row.picture ?? undefined,
    expiresAt: row.expires_at ?? undefined,
  };
}
