import type { Migration } from '../migration.ts';

/** Records of signed tokens, for listing; the tokens themselves are not stored. */
export const environmentTokens: Migration = {
  async up(database, { numbered }) {
    await database.schema
      .createTable('environment_token')
      .addColumn('id', 'integer', numbered)
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('environment_id', 'integer', (column) => column.notNull())
      .addColumn('security_context', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema
      .createIndex('environment_token_environment')
      .on('environment_token')
      .columns(['deployment_id', 'environment_id', 'expires_at'])
      .execute();
  },
};
