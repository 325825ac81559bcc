import type { Migration } from '../migration.ts';

/** Looks that dashboards of an account may have, and the look that a published version has of one. */
export const dashboardThemes: Migration = {
  async up(database, { numbered }) {
    await database.schema
      .createTable('dashboard_theme')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('theme', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('dashboard_theme_name', ['account_id', 'name_key'])
      .execute();
    await database.schema.alterTable('dashboard_version').addColumn('saved_theme', 'text').execute();
  },
};

/** Colours that charts of an account may have. */
export const chartPalettes: Migration = {
  async up(database, { numbered }) {
    await database.schema
      .createTable('chart_palette')
      .addColumn('id', 'integer', numbered)
      .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('colors', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('chart_palette_name', ['account_id', 'name_key'])
      .execute();
  },
};
