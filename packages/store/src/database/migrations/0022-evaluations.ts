import type { Migration, MigrationStep } from '../migration.ts';

/** Runs of eval questions, and what came of each question. */
export const evaluations: Migration = {
  async up(database, types) {
    await addRuns(database, types);
    await addResults(database, types);
  },
};

const addRuns: MigrationStep = async (database, { numbered, largeNumber }) => {
  await database.schema
    .createTable('evaluation_run')
    .addColumn('id', largeNumber, numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('deployment_id', 'integer', (column) => column.notNull().references('deployment.id').onDelete('cascade'))
    .addColumn('branch', 'text')
    .addColumn('agent_name', 'text', (column) => column.notNull())
    .addColumn('question_file', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('error', 'text')
    .addColumn('created_by', 'integer', (column) => column.references('account_user.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute();
  const index = (name: string) => database.schema.createIndex(`evaluation_run_${name}`).on('evaluation_run');
  await index('of').columns(['deployment_id', 'id']).execute();
  for (const column of ['account_id', 'created_by']) await index(column).column(column).execute();
};

const addResults: MigrationStep = async (database, { numbered, largeNumber }) => {
  await database.schema
    .createTable('evaluation_result')
    .addColumn('id', largeNumber, numbered)
    .addColumn('run_id', largeNumber, (column) => column.notNull().references('evaluation_run.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('truth_sql', 'text', (column) => column.notNull())
    .addColumn('verdict', 'text')
    .addColumn('outcome', 'text')
    .addColumn('reason', 'text')
    .addColumn('detail', 'text')
    .addColumn('agent_sql', 'text')
    .addColumn('agent_answer', 'text')
    .addColumn('answer_ms', 'integer')
    .addColumn('grading_ms', 'integer')
    .addColumn('finished_at', 'bigint')
    .addUniqueConstraint('evaluation_result_once', ['run_id', 'name'])
    .execute();
};
