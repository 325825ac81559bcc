import type { Migration } from '../migration.ts';

/** Roles that an account defines, in addition to the built-in one every user has. */
export const roles: Migration = {
  async up(database, { numbered }) {
    await database.schema
      .createTable('custom_role')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('base', 'text', (column) => column.notNull())
      .addColumn('actions', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('custom_role_name', ['account_id', 'name_key'])
      .execute();
    await database.schema
      .createTable('role_policy')
      .addColumn('id', 'integer', numbered)
      .addColumn('role_id', 'integer', (column) => column.notNull().references('custom_role.id').onDelete('cascade'))
      .addColumn('has_all_deployments', 'integer', (column) => column.notNull())
      .addColumn('actions', 'text', (column) => column.notNull())
      .execute();
    await database.schema.createIndex('role_policy_role').on('role_policy').column('role_id').execute();
    await database.schema
      .createTable('role_policy_deployment')
      .addColumn('role_policy_id', 'integer', (column) =>
        column.notNull().references('role_policy.id').onDelete('cascade'),
      )
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('role_policy_deployment_pair', ['role_policy_id', 'deployment_id'])
      .execute();
    await database.schema
      .createTable('user_role')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
      .addColumn('role_id', 'integer', (column) => column.notNull().references('custom_role.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('user_role_pair', ['user_id', 'role_id'])
      .execute();
    await database.schema.createIndex('user_role_role').on('user_role').column('role_id').execute();
  },
};
