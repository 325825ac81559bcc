import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Drops a column that the previous version reads. That version knew SQLite only, so none of its processes serves from
 * this store during the migration.
 */
export const identity: Migration = {
  async up(database, { numbered }) {
    await database.schema
      .alterTable('account')
      .addColumn('epoch', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await database.schema.alterTable('account').addColumn('first_key_at', 'bigint').execute();

    await database.schema
      .createTable('account_user')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('username_key', 'text', (column) => column.notNull())
      .addColumn('email', 'text')
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('account_user_username', ['account_id', 'username_key'])
      .execute();

    await database.schema
      .createTable('api_key')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
      .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('tail', 'text', (column) => column.notNull())
      .addColumn('has_all_deployments', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .execute();
    await database.schema.createIndex('api_key_user').on('api_key').column('user_id').execute();

    await database.schema
      .createTable('api_key_deployment')
      .addColumn('api_key_id', 'integer', (column) => column.notNull().references('api_key.id').onDelete('cascade'))
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('api_key_deployment_pair', ['api_key_id', 'deployment_id'])
      .execute();

    await database.schema
      .createTable('deployment_secret')
      .addColumn('id', 'integer', numbered)
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .execute();
    await database.schema
      .createIndex('deployment_secret_deployment')
      .on('deployment_secret')
      .column('deployment_id')
      .execute();
    await sql`
      INSERT INTO deployment_secret (deployment_id, created_at, sealed)
      SELECT id, created_at, api_secret FROM deployment`.execute(database);
    await database.schema.alterTable('deployment').dropColumn('api_secret').execute();
  },
};
