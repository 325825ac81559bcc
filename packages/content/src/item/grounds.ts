import { type RawBuilder, sql } from 'kysely';
import { type ItemColumns, itemColumns } from './item-columns.ts';
import { itemKinds, rankOf } from './level.ts';
import { type ContentRights, isIn } from './content-rights.ts';
import { rankShared, sharedWith } from './shared-with.ts';

/** One reason why a user has access to an item that is not a tab. */
export interface Ground {
  /** Whether it gives any access: a comparison with a set that does not depend on the row. */
  readonly gives: RawBuilder<boolean>;
  /** The rank of the level it gives for this row, NULL for none; read through indexes. */
  readonly rank: RawBuilder<number | null>;
}

/** Lists the grounds in the order in which they decide the level: from the item outwards, the whole account last. */
export function grounds(rights: ContentRights, item: ItemColumns): readonly Ground[] {
  const own = [ownership(rights, item), sharing(rights, item), folders(rights, item)];
  return rights.isOfAccount ? [...own, everyone(rights, item)] : own;
}

/** The user owns the item. */
function ownership({ userId }: ContentRights, { owner_id }: ItemColumns): Ground {
  const gives = sql<boolean>`${owner_id} = ${userId}`;
  return { gives, rank: sql`CASE WHEN ${gives} THEN ${full} END` };
}

/** The item itself is shared with the user or one of their groups: the best level counts. */
function sharing(rights: ContentRights, item: ItemColumns): Ground {
  const gives = itemKinds.map(
    (one) => sql`(${item.kind} = ${sql.lit(one)} AND ${item.id} IN (${sharedWith(rights, one)}))`,
  );
  return { gives: sql`${sql.join(gives, sql` OR `)}`, rank: rankShared(rights, item) };
}

/** The user owns a folder around the item, or it is shared with them: the nearest one counts. */
function folders(rights: ContentRights, { folder_id }: ItemColumns): Ground {
  const folder = itemColumns('folder');
  const held = sql`COALESCE(${ownership(rights, folder).rank}, ${rankShared(rights, { kind: sql.lit('FOLDER'), id: folder.id })})`;
  return {
    gives: sql`${folder_id} IN (
      SELECT folder_id FROM folder_ancestor WHERE ancestor_id IN (
        ${sharedWith(rights, 'FOLDER')}
        UNION ALL
        SELECT id FROM content_item
        WHERE owner_id = ${rights.userId} AND ${isIn(rights)} AND kind = 'FOLDER'))`,
    rank: sql`(
      SELECT held FROM (
        SELECT distance, ${held} AS held FROM folder_ancestor JOIN content_item AS folder ON folder.id = ancestor_id
        WHERE folder_ancestor.folder_id = ${folder_id}) AS around
      WHERE held IS NOT NULL ORDER BY distance LIMIT 1)`,
  };
}

/** The item is open to the whole account, by its own setting or that of the nearest folder. */
function everyone(rights: ContentRights, { folder_id, general_access }: ItemColumns): Ground {
  const open = sql`SELECT id FROM content_item WHERE ${isIn(rights)} AND general_level > 0`;
  const level = sql`SELECT general_level FROM content_item AS folder WHERE folder.id = ${folder_id}`;
  return {
    gives: sql`${general_access} > 0 OR (${general_access} IS NULL AND ${folder_id} IN (${open}))`,
    rank: sql`NULLIF(COALESCE(${general_access}, (${level})), 0)`,
  };
}

const full = sql.lit(rankOf('full'));
