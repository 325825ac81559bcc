import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Divides the content of a deployment: 0 is the workspace of the account, other numbers are those of embed tenants, and
 * -1 is what viewers of no tenant make. The names of folders are unique in each, and lists read one by its indexes.
 */
export const contentSpaces: Migration = {
  async up(database) {
    await database.schema
      .alterTable('content_item')
      .addColumn('space', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    const isFolder = sql<boolean>`kind = 'FOLDER'`;
    const replaced = [
      ['of_owner', ['owner_id', 'deployment_id', 'space', 'folder_id'], undefined],
      ['by_position', ['deployment_id', 'space', 'folder_id', 'position', 'name_key'], isFolder],
      ['by_update', ['deployment_id', 'space', 'folder_id', 'updated_at'], undefined],
      ['of_level', ['deployment_id', 'space', 'folder_id', 'id'], undefined],
      ['of_kind', ['deployment_id', 'space', 'kind', 'updated_at'], undefined],
      ['shared', ['deployment_id', 'space', 'folder_id'], sql<boolean>`general_access > 0`],
      ['open_folder', ['deployment_id', 'space'], sql<boolean>`general_level > 0`],
      ['root_name', ['deployment_id', 'space', 'name'], sql<boolean>`kind = 'FOLDER' AND folder_id IS NULL`],
    ] as const;
    for (const [name, columns, condition] of replaced) {
      await database.schema.dropIndex(`content_item_${name}`).execute();
      const index = database.schema
        .createIndex(`content_item_${name}`)
        .on('content_item')
        .columns([...columns]);
      const unique = name === 'root_name' ? index.unique() : index;
      await (condition === undefined ? unique : unique.where(condition)).execute();
    }
  },
};

/**
 * Indexes for viewers of embedded content: those of a tenant in order; those that stay, which are counted; and those
 * whose time is over, which are deleted.
 */
export const viewers: Migration = {
  async up(database) {
    const index = (name: string) => database.schema.createIndex(`account_user_${name}`).on('account_user');
    await database.schema.dropIndex('account_user_embed_tenant').execute();
    await index('embed_tenant').columns(['embed_tenant_id', 'id']).execute();
    await index('expiry').columns(['account_id', 'kind', 'expires_at']).execute();
  },
};
