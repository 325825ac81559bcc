import type { TableDescription } from '@orrery/engines';
import type { Dialect } from '@orrery/semantic';
import type { DataQueries } from './ask-data.ts';
import { whyLeftOut } from './draft/column-meaning.ts';
import { type LeftOut, tableLabel } from './facts.ts';
import { snakeName } from './draft/names.ts';

/** Tables in which tools store their own state. */
const bookkeeping: ReadonlySet<string> = new Set([
  'alembic_version',
  'ar_internal_metadata',
  'databasechangelog',
  'databasechangeloglock',
  'django_migrations',
  'doctrine_migration_versions',
  'flyway_schema_history',
  'goose_db_version',
  'knex_migrations',
  'knex_migrations_lock',
  'kysely_migration',
  'kysely_migration_lock',
  'migrations',
  'mikro_orm_migrations',
  'pg_stat_statements',
  'pg_stat_statements_info',
  'phinxlog',
  '_prisma_migrations',
  '__efmigrationshistory',
  '__diesel_schema_migrations',
  'schema_migrations',
  'sequelizemeta',
  'geography_columns',
  'geometry_columns',
  'spatial_ref_sys',
  'typeorm_metadata',
]);

/**
 * Keeps the tables of the database in the URL. MySQL and MariaDB list every database of the server that the user may
 * read.
 */
export function ofDatabase(
  tables: readonly TableDescription[],
  { name }: Dialect,
): { readonly own: readonly TableDescription[]; readonly leftOut: readonly LeftOut[] } {
  if (name !== 'mysql') return { own: tables, leftOut: [] };
  const others = tables.filter(({ isOnPath }) => !isOnPath);
  if (others.length === 0) return { own: tables, leftOut: [] };
  const what = others.length === 1 ? 'a table of another database' : `${others.length} tables of other databases`;
  return {
    own: tables.filter(({ isOnPath }) => isOnPath),
    leftOut: [{ what, why: 'it is outside the database that the URL of the data source names' }],
  };
}

/** Chooses the tables that become cubes: readable, useful, and with a column that queries can name. */
export async function chooseTables(
  tables: readonly TableDescription[],
  ask: DataQueries,
): Promise<{ readonly chosen: readonly TableDescription[]; readonly leftOut: readonly LeftOut[] }> {
  const chosen: TableDescription[] = [];
  const leftOut: LeftOut[] = [];
  for (const table of tables) {
    const why = whyNoCube(table) ?? (await ask.whyUnreadable(table));
    if (why === undefined) chosen.push(table);
    else leftOut.push({ what: tableLabel(table), why });
  }
  return { chosen, leftOut };
}

function whyNoCube({ name, columns }: TableDescription): string | undefined {
  if (bookkeeping.has(name.toLowerCase())) return 'a migration tool keeps its own records in it';
  if (columns.length === 0) return 'it has no columns';
  const isUsable = columns.some((column) => whyLeftOut(snakeName(column.name, ''), column) === undefined);
  return isUsable ? undefined : 'queries cannot use any of its columns';
}
