import { type RawBuilder, sql } from 'kysely';
import { type Ground, grounds } from './grounds.ts';
import { type ItemColumns, itemColumns } from './item-columns.ts';
import { itemKinds, rankOf } from './level.ts';
import { type ContentRights, isIn } from './content-rights.ts';
import { sharedWith } from './shared-with.ts';

/**
 * Decides who may see an item, and at which level. A user sees an item when any of the `grounds` gives them access, and
 * the first ground that does decides the level. Administrators have full access; viewers see folders and workbooks with
 * a published dashboard; a tab follows its workbook.
 *
 * `visible` is the condition for lists: it compares rows with sets that are computed once. `levelAt` reads the same
 * grounds for single rows, through indexes.
 *
 * @param name of `content_item` in the query
 */
export function visible(rights: ContentRights, name = 'content_item'): RawBuilder<boolean> {
  const item = itemColumns(name);
  const isHere = isIn(rights, name);
  switch (rights.sees) {
    case 'all':
      return sql`(${isHere})`;
    case 'published':
      return sql`(${isHere} AND ${isForViewers(item)} AND ${isGiven(rights, item)})`;
    case 'shared':
      return sql`(${isHere} AND (
        (${item.workbook_id} IS NULL AND ${isGiven(rights, item)})
        OR (${item.workbook_id} IS NOT NULL AND EXISTS (
          SELECT 1 FROM content_item AS around
          WHERE around.id = ${item.workbook_id} AND ${isGiven(rights, itemColumns('around'))}))
      ))`;
  }
}

/**
 * The rank of the user's level at an item of their deployment; NULL when they may not see it.
 *
 * @param name of the item's row in the query @param top name of the row that decides: the item itself, or the workbook
 * of a tab
 */
export function levelAt(rights: ContentRights, name: string, top: string): RawBuilder<number | null> {
  const item = itemColumns(name);
  switch (rights.sees) {
    case 'all':
      return sql`${sql.lit(rankOf('full'))}`;
    case 'published':
      return sql`CASE WHEN ${isForViewers(item)} AND ${given(rights, itemColumns(top))} IS NOT NULL
        THEN ${sql.lit(rankOf('view'))} END`;
    case 'shared':
      return given(rights, itemColumns(top));
  }
}

/** Condition for folders shown to a user: visible ones, and those on the path to something visible. */
export function surfaced(rights: ContentRights, name = 'content_item'): RawBuilder<boolean> {
  const item = itemColumns(name);
  const isFolder = sql<boolean>`${item.kind} = 'FOLDER'`;
  if (rights.sees === 'all') return sql`(${isFolder} AND ${visible(rights, name)})`;
  const here = isIn(rights);
  const isShown = rights.sees === 'published' ? isForViewers(itemColumns('content_item')) : sql<boolean>`1 = 1`;
  // Items seen through a folder are left out, because that folder is on the path already. SQLite joins in the written
  // order, so it starts with shared items.
  const found = [
    sql`SELECT folder_id FROM content_item WHERE owner_id = ${rights.userId} AND ${here} AND ${isShown}`,
    ...itemKinds.map(
      (one) => sql`
        SELECT content_item.folder_id FROM (${sharedWith(rights, one)}) AS shared CROSS JOIN content_item
        WHERE content_item.id = shared.resource_id AND content_item.kind = ${sql.lit(one)}
          AND ${here} AND ${isShown}`,
    ),
    ...(rights.isOfAccount
      ? [sql`SELECT folder_id FROM content_item WHERE ${here} AND general_access > 0 AND ${isShown}`]
      : []),
  ];
  return sql`(${isFolder} AND ${isIn(rights, name)} AND (${isGiven(rights, item)} OR ${item.id} IN (
    SELECT ancestor_id FROM folder_ancestor WHERE folder_id IN (${sql.join(found, sql` UNION ALL `)}))))`;
}

/** Whether viewers may see items of this kind at all. */
function isForViewers({ id, kind, workbook_id }: ItemColumns): RawBuilder<boolean> {
  return sql`(${kind} = 'FOLDER' OR (${kind} = 'WORKBOOK' AND ${workbook_id} IS NULL AND EXISTS (
    SELECT 1 FROM dashboard WHERE dashboard.workbook_id = ${id})))`;
}

/** Whether any ground gives the user access to a row that is not a tab. */
function isGiven(rights: ContentRights, item: ItemColumns): RawBuilder<boolean> {
  return sql`(${joined(rights, item, 'gives', sql` OR `)})`;
}

/** The rank given by the first ground for a row that is not a tab. */
function given(rights: ContentRights, item: ItemColumns): RawBuilder<number | null> {
  return sql`COALESCE(${joined(rights, item, 'rank', sql`, `)})`;
}

function joined(
  rights: ContentRights,
  item: ItemColumns,
  part: keyof Ground,
  by: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(
    grounds(rights, item).map((ground) => ground[part]),
    by,
  );
}
