import type { StatementSession } from '../functions/index.ts';
import { namesOfType, type SqlType } from '../types/index.ts';
import { schemaOids, schemaOwner } from './fixed-rows.ts';
import { type CatalogRows, type CatalogValue, rowsFrom } from './rows.ts';
import { schemasOf, type ShownTables } from './shown-tables.ts';

export function schemataRows(tables: ShownTables, { database }: StatementSession): CatalogRows {
  const names = [...Object.keys(schemaOids), ...schemasOf(tables).map(({ name }) => name)];
  return rowsFrom(
    names.map((schema_name) => ({ schema_name, schema_owner: schemaOwner(schema_name) })),
    { catalog_name: database },
  );
}

/** Views of the catalogs that tools look for, before the cubes and views of the model. */
const listedViews = [
  ['information_schema', 'tables'],
  ['information_schema', 'columns'],
  ['pg_catalog', 'pg_tables'],
] as const;

export function informationTables(tables: ShownTables, { database }: StatementSession): CatalogRows {
  const views = listedViews.map(([table_schema, table_name]) => ({
    table_schema,
    table_name,
    table_type: 'VIEW',
  }));
  const own = tables.map(({ schema, name }) => ({
    table_schema: schema.name,
    table_name: name,
    table_type: 'BASE TABLE',
  }));
  return rowsFrom([...views, ...own], tablesOf(database));
}

/** Values that all rows of `information_schema.tables` have. */
export const tablesOf = (database: string): Readonly<Record<string, CatalogValue>> => ({
  table_catalog: database,
  is_insertable_into: 'NO',
  is_typed: 'NO',
});

interface Sizes {
  readonly precision?: number;
  readonly radix?: number;
  readonly scale?: number;
  readonly octets?: number;
  readonly length?: number;
  readonly moments?: number;
}

function sizesOf({ name, modifier = [] }: SqlType): Sizes {
  const [first, second] = modifier;
  switch (name) {
    case 'int2':
      return { precision: 16, radix: 2, scale: 0 };
    case 'int4':
      return { precision: 32, radix: 2, scale: 0 };
    case 'int8':
      return { precision: 64, radix: 2, scale: 0 };
    case 'float4':
      return { precision: 24, radix: 2 };
    case 'float8':
      return { precision: 53, radix: 2 };
    case 'numeric':
      return first === undefined ? { radix: 10 } : { precision: first, radix: 10, scale: second ?? 0 };
    case 'text':
    case 'varchar':
    case 'bpchar':
      return first === undefined ? { octets: 1_073_741_824 } : { length: first, octets: first * bytesOfCharacter };
    case 'date':
      return { moments: 0 };
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return { moments: first ?? 6 };
    case 'interval':
      return { moments: second ?? 6 };
    default:
      return {};
  }
}

/** The most bytes that a character of a text may have. */
const bytesOfCharacter = 4;

/** A column of a table or view, as `information_schema.columns` lists it. */
interface ColumnListed {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly number: number;
  readonly type: SqlType;
  readonly isRequired: boolean;
}

export function informationColumns(tables: ShownTables, session: StatementSession): CatalogRows {
  const all = tables.flatMap(({ schema, name: table, columns }) =>
    columns.map((column) => ({ ...column, schema: schema.name, table })),
  );
  return columnsOf(all, session);
}

export function columnsOf(all: readonly ColumnListed[], { database }: Pick<StatementSession, 'database'>): CatalogRows {
  const sizes = all.map(({ type }) => sizesOf(type));
  const names = all.map(({ type }) => namesOfType(type));
  return {
    count: all.length,
    columns: {
      table_catalog: { all: database },
      table_schema: all.map(({ schema }) => schema),
      table_name: all.map(({ table }) => table),
      column_name: all.map(({ name }) => name),
      ordinal_position: all.map(({ number }) => number),
      is_nullable: all.map(({ isRequired }) => (isRequired ? 'NO' : 'YES')),
      data_type: names.map(({ dataType }) => dataType),
      character_maximum_length: sizes.map(({ length = null }) => length),
      character_octet_length: sizes.map(({ octets = null }) => octets),
      numeric_precision: sizes.map(({ precision = null }) => precision),
      numeric_precision_radix: sizes.map(({ radix = null }) => radix),
      numeric_scale: sizes.map(({ scale = null }) => scale),
      datetime_precision: sizes.map(({ moments = null }) => moments),
      udt_catalog: { all: database },
      udt_schema: { all: 'pg_catalog' },
      udt_name: names.map(({ udtName }) => udtName),
      dtd_identifier: all.map(({ number }) => String(number)),
      is_self_referencing: { all: 'NO' },
      is_identity: { all: 'NO' },
      identity_cycle: { all: 'NO' },
      is_generated: { all: 'NEVER' },
      is_updatable: { all: 'NO' },
    },
  };
}

