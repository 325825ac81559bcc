import { type RawBuilder, sql } from 'kysely';
import { deploymentOf, sharedWith } from './held-sharing.ts';
import { itemKinds } from './level.ts';
import type { Reader } from './reader.ts';

/**
 * The rows of `content_item` that somebody may see, of their deployment; tabs as their workbook. `ContentAccess` says the
 * same of single items.
 *
 * Nothing in it is asked again for each row but comparisons: what is shared with somebody is found once.
 *
 * @param name of the table in the query
 */
export function visibleTo(reader: Reader, name = 'content_item'): RawBuilder<boolean> {
  const { deployment_id, workbook_id } = columnsOf(name);
  const isHere = sql<boolean>`${deployment_id} = ${deploymentOf(reader)}`;
  if (reader.sees === 'all') return sql`(${isHere})`;
  if (reader.sees === 'published') return sql`(${isHere} AND ${workbook_id} IS NULL AND ${isReached(reader, name)})`;
  return sql`(${isHere} AND (
    (${workbook_id} IS NULL AND ${isReached(reader, name)})
    OR (${workbook_id} IS NOT NULL AND EXISTS (
      SELECT 1 FROM content_item AS around WHERE around.id = ${workbook_id} AND ${isReached(reader, 'around')}))
  ))`;
}

/** The folders that somebody is shown: those they may see, and those on the way to anything they may see. */
export function surfacedTo(reader: Reader, name = 'content_item'): RawBuilder<boolean> {
  const { id, kind, deployment_id } = columnsOf(name);
  const isFolder = sql<boolean>`${kind} = 'FOLDER'`;
  if (reader.sees === 'all') return sql`(${isFolder} AND ${visibleTo(reader, name)})`;
  const here = deploymentOf(reader);
  const isShown = isOfSeenKind(reader, 'content_item');
  // What comes by a folder needs no look: that folder is on the way. SQLite joins as it is written, from what is shared.
  const found = [
    sql`SELECT folder_id FROM content_item WHERE owner_id = ${reader.userId} AND deployment_id = ${here} AND ${isShown}`,
    ...itemKinds.map(
      (one) => sql`
        SELECT content_item.folder_id FROM (${sharedWith(reader, one)}) AS shared CROSS JOIN content_item
        WHERE content_item.id = shared.resource_id AND content_item.kind = ${sql.lit(one)}
          AND content_item.deployment_id = ${here} AND ${isShown}`,
    ),
    ...(reader.isOfAccount
      ? [sql`SELECT folder_id FROM content_item WHERE deployment_id = ${here} AND general_access > 0 AND ${isShown}`]
      : []),
  ];
  return sql`(${isFolder} AND ${deployment_id} = ${here} AND (${isReached(reader, name)} OR ${id} IN (
    SELECT ancestor_id FROM folder_ancestor WHERE folder_id IN (${sql.join(found, sql` UNION ALL `)}))))`;
}

/** Of rows that are no tabs: whether sharing, or owning, comes to at least a view. */
function isReached(reader: Reader, name: string): RawBuilder<boolean> {
  const { id, kind, folder_id, owner_id, general_access } = columnsOf(name);
  const direct = itemKinds.map((one) => sql`(${kind} = ${sql.lit(one)} AND ${id} IN (${sharedWith(reader, one)}))`);
  const here = deploymentOf(reader);
  const general = sql`OR ${general_access} > 0 OR (${general_access} IS NULL AND ${folder_id} IN (
    SELECT id FROM content_item WHERE deployment_id = ${here} AND general_level > 0))`;
  return sql`(${isOfSeenKind(reader, name)} AND (
    ${owner_id} = ${reader.userId}
    OR ${folder_id} IN (
      SELECT folder_id FROM folder_ancestor WHERE ancestor_id IN (
        ${sharedWith(reader, 'FOLDER')}
        UNION ALL
        SELECT id FROM content_item WHERE owner_id = ${reader.userId} AND deployment_id = ${here} AND kind = 'FOLDER'))
    OR ${sql.join(direct, sql` OR `)}
    ${reader.isOfAccount ? general : sql``}
  ))`;
}

/** Whether it is anything for this reader, whoever shares it. */
function isOfSeenKind({ sees }: Reader, name: string): RawBuilder<boolean> {
  const { id, kind } = columnsOf(name);
  if (sees !== 'published') return sql`1 = 1`;
  return sql`(${kind} = 'FOLDER' OR (${kind} = 'WORKBOOK' AND EXISTS (
    SELECT 1 FROM dashboard WHERE dashboard.workbook_id = ${id})))`;
}

function columnsOf(name: string) {
  const column = (one: string) => sql.ref(`${name}.${one}`);
  return {
    id: column('id'),
    kind: column('kind'),
    deployment_id: column('deployment_id'),
    folder_id: column('folder_id'),
    workbook_id: column('workbook_id'),
    owner_id: column('owner_id'),
    general_access: column('general_access'),
  };
}
