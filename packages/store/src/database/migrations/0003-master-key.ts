import type { Migration } from '../migration.ts';

/** Creates the table empty; the next process that opens the store with the key fills it. */
export const masterKey: Migration = {
  async up(database) {
    await database.schema
      .createTable('master_key')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('sealed_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
