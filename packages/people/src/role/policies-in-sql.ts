import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables, Writer } from '@orrery/store';
import type { ResourceType } from './resource-policy.ts';

/**
 * The rows of `resource_policy` that give a user something, for queries of other features: each entry is what follows
 * `FROM`, with its condition, and is found through an index of its own.
 */
export function policiesOfUser(userId: number): readonly RawBuilder<unknown>[] {
  return [
    sql`resource_policy WHERE user_id = ${userId}`,
    sql`resource_policy WHERE group_id IN (SELECT group_id FROM group_member WHERE user_id = ${userId})`,
  ];
}

/** Removes every policy on the resources whose numbers `ids` selects, because these are deleted. */
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
