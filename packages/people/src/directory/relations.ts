import { sql } from 'kysely';
import type { Writer } from '@orrery/store';

/** Users for joins of other features: their names and their kind. */
export function users(writer: Writer) {
  return (
    writer
      .selectFrom('account_user')
      .select(['id', 'account_id', 'kind', 'status', 'username', 'email', 'picture', 'external_id', 'embed_tenant_id'])
      // The only name that the embedding application gives a viewer.
      .select(sql<string | null>`CASE WHEN kind = 'external' THEN display_name ELSE given_name END`.as('given_name'))
  );
}

/** The users among them whose time is not over, for names that are shown. @param now epoch milliseconds */
export function presentUsers(writer: Writer, now: number) {
  return users(writer).where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]));
}

/** The user groups, for joins of other features. */
export function userGroups(writer: Writer) {
  return writer.selectFrom('user_group').select(['id', 'account_id', 'name', 'kind', 'embed_tenant_id']);
}

/** The embed tenants, for joins of other features. */
export function embedTenants(writer: Writer) {
  return writer.selectFrom('embed_tenant').select(['id', 'account_id', 'name']);
}
