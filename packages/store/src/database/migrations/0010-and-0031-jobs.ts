import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Work that any node does later, and the workers of the nodes that hold it meanwhile. */
export const jobs: Migration = {
  async up(database, { numbered, largeNumber }) {
    await database.schema
      .createTable('job_worker')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('beat', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .execute();

    await database.schema
      .createTable('job')
      .addColumn('id', largeNumber, numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('deployment_id', 'integer', (column) => column.references('deployment.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', 'text')
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('worker_id', 'text')
      .addColumn('error', 'text')
      .addColumn('failed_at', 'bigint')
      .execute();
    await database.schema
      .createIndex('job_waiting')
      .on('job')
      .columns(['due_at', 'id'])
      .where(sql<boolean>`worker_id IS NULL AND failed_at IS NULL`)
      .execute();
    await database.schema
      .createIndex('job_key')
      .on('job')
      .columns(['kind', 'key'])
      .unique()
      .where(sql<boolean>`failed_at IS NULL`)
      .execute();
    await database.schema
      .createIndex('job_held')
      .on('job')
      .column('worker_id')
      .where(sql<boolean>`worker_id IS NOT NULL`)
      .execute();
    for (const column of ['account_id', 'deployment_id', 'failed_at']) {
      await database.schema.createIndex(`job_${column}`).on('job').column(column).execute();
    }
  },
};

/** The waiting jobs of one account in their order, so that a worker finds each account's next ones without the others'. */
export const jobsByAccount: Migration = {
  async up(database) {
    await database.schema
      .createIndex('job_waiting_of_account')
      .on('job')
      .columns(['account_id', 'due_at', 'id'])
      .where(sql<boolean>`worker_id IS NULL AND failed_at IS NULL`)
      .execute();
  },
};
