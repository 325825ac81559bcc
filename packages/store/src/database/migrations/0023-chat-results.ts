import type { Migration } from '../migration.ts';

/** Results that answers of chats are made of, to find the receipt of one. */
export const chatResults: Migration = {
  async up(database, { largeNumber }) {
    await database.schema
      .createTable('chat_result')
      .addColumn('uuid', 'text', (column) => column.primaryKey())
      .addColumn('run_id', largeNumber, (column) => column.notNull().references('chat_run.id').onDelete('cascade'))
      .execute();
    await database.schema.createIndex('chat_result_run').on('chat_result').column('run_id').execute();
  },
};
