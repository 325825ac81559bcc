import type { Migration } from '../migration.ts';

/** Preferences of each user for the application. */
export const preferences: Migration = {
  async up(database) {
    await database.schema
      .createTable('user_preference')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_preference_name', ['user_id', 'name'])
      .execute();
  },
};
