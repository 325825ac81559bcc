import type { Migration, MigrationStep } from '../migration.ts';

/** Providers that people sign in by, the people they know, and the sign-ins that are under way there. */
export const signInProviders: Migration = {
  async up(database, types) {
    await addProviders(database, types);
    await addIdentities(database, types);
    await addFlows(database, types);
    await database.schema.alterTable('browser_session').addColumn('provider_key', 'text').execute();
    await database.schema.alterTable('browser_session').addColumn('provider_subject', 'text').execute();
    await database.schema.alterTable('browser_session').addColumn('provider_session', 'text').execute();
  },
};

const addProviders: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('sign_in_provider')
    .addColumn('id', 'integer', numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('preset', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('has_secret', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('sign_in_provider_account')
    .on('sign_in_provider')
    .columns(['account_id', 'id'])
    .execute();
};

const addIdentities: MigrationStep = async (database, { largeNumber, numbered }) => {
  await database.schema
    .createTable('user_identity')
    .addColumn('id', largeNumber, numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
    .addColumn('provider_key', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('user_identity_place', ['account_id', 'provider_key', 'issuer', 'subject'])
    .execute();
  await database.schema.createIndex('user_identity_user').on('user_identity').column('user_id').execute();
};

const addFlows: MigrationStep = async (database, { largeNumber, numbered }) => {
  await database.schema
    .createTable('sign_in_flow')
    .addColumn('id', largeNumber, numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('provider_key', 'text', (column) => column.notNull())
    .addColumn('state_hash', 'text', (column) => column.notNull().unique())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('next', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await database.schema.createIndex('sign_in_flow_expires_at').on('sign_in_flow').column('expires_at').execute();
};

/** Answers of providers that arrive without the cookies of the browser: each is used once. */
export const signInAnswers: Migration = {
  async up(database, { largeNumber, numbered }) {
    await database.schema
      .createTable('sign_in_answer')
      .addColumn('id', largeNumber, numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('provider_key', 'text', (column) => column.notNull())
      .addColumn('answer_hash', 'text', (column) => column.notNull())
      .addColumn('handle_hash', 'text', (column) => column.unique())
      .addColumn('content', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('sign_in_answer_place', ['provider_key', 'answer_hash'])
      .execute();
    await database.schema.createIndex('sign_in_answer_expires_at').on('sign_in_answer').column('expires_at').execute();
  },
};
