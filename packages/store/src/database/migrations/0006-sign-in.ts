import type { Migration } from '../migration.ts';

/** People sign in with a password. Nothing stored here can be turned back into a password or a token. */
export const signIn: Migration = {
  async up(database, { numbered }) {
    await database.schema
      .createTable('user_password')
      .addColumn('user_id', 'integer', (column) =>
        column.primaryKey().references('account_user.id').onDelete('cascade'),
      )
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('set_at', 'bigint', (column) => column.notNull())
      .execute();

    await database.schema
      .createTable('sign_in_link')
      .addColumn('id', 'integer', numbered)
      .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema.createIndex('sign_in_link_user').on('sign_in_link').column('user_id').execute();

    await database.schema
      .createTable('browser_session')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
      .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('user_agent', 'text')
      .execute();
    await database.schema.createIndex('browser_session_user').on('browser_session').column('user_id').execute();
    await database.schema
      .createIndex('browser_session_account')
      .on('browser_session')
      .columns(['account_id', 'id'])
      .execute();

    await database.schema
      .createTable('sign_in_failure')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
      .addColumn('username_key', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('failed_at', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema
      .createIndex('sign_in_failure_who')
      .on('sign_in_failure')
      .columns(['account_id', 'username_key', 'address', 'failed_at'])
      .execute();
    await database.schema.createIndex('sign_in_failure_time').on('sign_in_failure').column('failed_at').execute();
  },
};
