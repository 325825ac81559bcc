import type { Migration } from '../migration.ts';

/** Filled by the next process that opens the store and has the key. */
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
