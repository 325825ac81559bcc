import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Deployments are created and deleted, and have data sources and variables of their own. */
export const deploymentInputs: Migration = {
  async up(database, { numbered }) {
    await database.schema.alterTable('deployment').addColumn('name_key', 'text').execute();
    await database.schema
      .alterTable('deployment')
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`UPDATE deployment SET name_key = lower(name)`.execute(database);
    await database.schema
      .createIndex('deployment_name')
      .on('deployment')
      .columns(['account_id', 'name_key'])
      .unique()
      .execute();
    await database.schema
      .createTable('deployment_number')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('last', 'integer', (column) => column.notNull())
      .execute();
    await sql`
      INSERT INTO deployment_number (id, last)
      SELECT 1, COALESCE(MAX(id), 1) FROM deployment`.execute(database);
    await database.schema
      .createTable('deployment_variable')
      .addColumn('id', 'integer', numbered)
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('deployment_variable_name', ['deployment_id', 'name'])
      .execute();
    await database.schema
      .createTable('deployment_data_source')
      .addColumn('id', 'integer', numbered)
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('deployment_data_source_name', ['deployment_id', 'name'])
      .execute();
  },
};
