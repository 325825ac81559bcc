import type { Migration } from '../migration.ts';

/** Language models that admins register, and what was used of models. */
export const aiModels: Migration = {
  async up(database, { numbered }) {
    await database.schema
      .createTable('ai_model')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('api', 'text')
      .addColumn('base_url', 'text')
      .addColumn('region', 'text')
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('has_credential', 'integer', (column) => column.notNull())
      .addColumn('input_price', 'bigint')
      .addColumn('cached_input_price', 'bigint')
      .addColumn('output_price', 'bigint')
      .addColumn('daily_tokens', 'bigint')
      .addColumn('daily_spend', 'bigint')
      .addColumn('daily_tokens_per_user', 'bigint')
      .addColumn('daily_spend_per_user', 'bigint')
      .addColumn('supports_images', 'integer', (column) => column.notNull())
      .addColumn('context_tokens', 'integer', (column) => column.notNull())
      .addColumn('is_default', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('ai_model_name', ['account_id', 'name'])
      .execute();
    // Users have no reference here: what a deleted user has used still counts for the account.
    await database.schema
      .createTable('ai_usage')
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.notNull())
      .addColumn('input_tokens', 'bigint', (column) => column.notNull())
      .addColumn('cached_input_tokens', 'bigint', (column) => column.notNull())
      .addColumn('output_tokens', 'bigint', (column) => column.notNull())
      .addColumn('cost', 'bigint', (column) => column.notNull())
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('ai_usage_place', ['account_id', 'day', 'model', 'user_id'])
      .execute();
  },
};
