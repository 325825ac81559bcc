import { type RawBuilder, sql } from 'kysely';
import { type ItemKind, itemKinds, sharedAs } from './level.ts';
import type { Place, Reader } from './reader.ts';

/** Sharing as SQL: the parts of which single items and lists are asked in the same words. */

/** The number of the deployment; nothing when it is another account's. */
export function deploymentOf({ accountId, deploymentId }: Place): RawBuilder<number> {
  return sql`(SELECT id FROM deployment WHERE deployment.id = ${deploymentId} AND account_id = ${accountId})`;
}

/** Whether a row of `resource_policy` is for somebody: for themselves or a group they are in. */
export function isFor({ userId }: Reader): RawBuilder<boolean> {
  return sql`(user_id = ${userId} OR group_id IN (SELECT group_id FROM group_member WHERE user_id = ${userId}))`;
}

/** Numbers of the items of a kind that are shared with somebody themselves, not by a folder around them. */
export function sharedWith({ userId }: Reader, kind: ItemKind): RawBuilder<number> {
  const { type, actions } = sharedAs[kind];
  const ofItems = sql`resource_type = ${sql.lit(type)} AND action IN (${sql.join(actions.map((action) => sql.lit(action)))})`;
  return sql`
    SELECT resource_id FROM resource_policy WHERE user_id = ${userId} AND ${ofItems}
    UNION ALL
    SELECT resource_id FROM resource_policy
    WHERE group_id IN (SELECT group_id FROM group_member WHERE user_id = ${userId}) AND ${ofItems}`;
}

/** What a policy is called that is about an item of this kind. */
export function typeOf(kind: RawBuilder<string>): RawBuilder<string> {
  return sql`CASE ${kind} ${sql.join(
    itemKinds.map((one) => sql`WHEN ${sql.lit(one)} THEN ${sql.lit(sharedAs[one].type)}`),
    sql` `,
  )} END`;
}

/** The rank of the level that an action of a policy stands for. */
export function rankOfAction(action: RawBuilder<string>): RawBuilder<number> {
  const ranks = itemKinds.flatMap((kind) =>
    sharedAs[kind].actions.map((name, index) => sql`WHEN ${sql.lit(name)} THEN ${sql.lit(index + 1)}`),
  );
  return sql`CASE ${action} ${sql.join(ranks, sql` `)} ELSE 0 END`;
}