/** Both keys of all tables, as the views of constraints name them. */
function constraintsOf(tables: ShownTables) {
  return tables.flatMap((table) => [
    ...(table.primaryKey ? [{ table, key: table.primaryKey, to: undefined }] : []),
    ...table.foreignKeys.map((key) => ({ table, key, to: key.to })),
  ]);
}

const named = (database: string): Readonly<Record<string, CatalogValue>> => ({
  constraint_catalog: database,
  constraint_schema: 'public',
  table_catalog: database,
  table_schema: 'public',
});

export function tableConstraints(tables: ShownTables, { database }: StatementSession): CatalogRows {
  return rowsFrom(
    constraintsOf(tables).map(({ table, key, to }) => ({
      constraint_name: key.name,
      table_name: table.name,
      constraint_type: to ? 'FOREIGN KEY' : 'PRIMARY KEY',
    })),
    { ...named(database), is_deferrable: 'NO', initially_deferred: 'NO', enforced: 'YES' },
  );
}

export function keyColumnUsage(tables: ShownTables, { database }: StatementSession): CatalogRows {
  return rowsFrom(
    constraintsOf(tables).flatMap(({ table, key, to }) =>
      key.columns.map((column, at) => ({
        constraint_name: key.name,
        table_name: table.name,
        column_name: column.name,
        ordinal_position: at + 1,
        position_in_unique_constraint: to ? at + 1 : null,
      })),
    ),
    named(database),
  );
}

export function referentialConstraints(tables: ShownTables, { database }: StatementSession): CatalogRows {
  return rowsFrom(
    constraintsOf(tables).flatMap(({ key, to }) =>
      to ? [{ constraint_name: key.name, unique_constraint_name: to.key.name }] : [],
    ),
    {
      constraint_catalog: database,
      constraint_schema: 'public',
      unique_constraint_catalog: database,
      unique_constraint_schema: 'public',
      match_option: 'NONE',
      update_rule: 'NO ACTION',
      delete_rule: 'NO ACTION',
    },
  );
}

/** The columns that constraints read: of a foreign key those of the other table. */
export function constraintColumns(tables: ShownTables, { database }: StatementSession): CatalogRows {
  return rowsFrom(
    constraintsOf(tables).flatMap(({ table, key, to }) =>
      (to ?? { key }).key.columns.map((column) => ({
        table_name: (to ?? table).name,
        column_name: column.name,
        constraint_name: key.name,
      })),
    ),
    named(database),
  );
}

export function constraintTables(tables: ShownTables, { database }: StatementSession): CatalogRows {
  return rowsFrom(
    constraintsOf(tables).map(({ table, key, to }) => ({
      table_name: (to ?? table).name,
      constraint_name: key.name,
    })),
    named(database),
  );
}

/** A table or view with its columns, of which everything may be read. */
interface Readable {
  readonly schema: { readonly name: string };
  readonly name: string;
  readonly columns: readonly { readonly name: string }[];
}

/** Everything that a caller sees may be read, and nothing may be written. */
const granted = ({ database, user }: StatementSession): Readonly<Record<string, CatalogValue>> => ({
  grantor: user,
  grantee: user,
  table_catalog: database,
  privilege_type: 'SELECT',
  is_grantable: 'NO',
});

export function tablePrivileges(tables: readonly Readable[], session: StatementSession): CatalogRows {
  return rowsFrom(
    tables.map(({ schema, name }) => ({ table_schema: schema.name, table_name: name })),
    { ...granted(session), with_hierarchy: 'NO' },
  );
}

export function columnPrivileges(tables: readonly Readable[], session: StatementSession): CatalogRows {
  return rowsFrom(
    tables.flatMap(({ schema, name, columns }) =>
      columns.map((column) => ({ table_schema: schema.name, table_name: name, column_name: column.name })),
    ),
    granted(session),
  );
}

export function characterSets({ database }: StatementSession): CatalogRows {
  return rowsFrom([
    {
      character_set_name: 'UTF8',
      character_repertoire: 'UCS',
      form_of_use: 'UTF8',
      default_collate_catalog: database,
      default_collate_schema: 'pg_catalog',
      default_collate_name: 'default',
    },
  ]);
}
