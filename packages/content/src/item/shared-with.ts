import { type RawBuilder, sql } from 'kysely';
import { type ItemKind, itemKinds, sharedAs } from './level.ts';
import type { Reader } from './reader.ts';

/** Selects the `resource_id` of the items of a kind that policies share with a reader or one of their groups. */
export function sharedWith(reader: Reader, kind: ItemKind): RawBuilder<unknown> {
  const { type, actions } = sharedAs[kind];
  const ofItems = sql`resource_type = ${sql.lit(type)} AND action IN (${sql.join(actions.map((action) => sql.lit(action)))})`;
  const shared = ownPolicies(reader).map((own) => sql`SELECT resource_id FROM ${own} AND ${ofItems}`);
  return sql.join(shared, sql` UNION ALL `);
}

/** The best rank that policies give a reader at one item; NULL when they give nothing. */
export function rankShared(
  reader: Reader,
  { kind, id }: { readonly kind: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
): RawBuilder<number | null> {
  const types = itemKinds.map((one) => sql`WHEN ${sql.lit(one)} THEN ${sql.lit(sharedAs[one].type)}`);
  const ranks = itemKinds.flatMap((one) =>
    sharedAs[one].actions.map((action, index) => sql`WHEN ${sql.lit(action)} THEN ${sql.lit(index + 1)}`),
  );
  const shared = ownPolicies(reader).map(
    (own) => sql`
      SELECT CASE action ${sql.join(ranks, sql` `)} END AS rank FROM ${own}
        AND resource_type = CASE ${kind} ${sql.join(types, sql` `)} END AND resource_id = ${id}`,
  );
  return sql`(SELECT MAX(rank) FROM (${sql.join(shared, sql` UNION ALL `)}) AS shared)`;
}

/** The policies for the reader, and those for their groups: each part is found through an index of its own. */
function ownPolicies({ userId }: Reader): readonly RawBuilder<unknown>[] {
  return [
    sql`resource_policy WHERE user_id = ${userId}`,
    sql`resource_policy WHERE group_id IN (SELECT group_id FROM group_member WHERE user_id = ${userId})`,
  ];
}
