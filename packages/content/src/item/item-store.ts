import { clearPolicies } from '@orrery/people';
import { type Insertable, type Selectable, type Transaction, type Updateable } from 'kysely';
import { type ContentItemTable, type Tables, type Writer } from '@orrery/store';
import { nameKey } from '@orrery/kernel';
import { deploymentOf, deploymentRows, lockDeployment } from '@orrery/deployments';
import { sharedAs } from './level.ts';
import { isIn, type ItemSpace, type ContentScope } from './content-rights.ts';

export type ItemRow = Selectable<ContentItemTable>;

export type NewItem = Omit<Insertable<ContentItemTable>, 'deployment_id' | 'space' | 'name_key' | 'general_level'>;

export type ItemChange = Omit<
  Updateable<ContentItemTable>,
  'id' | 'deployment_id' | 'space' | 'kind' | 'name_key' | 'general_access' | 'general_level'
>;

/** Rows of `content_item`. Callers check who may see them. */
export class ItemStore {
  get(writer: Writer, place: ItemSpace, id: number): Promise<ItemRow | undefined> {
    return writer.selectFrom('content_item').selectAll().where('id', '=', id).where(isIn(place)).executeTakeFirst();
  }

  /** Returns the deployment of an item of the account. */
  async deploymentOf(writer: Writer, accountId: number, id: number): Promise<number | undefined> {
    const row = await writer
      .selectFrom('content_item')
      .innerJoin(deploymentRows(writer).as('deployment'), 'deployment.id', 'content_item.deployment_id')
      .select('deployment_id')
      .where('content_item.id', '=', id)
      .where('deployment.account_id', '=', accountId)
      .executeTakeFirst();
    return row?.deployment_id;
  }

  insert(writer: Writer, place: ItemSpace, item: NewItem): Promise<ItemRow> {
    return writer
      .insertInto('content_item')
      .values({ ...item, deployment_id: deploymentOf(place), space: place.space, name_key: nameKey(item.name) })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  update(writer: Writer, place: ItemSpace, id: number, change: ItemChange): Promise<ItemRow> {
    return writer
      .updateTable('content_item')
      .set({ ...change, ...(change.name === undefined ? {} : { name_key: nameKey(change.name) }) })
      .where('id', '=', id)
      .where(isIn(place))
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Deletes an item with all its dependents, tabs and sharing included. */
  async delete(writer: Writer, place: ItemSpace, id: number): Promise<void> {
    const types = Object.values(sharedAs).map(({ type }) => type);
    const deleted = writer
      .selectFrom('content_item')
      .select('id')
      .where(isIn(place))
      .where((of) => of.or([of('id', '=', id), of('workbook_id', '=', id)]));
    await clearPolicies(writer, place.accountId, types, deleted);
    await writer.deleteFrom('content_item').where('id', '=', id).where(isIn(place)).execute();
  }
}

/**
 * Locks the folders of a deployment until the transaction ends: shared for putting something into a folder, exclusive
 * for creating, moving or deleting folders.
 */
export async function lockTree(
  transaction: Transaction<Tables>,
  { deploymentId }: ContentScope,
  how: 'shared' | 'alone',
): Promise<void> {
  await lockDeployment(transaction, deploymentId, how);
}
