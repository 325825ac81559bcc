import type { Migration, MigrationStep } from '../migration.ts';

/**
 * Applications that act as people: clients, what people have granted them, and the tokens of grants. Codes and access
 * tokens are stored as hashes, and refresh tokens not at all: they follow from the secret of the account.
 */
export const oauth: Migration = {
  async up(database, types) {
    await addClients(database, types);
    await addSecrets(database, types);
    await addGrants(database, types);
    await addTokens(database, types);
    await addCodes(database, types);
  },
};

const addClients: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('oauth_client')
    .addColumn('id', 'integer', numbered)
    .addColumn('account_id', 'integer', (column) => column.references('account.id'))
    .addColumn('client_id', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('auth_method', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text')
    .addColumn('secret_tail', 'text')
    .addColumn('redirect_uris', 'text', (column) => column.notNull())
    .addColumn('grant_types', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('client_uri', 'text')
    .addColumn('service_user_id', 'integer', (column) => column.references('account_user.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'integer', (column) => column.references('account_user.id').onDelete('set null'))
    .addColumn('used_at', 'bigint')
    .addColumn('registered_from', 'text')
    .addColumn('fetched_at', 'bigint')
    .addColumn('fresh_until', 'bigint')
    .addColumn('document_hash', 'text')
    .execute();
  const index = (name: string) => database.schema.createIndex(`oauth_client_${name}`).on('oauth_client');
  await index('account').columns(['account_id', 'id']).execute();
  await index('from').columns(['registered_from', 'created_at']).execute();
  await index('use').columns(['kind', 'used_at', 'created_at']).execute();
  await index('service_user').column('service_user_id').execute();
  await index('creator').column('created_by').execute();
};

const addSecrets: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('oauth_secret')
    .addColumn('id', 'integer', numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().unique().references('account.id'))
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
};

const addGrants: MigrationStep = async (database, { largeNumber, numbered }) => {
  await database.schema
    .createTable('oauth_grant')
    .addColumn('id', largeNumber, numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
    .addColumn('client_id', 'integer', (column) => column.notNull().references('oauth_client.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('handle', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('resource', 'text')
    .addColumn('redirect_uri', 'text')
    .addColumn('document_hash', 'text')
    .addColumn('has_all_deployments', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('refreshed_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('generation', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('recent', 'text')
    .addColumn('ended_at', 'bigint')
    .addColumn('end_reason', 'text')
    .execute();
  const index = (name: string) => database.schema.createIndex(`oauth_grant_${name}`).on('oauth_grant');
  await index('account').columns(['account_id', 'id']).execute();
  await index('user').columns(['user_id', 'client_id']).execute();
  await index('client').column('client_id').execute();
  await index('expires_at').column('expires_at').execute();
  await database.schema
    .createTable('oauth_grant_deployment')
    .addColumn('grant_id', largeNumber, (column) => column.notNull().references('oauth_grant.id').onDelete('cascade'))
    .addColumn('deployment_id', 'integer', (column) => column.notNull().references('deployment.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('oauth_grant_deployment_key', ['grant_id', 'deployment_id'])
    .execute();
  await database.schema
    .createIndex('oauth_grant_deployment_deployment')
    .on('oauth_grant_deployment')
    .column('deployment_id')
    .execute();
};

const addTokens: MigrationStep = async (database, { largeNumber, numbered }) => {
  await database.schema
    .createTable('oauth_token')
    .addColumn('id', largeNumber, numbered)
    .addColumn('grant_id', largeNumber, (column) => column.notNull().references('oauth_grant.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('audience', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('oauth_token_grant').on('oauth_token').column('grant_id').execute();
  await database.schema.createIndex('oauth_token_expires_at').on('oauth_token').column('expires_at').execute();
};

const addCodes: MigrationStep = async (database, { largeNumber, numbered }) => {
  await database.schema
    .createTable('oauth_code')
    .addColumn('id', largeNumber, numbered)
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
    .addColumn('client_id', 'integer', (column) => column.notNull().references('oauth_client.id').onDelete('cascade'))
    .addColumn('redirect_uri', 'text', (column) => column.notNull())
    .addColumn('redirect_was_given', 'integer', (column) => column.notNull())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('resource', 'text')
    .addColumn('document_hash', 'text')
    .addColumn('has_all_deployments', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('grant_id', largeNumber, (column) => column.references('oauth_grant.id').onDelete('cascade'))
    .execute();
  const index = (name: string) => database.schema.createIndex(`oauth_code_${name}`).on('oauth_code');
  await index('account').column('account_id').execute();
  await index('user').column('user_id').execute();
  await index('client').column('client_id').execute();
  await index('grant').column('grant_id').execute();
  await index('expires_at').column('expires_at').execute();
  await database.schema
    .createTable('oauth_code_deployment')
    .addColumn('code_id', largeNumber, (column) => column.notNull().references('oauth_code.id').onDelete('cascade'))
    .addColumn('deployment_id', 'integer', (column) => column.notNull().references('deployment.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('oauth_code_deployment_key', ['code_id', 'deployment_id'])
    .execute();
  await database.schema
    .createIndex('oauth_code_deployment_deployment')
    .on('oauth_code_deployment')
    .column('deployment_id')
    .execute();
};

/** Requests of devices without a browser, which a person approves elsewhere (RFC 8628). */
export const oauthDevices: Migration = {
  async up(database, { largeNumber, numbered }) {
    await database.schema
      .createTable('oauth_device')
      .addColumn('id', largeNumber, numbered)
      .addColumn('device_hash', 'text', (column) => column.notNull().unique())
      .addColumn('user_code_hash', 'text', (column) => column.notNull().unique())
      .addColumn('client_id', 'integer', (column) => column.notNull().references('oauth_client.id').onDelete('cascade'))
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('resource', 'text')
      .addColumn('requested_from', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('account_id', 'integer', (column) => column.references('account.id'))
      .addColumn('user_id', 'integer', (column) => column.references('account_user.id').onDelete('cascade'))
      .addColumn('has_all_deployments', 'integer', (column) => column.notNull())
      .addColumn('interval_ms', 'integer', (column) => column.notNull())
      .addColumn('polled_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    const index = (name: string) => database.schema.createIndex(`oauth_device_${name}`).on('oauth_device');
    await index('client').column('client_id').execute();
    await index('account').column('account_id').execute();
    await index('user').column('user_id').execute();
    await index('from').columns(['requested_from', 'created_at']).execute();
    await index('expires_at').column('expires_at').execute();
    await database.schema
      .createTable('oauth_device_deployment')
      .addColumn('device_id', largeNumber, (column) =>
        column.notNull().references('oauth_device.id').onDelete('cascade'),
      )
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('oauth_device_deployment_key', ['device_id', 'deployment_id'])
      .execute();
    await database.schema
      .createIndex('oauth_device_deployment_deployment')
      .on('oauth_device_deployment')
      .column('deployment_id')
      .execute();
  },
};

/** Deployments that clients are limited to which act for no person. */
export const oauthClientDeployments: Migration = {
  async up(database) {
    await database.schema
      .alterTable('oauth_client')
      .addColumn('has_all_deployments', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await database.schema
      .createTable('oauth_client_deployment')
      .addColumn('client_id', 'integer', (column) => column.notNull().references('oauth_client.id').onDelete('cascade'))
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('oauth_client_deployment_key', ['client_id', 'deployment_id'])
      .execute();
    await database.schema
      .createIndex('oauth_client_deployment_deployment')
      .on('oauth_client_deployment')
      .column('deployment_id')
      .execute();
  },
};
