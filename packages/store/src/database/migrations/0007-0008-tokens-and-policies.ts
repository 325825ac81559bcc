import { sql } from 'kysely';
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

/** Permissions on single resources, in addition to those of roles. */
export const resourcePolicies: Migration = {
  async up(database, { numbered }) {
    await database.schema
      .createTable('resource_policy')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
      .addColumn('resource_type', 'text', (column) => column.notNull())
      .addColumn('resource_id', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.references('account_user.id').onDelete('cascade'))
      .addColumn('group_id', 'integer', (column) => column.references('user_group.id').onDelete('cascade'))
      .addColumn('action', 'text', (column) => column.notNull())
      .execute();
    for (const subject of ['user_id', 'group_id']) {
      await database.schema
        .createIndex(`resource_policy_${subject}`)
        .on('resource_policy')
        .columns(['account_id', 'resource_type', 'resource_id', subject])
        .unique()
        .where(sql<boolean>`${sql.ref(subject)} IS NOT NULL`)
        .execute();
      await database.schema
        .createIndex(`resource_policy_of_${subject}`)
        .on('resource_policy')
        .column(subject)
        .execute();
    }
  },
};
