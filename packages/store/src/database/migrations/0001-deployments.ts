import type { Migration } from '../migration.ts';

export const deployments: Migration = {
  async up(database) {
    await database.schema
      .createTable('account')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema
      .createTable('deployment')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('api_secret', 'text', (column) => column.notNull())
      .execute();
  },
};
