import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables, Writer } from '@orrery/store';
import type { ResourceType } from './resource-policy.ts';

/**
 * Queries for the rows of `resource_policy` that grant a user something, for use in other features: each entry is the
 * text after `FROM`, with its condition, and has an index of its own.
 */
export function policiesOfUser(userId: number): readonly RawBuilder<unknown>[] {
  return [
    sql`resource_policy WHERE user_id = ${userId}`,
    sql`resource_policy WHERE group_id IN (SELECT group_id FROM group_member WHERE user_id = ${userId})`,
  ];
}

/**
 * Selects the policies that are granted to every viewer of the account or of the viewer's embed tenant, like
 * `policiesOfUser`.
 */
export function policiesOfViewers(userId: number): readonly RawBuilder<unknown>[] {
  return [sql`resource_policy WHERE group_id IN (${systemGroupsOf(userId)})`];
}

/** The groups that every viewer of the account, and of the embed tenant, is in; they have no rows of members. */
function systemGroupsOf(userId: number): RawBuilder<unknown> {
  return sql`
    SELECT user_group.id FROM account_user JOIN user_group ON user_group.account_id = account_user.account_id
    WHERE account_user.id = ${userId} AND account_user.kind = 'external' AND user_group.kind = 'system'
      AND (user_group.embed_tenant_id IS NULL OR user_group.embed_tenant_id = account_user.embed_tenant_id)`;
}

/** Removes every policy on the resources selected by `ids`, which are being deleted. */
export async function clearPolicies(
  writer: Writer,
  accountId: number,
  types: readonly ResourceType[],
  ids: SelectQueryBuilder<Tables, keyof Tables, { id: number }>,
): Promise<void> {
  await writer
    .deleteFrom('resource_policy')
    .where('account_id', '=', accountId)
    .where('resource_type', 'in', types)
    .where('resource_id', 'in', ids)
    .execute();
}

/** The resources of one type, of an account, that any policy is on, for use in other features. */
export function policiesOn(writer: Writer, accountId: number, type: ResourceType) {
  return writer
    .selectFrom('resource_policy')
    .select('resource_id')
    .where('account_id', '=', accountId)
    .where('resource_type', '=', type);
}
