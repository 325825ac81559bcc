import { sql } from 'kysely';
import type { Migration, MigrationStep } from '../migration.ts';

/** Dashboards sent by schedule: their recipients, and the result of each run. */
export const notifications: Migration = {
  async up(database, types) {
    await addNotifications(database, types);
    await addRecipients(database, types);
    await addRuns(database, types);
  },
};

const addNotifications: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('notification')
    .addColumn('id', 'integer', numbered)
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
    .addColumn('deployment_id', 'integer', (column) => column.notNull().references('deployment.id').onDelete('cascade'))
    .addColumn('dashboard_id', 'integer', (column) => column.notNull().references('dashboard.id').onDelete('cascade'))
    .addColumn('owner_id', 'integer', (column) => column.references('account_user.id').onDelete('set null'))
    .addColumn('schedule_type', 'text', (column) => column.notNull())
    .addColumn('minute', 'integer', (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('day_of_week', 'integer')
    .addColumn('day_of_month', 'integer')
    .addColumn('custom_cron', 'text')
    .addColumn('cron', 'text', (column) => column.notNull())
    .addColumn('timezone', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('filters', 'text')
    .addColumn('time_grains', 'text')
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('is_sent', 'integer', (column) => column.notNull())
    .addColumn('next_run_at', 'bigint')
    .addColumn('planned_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string) => database.schema.createIndex(`notification_${name}`).on('notification');
  const isPlanned = sql<boolean>`next_run_at IS NOT NULL`;
  await index('of_deployment').columns(['deployment_id', 'id']).execute();
  await index('of_dashboard').columns(['dashboard_id']).execute();
  await index('of_owner').columns(['owner_id']).execute();
  await index('due').columns(['next_run_at']).where(isPlanned).execute();
  await index('planned').columns(['planned_at']).where(isPlanned).execute();
};

const addRecipients: MigrationStep = async (database, { numbered }) => {
  await database.schema
    .createTable('notification_recipient')
    .addColumn('id', 'integer', numbered)
    .addColumn('notification_id', 'integer', (column) =>
      column.notNull().references('notification.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'integer', (column) => column.notNull().references('account_user.id').onDelete('cascade'))
    .addColumn('security_context', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('notification_recipient_once', ['notification_id', 'user_id'])
    .execute();
  await database.schema
    .createIndex('notification_recipient_user')
    .on('notification_recipient')
    .column('user_id')
    .execute();
};

const addRuns: MigrationStep = async (database, { numbered, largeNumber }) => {
  await database.schema
    .createTable('notification_run')
    .addColumn('id', largeNumber, numbered)
    .addColumn('notification_id', 'integer', (column) =>
      column.notNull().references('notification.id').onDelete('cascade'),
    )
    .addColumn('trigger', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('phase', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('notes', 'text')
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute();
  await database.schema
    .createIndex('notification_run_of')
    .on('notification_run')
    .columns(['notification_id', 'id'])
    .execute();
  await database.schema
    .createTable('notification_delivery')
    .addColumn('run_id', largeNumber, (column) =>
      column.notNull().references('notification_run.id').onDelete('cascade'),
    )
    .addColumn('recipient_id', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.references('account_user.id').onDelete('set null'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('message_id', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('notification_delivery_once', ['run_id', 'recipient_id'])
    .execute();
  await database.schema
    .createIndex('notification_delivery_user')
    .on('notification_delivery')
    .column('user_id')
    .execute();
};
