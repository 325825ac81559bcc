import type { Migration } from '../migration.ts';

/** Projects while they are uploaded file by file. */
export const projectUploads: Migration = {
  async up(database, { numbered, largeNumber }) {
    await database.schema
      .createTable('project_upload')
      .addColumn('id', 'integer', numbered)
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema
      .createIndex('project_upload_of')
      .on('project_upload')
      .columns(['deployment_id', 'id'])
      .execute();
    await database.schema
      .createTable('project_upload_file')
      .addColumn('id', largeNumber, numbered)
      .addColumn('upload_id', 'integer', (column) =>
        column.notNull().references('project_upload.id').onDelete('cascade'),
      )
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('sha1', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addUniqueConstraint('project_upload_file_path', ['upload_id', 'path'])
      .execute();
    await database.schema
      .createTable('project_upload_piece')
      .addColumn('id', largeNumber, numbered)
      .addColumn('file_id', largeNumber, (column) =>
        column.notNull().references('project_upload_file.id').onDelete('cascade'),
      )
      .addColumn('content', 'text', (column) => column.notNull())
      .execute();
    await database.schema
      .createIndex('project_upload_piece_of')
      .on('project_upload_piece')
      .columns(['file_id', 'id'])
      .execute();
  },
};
