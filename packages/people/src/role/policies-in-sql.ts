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
