import type { Migration } from '../migration.ts';

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
