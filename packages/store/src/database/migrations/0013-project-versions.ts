import type { Migration } from '../migration.ts';

/** Projects that were uploaded for deployments, in their original form, and which of them served when. */
export const projectVersions: Migration = {
  async up(database, { numbered, largeNumber }) {
    await database.schema
      .createTable('project_version')
      .addColumn('id', 'integer', numbered)
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'integer', (column) => column.references('account_user.id').onDelete('set null'))
      .addColumn('message', 'text')
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('archive_bytes', 'integer', (column) => column.notNull())
      .addColumn('file_count', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .execute();
    await database.schema
      .createIndex('project_version_of')
      .on('project_version')
      .columns(['deployment_id', 'id'])
      .execute();

    await database.schema
      .createTable('project_version_piece')
      .addColumn('id', largeNumber, numbered)
      .addColumn('version_id', 'integer', (column) =>
        column.notNull().references('project_version.id').onDelete('cascade'),
      )
      .addColumn('content', 'text', (column) => column.notNull())
      .execute();
    await database.schema
      .createIndex('project_version_piece_of')
      .on('project_version_piece')
      .columns(['version_id', 'id'])
      .execute();

    await database.schema
      .createTable('project_activation')
      .addColumn('id', 'integer', numbered)
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('version_id', 'integer', (column) =>
        column.notNull().references('project_version.id').onDelete('cascade'),
      )
      .addColumn('before_id', 'integer')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    for (const column of ['deployment_id', 'version_id']) {
      await database.schema
        .createIndex(`project_activation_${column}`)
        .on('project_activation')
        .columns([column, 'id'])
        .execute();
    }
  },
};
