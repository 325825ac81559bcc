import type { Migration } from '../migration.ts';

/** Adds the memories that people write for agents. */
export const memories: Migration = {
  async up(database, { numbered }) {
    await database.schema
      .createTable('agent_memory')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('deployment_id', 'integer', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('space_id', 'integer', (column) => column.notNull().references('agent_space.id').onDelete('cascade'))
      .addColumn('user_id', 'integer', (column) => column.references('account_user.id').onDelete('cascade'))
      .addColumn('author_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('term', 'text')
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('equal_key', 'text', (column) => column.notNull())
      .addColumn('times_chosen', 'integer')
      .addColumn('thread_uid', 'text', (column) => column.references('chat_thread.uid').onDelete('set null'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addUniqueConstraint('agent_memory_equal', ['space_id', 'equal_key'])
      .execute();
    const index = (name: string) => database.schema.createIndex(`agent_memory_${name}`).on('agent_memory');
    await index('author').columns(['author_id', 'space_id']).execute();
    await index('account').column('account_id').execute();
    await index('deployment').columns(['deployment_id', 'id']).execute();
    await index('user').column('user_id').execute();
    await index('thread').column('thread_uid').execute();
  },
};
