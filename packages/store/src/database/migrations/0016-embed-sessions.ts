import type { Migration, MigrationStep } from '../migration.ts';

/**
 * Sessions of viewers of embedded content: a session waits in `embed_session` until a browser exchanges it for a token,
 * which `embed_token` then records. Neither the name of a session nor a token is stored.
 */
export const embedSessions: Migration = {
  async up(database, types) {
    await addSecrets(database, types);
    await addSessions(database, types);
    await addTokens(database, types);
  },
};

const addSecrets: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('embed_secret')
    .addColumn('id', 'integer', numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().unique().references('account.id'))
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
};

const addSessions: MigrationStep = async (database, { largeNumber, numbered }) => {
  await database.schema
    .createTable('embed_session')
    .addColumn('id', largeNumber, numbered)
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .$call(withOwners)
    .execute();
  await index(database, 'embed_session');
};

const addTokens: MigrationStep = async (database, { largeNumber, numbered }) => {
  await database.schema
    .createTable('embed_token')
    .addColumn('id', largeNumber, numbered)
    .addColumn('jti', 'text', (column) => column.notNull().unique())
    .$call(withOwners)
    .execute();
  await index(database, 'embed_token');
  await database.schema.createIndex('embed_token_account').on('embed_token').columns(['account_id', 'id']).execute();
};

type Table = ReturnType<Parameters<MigrationStep>[0]['schema']['createTable']>;

function withOwners<T extends Table>(table: T) {
  return table
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('deployment_id', 'integer', (column) => column.notNull().references('deployment.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
    .addColumn('embed_tenant_id', 'integer', (column) => column.references('embed_tenant.id').onDelete('cascade'))
    .addColumn('is_creator', 'integer', (column) => column.notNull())
    .addColumn('public_dashboard_id', 'text')
    .addColumn('security_context', 'text')
    .addColumn('embed_theme', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull());
}

async function index(database: Parameters<MigrationStep>[0], table: string): Promise<void> {
  for (const column of ['deployment_id', 'user_id', 'embed_tenant_id', 'expires_at']) {
    await database.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
  }
}
