import type { Migration, MigrationJournal } from '@orrery/store';

const queryHistory: Migration = {
  async up(database, { largeNumber, numbered }) {
    await database.schema
      .createTable('query_history')
      .addColumn('id', largeNumber, numbered)
      .addColumn('deployment_id', 'integer', (column) => column.notNull())
      .addColumn('branch', 'text')
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('last_started_at', 'bigint', (column) => column.notNull())
      .addColumn('answers', 'bigint', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('timings', 'text', (column) => column.notNull())
      .addColumn('total_ms', 'double precision', (column) => column.notNull())
      .addColumn('total_ms_sum', 'double precision', (column) => column.notNull())
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('claims', 'text', (column) => column.notNull())
      .addColumn('query', 'text')
      .addColumn('query_length', 'integer', (column) => column.notNull())
      .addColumn('members', 'text', (column) => column.notNull())
      .addColumn('statements', 'text', (column) => column.notNull())
      .addColumn('data_source', 'text')
      .addColumn('cache', 'text', (column) => column.notNull())
      .addColumn('row_count', 'bigint')
      .addColumn('byte_count', 'bigint')
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('error_code', 'text')
      .execute();
    await database.schema
      .createIndex('query_history_time')
      .on('query_history')
      .columns(['deployment_id', 'started_at', 'id'])
      .execute();
    await database.schema.createIndex('query_history_request').on('query_history').column('request_id').execute();
    await database.schema
      .createTable('query_history_text')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema.createIndex('query_history_text_used').on('query_history_text').column('used_at').execute();
  },
};

const engineQueryIds: Migration = {
  async up(database) {
    await database.schema
      .alterTable('query_history')
      .addColumn('engine_query_ids', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};

/** Apart from those of the metadata: the history of a SQLite store is another file. */
export const historyMigrations: ReadonlyMap<string, Migration> = new Map([
  ['0001-query-history', queryHistory],
  ['0002-engine-query-ids', engineQueryIds],
]);

export const historyJournal: MigrationJournal = {
  table: 'query_history_migration',
  of: 'query history',
  wayOut:
    'Use that version, or end the servers and remove the history: the file history.db of the data folder and its log, ' +
    'or the tables of PostgreSQL whose names begin with query_history.',
};
