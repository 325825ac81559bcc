import { sql } from 'kysely';
import type { Migration, MigrationStep } from '../migration.ts';

/** Agents, conversations with them, and the runs that answer questions. */
export const chat: Migration = {
  async up(database, types) {
    await addAgents(database, types);
    await addThreads(database, types);
    await addRuns(database, types);
    await addRecords(database, types);
  },
};

const addAgents: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('agent_space')
    .addColumn('id', 'integer', numbered)
    .addColumn('deployment_id', 'integer', (column) => column.notNull().references('deployment.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addUniqueConstraint('agent_space_name', ['deployment_id', 'name'])
    .execute();
  await database.schema
    .createTable('agent')
    .addColumn('id', 'integer', numbered)
    .addColumn('deployment_id', 'integer', (column) => column.notNull().references('deployment.id').onDelete('cascade'))
    .addColumn('space_id', 'integer', (column) => column.notNull().references('agent_space.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('allow_embed', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('agent_name', ['deployment_id', 'name'])
    .execute();
  await database.schema.createIndex('agent_space_id').on('agent').column('space_id').execute();
};

const addThreads: MigrationStep = async (database, { numbered, largeNumber }) => {
  await database.schema
    .createTable('chat_thread')
    .addColumn('id', largeNumber, numbered)
    .addColumn('uid', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('deployment_id', 'integer', (column) => column.notNull().references('deployment.id').onDelete('cascade'))
    .addColumn('agent_id', 'integer', (column) => column.notNull().references('agent.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('search_key', 'text', (column) => column.notNull())
    .addColumn('is_shared', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_sort', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string) => database.schema.createIndex(`chat_thread_${name}`).on('chat_thread');
  await index('account').columns(['account_id', 'updated_at']).execute();
  await index('user').columns(['user_id', 'updated_at']).execute();
  for (const column of ['deployment_id', 'agent_id', 'updated_at']) await index(column).column(column).execute();
};

const addRuns: MigrationStep = async (database, { numbered, largeNumber }) => {
  await database.schema
    .createTable('chat_run')
    .addColumn('id', largeNumber, numbered)
    .addColumn('thread_id', largeNumber, (column) => column.notNull().references('chat_thread.id').onDelete('cascade'))
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('agent_id', 'integer', (column) => column.notNull().references('agent.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('worker_id', 'text')
    .addColumn('is_abort_asked', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('outcome', 'text')
    .addColumn('analysis', 'text')
    .addColumn('receipt', 'text')
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addUniqueConstraint('chat_run_message', ['account_id', 'agent_id', 'user_id', 'message_id'])
    .execute();
  const index = (name: string) => database.schema.createIndex(`chat_run_${name}`).on('chat_run');
  const isActive = sql<boolean>`state = 'active'`;
  await index('active').column('thread_id').unique().where(isActive).execute();
  await index('active_user').column('user_id').where(isActive).execute();
  await index('worker').column('worker_id').where(isActive).execute();
  for (const column of ['thread_id', 'user_id', 'agent_id']) await index(column).column(column).execute();
};

const addRecords: MigrationStep = async (database, { largeNumber }) => {
  await database.schema
    .createTable('chat_record')
    .addColumn('thread_id', largeNumber, (column) => column.notNull().references('chat_thread.id').onDelete('cascade'))
    .addColumn('sort', 'integer', (column) => column.notNull())
    .addColumn('run_id', largeNumber, (column) => column.notNull().references('chat_run.id').onDelete('cascade'))
    .addColumn('record', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_record_place', ['thread_id', 'sort'])
    .execute();
  await database.schema.createIndex('chat_record_run').on('chat_record').columns(['run_id', 'sort']).execute();
  await database.schema
    .createTable('chat_delta')
    .addColumn('run_id', largeNumber, (column) => column.notNull().references('chat_run.id').onDelete('cascade'))
    .addColumn('sort', 'integer', (column) => column.notNull())
    .addColumn('records', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_delta_place', ['run_id', 'sort'])
    .execute();
  await database.schema
    .createTable('chat_image')
    .addColumn('run_id', largeNumber, (column) => column.notNull().references('chat_run.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('mime_type', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_image_place', ['run_id', 'position'])
    .execute();
};
