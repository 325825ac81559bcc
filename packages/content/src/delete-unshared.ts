import { clearPolicies, policiesOn } from '@orrery/people';
import { inPieces } from '@orrery/kernel';
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '@orrery/store';
import { itemKinds, lockTree, sharedAs } from './item/index.ts';

/**
 * Deletes the items of users that no other user sees: items that are not shared, and are in no folder that is shared or
 * belongs to another user. Folders are deleted once they are empty.
 */
export async function deleteUnshared(
  transaction: Transaction<Tables>,
  accountId: number,
  userIds: readonly number[],
): Promise<void> {
  for (const some of inPieces(userIds)) {
    const folders = await transaction
      .selectFrom('content_item')
      .select('deployment_id')
      .distinct()
      .where('owner_id', 'in', some)
      .where('kind', '=', 'FOLDER')
      .orderBy('deployment_id')
      .execute();
    for (const { deployment_id: deploymentId } of folders) {
      await lockTree(transaction, { accountId, deploymentId }, 'alone');
    }
    const items = await unshared(transaction, accountId, some).where('item.kind', '!=', 'FOLDER').execute();
    await deleteItems(transaction, accountId, items);
    if (folders.length > 0) await deleteFolders(transaction, accountId, some);
  }
}

/** Deletes folders from the innermost on. */
async function deleteFolders(transaction: Transaction<Tables>, accountId: number, userIds: readonly number[]) {
  for (;;) {
    const empty = await unshared(transaction, accountId, userIds)
      .where('item.kind', '=', 'FOLDER')
      .where('item.id', 'not in', (is) =>
        is.selectFrom('content_item as inside').select('inside.folder_id').where('inside.folder_id', 'is not', null),
      )
      .execute();
    if (empty.length === 0) return;
    await deleteItems(transaction, accountId, empty);
  }
}

async function deleteItems(
  transaction: Transaction<Tables>,
  accountId: number,
  items: readonly { readonly id: number }[],
): Promise<void> {
  const types = itemKinds.map((kind) => sharedAs[kind].type);
  for (const some of inPieces(items.map(({ id }) => id))) {
    const tabs = transaction.selectFrom('content_item').select('id').where('workbook_id', 'in', some);
    await clearPolicies(transaction, accountId, types, tabs);
    await transaction.deleteFrom('content_item').where('id', 'in', some).execute();
  }
}

function unshared(
  writer: Transaction<Tables>,
  accountId: number,
  userIds: readonly number[],
): SelectQueryBuilder<Tables & { item: Tables['content_item'] }, 'item', { id: number }> {
  const shared = (type: Parameters<typeof policiesOn>[2]) => policiesOn(writer, accountId, type);
  const dashboards = writer.selectFrom('dashboard').select('workbook_id').where('id', 'in', shared('Dashboard'));
  return (
    writer
      .selectFrom('content_item as item')
      .select('item.id')
      .where('item.owner_id', 'in', userIds)
      // A tab goes with its workbook.
      .where('item.workbook_id', 'is', null)
      .where(sql<boolean>`COALESCE(item.general_access, 0) = 0`)
      .where((is) =>
        is.and(
          itemKinds.map((kind) =>
            is.or([is('item.kind', '!=', kind), is('item.id', 'not in', shared(sharedAs[kind].type))]),
          ),
        ),
      )
      .where('item.id', 'not in', dashboards)
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('folder_ancestor')
              .innerJoin('content_item as around', 'around.id', 'folder_ancestor.ancestor_id')
              .select('around.id')
              .whereRef('folder_ancestor.folder_id', '=', 'item.folder_id')
              .where((folder) =>
                folder.or([
                  folder('around.owner_id', 'is', null),
                  folder('around.owner_id', '!=', folder.ref('item.owner_id')),
                  folder('around.general_access', '>', 0),
                  folder('around.id', 'in', shared('Folder')),
                ]),
              ),
          ),
        ),
      )
  );
}
