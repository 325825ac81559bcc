import { sql } from 'kysely';
import { kindOf } from '../kind-of.ts';
import type { Migration, MigrationStep } from '../migration.ts';

/**
 * Content that people create: folders, workbooks with their dashboards, reports. They share one table, so that one
 * query can list all of them, in order, as a user may see them.
 */
export const content: Migration = {
  async up(database, types) {
    await addItems(database, types);
    await addAncestors(database, types);
    await addWorkbooks(database, types);
    await addReports(database, types);
    await addDashboards(database, types);
    await addMarks(database, types);
    await indexPolicies(database, types);
  },
};

const addItems: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('content_item')
    .addColumn('id', 'integer', numbered)
    .addColumn('deployment_id', 'integer', (column) => column.notNull().references('deployment.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('folder_id', 'integer')
    .addColumn('workbook_id', 'integer')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', inCodePoints(database), (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('general_access', 'integer')
    .addColumn('general_level', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('owner_id', 'integer', (column) => column.references('account_user.id').onDelete('set null'))
    .addColumn('updated_by', 'integer')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    // A backup restores rows by number, and an item may lie in a folder with a larger number, so the check is deferred.
    .addForeignKeyConstraint('content_item_in_folder', ['folder_id'], 'content_item', ['id'], (key) =>
      key.deferrable().initiallyDeferred(),
    )
    .addForeignKeyConstraint('content_item_in_workbook', ['workbook_id'], 'content_item', ['id'], (key) =>
      key.onDelete('cascade').deferrable().initiallyDeferred(),
    )
    .execute();
  const index = (name: string) => database.schema.createIndex(`content_item_${name}`).on('content_item');
  const isFolder = sql<boolean>`kind = 'FOLDER'`;
  await index('of_workbook').columns(['workbook_id']).where(sql<boolean>`workbook_id IS NOT NULL`).execute();
  await index('of_owner').columns(['owner_id', 'deployment_id', 'folder_id']).execute();
  await index('by_position').columns(['deployment_id', 'folder_id', 'position', 'name_key']).where(isFolder).execute();
  await index('by_update').columns(['deployment_id', 'folder_id', 'updated_at']).execute();
  await index('of_level').columns(['deployment_id', 'folder_id', 'id']).execute();
  // Starts with the folder, so that deleting a folder does not scan the table.
  await index('by_name').columns(['folder_id', 'deployment_id', 'name_key']).execute();
  await index('of_kind').columns(['deployment_id', 'kind', 'updated_at']).execute();
  await index('shared').columns(['deployment_id', 'folder_id']).where(sql<boolean>`general_access > 0`).execute();
  await index('open_folder').columns(['deployment_id']).where(sql<boolean>`general_level > 0`).execute();
  // Two indexes, because NULL never equals NULL in a unique index: one for the folders of the root, one for all others.
  await index('root_name')
    .columns(['deployment_id', 'name'])
    .unique()
    .where(sql<boolean>`kind = 'FOLDER' AND folder_id IS NULL`)
    .execute();
  await index('folder_name')
    .columns(['folder_id', 'name'])
    .unique()
    .where(sql<boolean>`kind = 'FOLDER' AND folder_id IS NOT NULL`)
    .execute();
};

/**
 * Stores each folder with itself and every folder above it, so that items shared through a folder are found without
 * recursion.
 */
const addAncestors: MigrationStep = async (database) => {
  await database.schema
    .createTable('folder_ancestor')
    .addColumn('folder_id', 'integer', (column) => column.notNull().references('content_item.id').onDelete('cascade'))
    .addColumn('ancestor_id', 'integer', (column) => column.notNull().references('content_item.id').onDelete('cascade'))
    .addColumn('distance', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('folder_ancestor_pair', ['folder_id', 'ancestor_id'])
    .execute();
  await database.schema
    .createIndex('folder_ancestor_of')
    .on('folder_ancestor')
    .columns(['ancestor_id', 'folder_id', 'distance'])
    .execute();
};

const addWorkbooks: MigrationStep = async (database) => {
  await database.schema
    .createTable('workbook')
    .addColumn('item_id', 'integer', (column) => column.primaryKey().references('content_item.id').onDelete('cascade'))
    .addColumn('meta', 'text', (column) => column.notNull())
    .addColumn('calculated_fields', 'text', (column) => column.notNull())
    .addColumn('dashboard_draft', 'text')
    .execute();
};

const addReports: MigrationStep = async (database) => {
  await database.schema
    .createTable('report')
    .addColumn('item_id', 'integer', (column) => column.primaryKey().references('content_item.id').onDelete('cascade'))
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('public_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('description', 'text')
    .addColumn('json_query', 'text')
    .addColumn('sql_query', 'text')
    .addColumn('meta', 'text')
    .addColumn('pivot_items', 'text')
    .addColumn('source', 'text')
    .addColumn('result_location', 'text')
    .addColumn('end_result_cell', 'text')
    .addColumn('external_workbook_id', 'text')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('refreshed_by', 'integer', (column) => column.references('account_user.id').onDelete('set null'))
    .addColumn('refreshed_at', 'bigint')
    .addUniqueConstraint('report_public_id', ['account_id', 'public_id'])
    .execute();
  await database.schema.createIndex('report_refreshed_by').on('report').column('refreshed_by').execute();
};

const addDashboards: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('dashboard')
    .addColumn('id', 'integer', numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('workbook_id', 'integer', (column) =>
      column.notNull().unique().references('content_item.id').onDelete('cascade'),
    )
    .addColumn('public_id', 'text', (column) => column.notNull())
    .addColumn('allow_embed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_by', 'integer', (column) => column.references('account_user.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('dashboard_public_id', ['account_id', 'public_id'])
    .execute();
  await database.schema.createIndex('dashboard_created_by').on('dashboard').column('created_by').execute();
  await database.schema
    .createTable('dashboard_version')
    .addColumn('id', 'integer', numbered)
    .addColumn('dashboard_id', 'integer', (column) => column.notNull().references('dashboard.id').onDelete('cascade'))
    .addColumn('version_number', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('published_by', 'integer')
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('dashboard_version_number', ['dashboard_id', 'version_number'])
    .execute();
  await database.schema
    .createTable('report_snapshot')
    .addColumn('id', 'integer', numbered)
    .addColumn('version_id', 'integer', (column) =>
      column.notNull().references('dashboard_version.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('report_id', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('description', 'text')
    .addColumn('kind', 'text')
    .addColumn('spec', 'text')
    .addColumn('sql_query', 'text')
    .addColumn('meta', 'text')
    .addColumn('preferences', 'text')
    .addUniqueConstraint('report_snapshot_report', ['version_id', 'report_id'])
    .execute();
};

/** Favourites and views of items, per user. */
const addMarks: MigrationStep = async (database) => {
  for (const [table, instant] of [
    ['content_favourite', 'added_at'],
    ['content_view', 'viewed_at'],
  ] as const) {
    await database.schema
      .createTable(table)
      .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
      .addColumn('item_id', 'integer', (column) => column.notNull().references('content_item.id').onDelete('cascade'))
      .addColumn(instant, 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_pair`, ['user_id', 'item_id'])
      .execute();
    await database.schema.createIndex(`${table}_item`).on(table).column('item_id').execute();
    await database.schema.createIndex(`${table}_time`).on(table).columns(['user_id', instant]).execute();
  }
};

/** Serves lists that begin with what is shared with a user. */
const indexPolicies: MigrationStep = async (database) => {
  for (const subject of ['user_id', 'group_id']) {
    await database.schema
      .createIndex(`resource_policy_items_of_${subject}`)
      .on('resource_policy')
      .columns([subject, 'resource_type', 'resource_id', 'action'])
      .execute();
  }
};

/** Sorts names by code point on both stores, whatever the language of the database. */
function inCodePoints(database: Parameters<MigrationStep>[0]) {
  return kindOf(database) === 'postgres' ? sql`text COLLATE "C"` : sql`text`;
}
