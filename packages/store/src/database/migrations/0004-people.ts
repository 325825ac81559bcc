import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { kindOf } from '../kind-of.ts';
import type { Migration, MigrationStep } from '../migration.ts';

/**
 * Gives users an id for other systems, groups and attributes, and adds the audit log. Users that the previous version
 * creates meanwhile get their `uid` from the store.
 */
export const people: Migration = {
  async up(database, types) {
    await database.schema.alterTable('account').addColumn('settings', 'text').execute();
    await addEmbedTenants(database, types);
    await widenUsers(database);
    await addGroups(database, types);
    await addAttributes(database, types);
    await addAuditLog(database, types);
  },
};

const addEmbedTenants: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('embed_tenant')
    .addColumn('id', 'integer', numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('embed_tenant_name', ['account_id', 'name'])
    .execute();
};

async function widenUsers(database: Parameters<MigrationStep>[0]): Promise<void> {
  const texts = ['uid', 'external_id', 'display_name', 'given_name', 'family_name', 'formatted_name'];
  for (const name of [...texts, 'emails', 'picture', 'managed_by']) {
    await database.schema.alterTable('account_user').addColumn(name, 'text').execute();
  }
  await database.schema
    .alterTable('account_user')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('internal'))
    .execute();
  await database.schema
    .alterTable('account_user')
    .addColumn('embed_tenant_id', 'integer', (column) => column.references('embed_tenant.id').onDelete('cascade'))
    .execute();
  await database.schema.alterTable('account_user').addColumn('expires_at', 'bigint').execute();
  await database.schema.alterTable('account_user').addColumn('updated_at', 'bigint').execute();
  await database.schema
    .alterTable('account_user')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  for (const { id } of await database.selectFrom('account_user').select('id').execute()) {
    await database.updateTable('account_user').set({ uid: randomUUID() }).where('id', '=', id).execute();
  }
  await giveUids(database);
  const index = (name: string) => database.schema.createIndex(`account_user_${name}`).on('account_user');
  await index('uid').column('uid').unique().execute();
  await index('external_id').columns(['account_id', 'external_id']).execute();
  await index('kind').columns(['account_id', 'kind', 'id']).execute();
  await index('embed_tenant').column('embed_tenant_id').execute();
}

/** Fills `uid` for rows of the previous version, which does not know the column. */
async function giveUids(database: Kysely<unknown>): Promise<void> {
  if (kindOf(database) === 'postgres') {
    await sql`
      ALTER TABLE account_user ALTER COLUMN uid SET DEFAULT md5(random()::text || clock_timestamp()::text)::uuid::text
    `.execute(database);
    return;
  }
  await sql`
    CREATE TRIGGER account_user_uid AFTER INSERT ON account_user WHEN NEW.uid IS NULL BEGIN
      UPDATE account_user SET uid = lower(hex(randomblob(16))) WHERE id = NEW.id;
    END`.execute(database);
}

const addGroups: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('user_group')
    .addColumn('id', 'integer', numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('embed_tenant_id', 'integer', (column) => column.references('embed_tenant.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('external_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await uniqueInScope(database, 'user_group');
  await database.schema
    .createIndex('user_group_external_id')
    .on('user_group')
    .columns(['account_id', 'external_id'])
    .execute();
  await database.schema
    .createTable('group_member')
    .addColumn('group_id', 'integer', (column) => column.notNull().references('user_group.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('group_member_pair', ['group_id', 'user_id'])
    .execute();
  await database.schema.createIndex('group_member_user').on('group_member').column('user_id').execute();
};

const addAttributes: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('user_attribute')
    .addColumn('id', 'integer', numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('embed_tenant_id', 'integer', (column) => column.references('embed_tenant.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('display_name', 'text')
    .addColumn('default_value', 'text')
    .addColumn('description', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await uniqueInScope(database, 'user_attribute');
  await database.schema
    .createTable('user_attribute_value')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
    .addColumn('attribute_id', 'integer', (column) =>
      column.notNull().references('user_attribute.id').onDelete('cascade'),
    )
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('user_attribute_value_pair', ['user_id', 'attribute_id'])
    .execute();
  await database.schema
    .createIndex('user_attribute_value_attribute')
    .on('user_attribute_value')
    .column('attribute_id')
    .execute();
};

/**
 * Creates one unique index for names of the account and one for those of embed tenants: in a unique index, NULL never
 * equals NULL.
 */
async function uniqueInScope(database: Parameters<MigrationStep>[0], table: string): Promise<void> {
  await database.schema
    .createIndex(`${table}_name`)
    .on(table)
    .columns(['account_id', 'name_key'])
    .unique()
    .where(sql<boolean>`embed_tenant_id IS NULL`)
    .execute();
  await database.schema
    .createIndex(`${table}_tenant_name`)
    .on(table)
    .columns(['embed_tenant_id', 'name_key'])
    .unique()
    .where(sql<boolean>`embed_tenant_id IS NOT NULL`)
    .execute();
}

/** Stores actors as text, because users and deployments may be deleted. */
const addAuditLog: MigrationStep = async (database, { numbered, largeNumber }) => {
  await database.schema
    .createTable('audit_log')
    .addColumn('id', largeNumber, numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('user_id', 'integer')
    .addColumn('user_email', 'text')
    .addColumn('deployment_id', 'integer')
    .addColumn('address', 'text')
    .addColumn('attributes', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('audit_log_time').on('audit_log').columns(['account_id', 'at', 'id']).execute();
};
