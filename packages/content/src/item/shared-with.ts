import { type RawBuilder, sql } from 'kysely';
import { policiesOfUser, policiesOfViewers } from '@orrery/people';
import { type ItemKind, itemKinds, sharedAs } from './level.ts';
import type { ContentRights } from './content-rights.ts';

/** Selects the `resource_id` of the items of a kind that policies share with a user or one of their groups. */
export function sharedWith(rights: ContentRights, kind: ItemKind): RawBuilder<unknown> {
  const { type, actions } = sharedAs[kind];
  const ofItems = sql`resource_type = ${sql.lit(type)} AND action IN (${sql.join(actions.map((action) => sql.lit(action)))})`;
  const shared = policiesFor(rights).map((own) => sql`SELECT resource_id FROM ${own} AND ${ofItems}`);
  return sql.join(shared, sql` UNION ALL `);
}

/** The best rank that policies give a user at one item; NULL when they give nothing. */
export function rankShared(
  rights: ContentRights,
  { kind, id }: { readonly kind: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
): RawBuilder<number | null> {
  const types = itemKinds.map((one) => sql`WHEN ${sql.lit(one)} THEN ${sql.lit(sharedAs[one].type)}`);
  const ranks = itemKinds.flatMap((one) =>
    sharedAs[one].actions.map((action, index) => sql`WHEN ${sql.lit(action)} THEN ${sql.lit(index + 1)}`),
  );
  const shared = policiesFor(rights).map(
    (own) => sql`
      SELECT CASE action ${sql.join(ranks, sql` `)} END AS rank FROM ${own}
        AND resource_type = CASE ${kind} ${sql.join(types, sql` `)} END AND resource_id = ${id}`,
  );
  return sql`(SELECT MAX(rank) FROM (${sql.join(shared, sql` UNION ALL `)}) AS shared)`;
}

function policiesFor({ userId, isAnyViewer }: ContentRights): readonly RawBuilder<unknown>[] {
  return isAnyViewer ? policiesOfViewers(userId) : policiesOfUser(userId);
}
