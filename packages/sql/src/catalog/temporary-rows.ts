import type { StatementSession } from '../functions/index.ts';
import { elementOf, modifiersOf, type SqlType, typeOfOid } from '../types/index.ts';
import { roleOids, schemaOwner, temporarySchema } from './fixed-rows.ts';
import { columnPrivileges, columnsOf, tablePrivileges, tablesOf } from './information-rows.ts';
import { type CatalogRows, noRows, rowsFrom } from './rows.ts';
import { attributesOf, sharedOfClass, statisticsOf } from './table-rows.ts';

/** The numbers of temporary relations begin behind those of the model. */
const firstOid = 4_000_000;

/** The temporary tables and views of a connection with their numbers in the catalogs. */
export function temporariesOf({ connection }: Pick<StatementSession, 'connection'>) {
  const found = connection?.catalog.temporary() ?? [];
  return found.map((one) => ({ ...one, oid: firstOid + one.number, schema: temporarySchema }));
}

const { name: schema } = temporarySchema;

/** The type of a column by the numbers that catalogs have of it. */
function typeOf({ type: oid, modifier }: { readonly type: number; readonly modifier: number }): SqlType {
  const name = typeOfOid(oid) ?? 'text';
  const modifiers = modifiersOf(elementOf(name), modifier);
  return modifiers.length === 0 ? { name } : { name, modifier: modifiers };
}

const namedOf = (session: StatementSession, what: 'table' | 'view') =>
  temporariesOf(session).filter((one) => one.what === what);

const tableGrants = (session: StatementSession) => tablePrivileges(temporariesOf(session), session);
const columnGrants = (session: StatementSession) => columnPrivileges(temporariesOf(session), session);
const statistics = (session: StatementSession) => statisticsOf(namedOf(session, 'table'));

/** Rows that a connection adds to those of the model, by schema and name of the relation. */
export const rowsOfConnection: Readonly<Record<string, (session: StatementSession) => CatalogRows>> = {
  'pg_catalog.pg_namespace': (session) =>
    temporariesOf(session).length === 0
      ? noRows
      : rowsFrom([{ oid: temporarySchema.oid, nspname: temporarySchema.name, nspowner: roleOids.postgres }]),
  'pg_catalog.pg_class': (session) =>
    rowsFrom(
      temporariesOf(session).map(({ oid, name, what, columns }) => ({
        oid,
        relname: name,
        relam: what === 'table' ? 2 : 0,
        relkind: what === 'table' ? 'r' : 'v',
        relnatts: columns.length,
        relhasindex: false,
        relreplident: what === 'table' ? 'd' : 'n',
      })),
      { ...sharedOfClass, relhastriggers: false, relnamespace: temporarySchema.oid, relpersistence: 't' },
    ),
  'pg_catalog.pg_attribute': (session) =>
    attributesOf(
      temporariesOf(session).flatMap(({ oid, columns }) =>
        columns.map(({ name, type, modifier }, at) => ({
          relation: oid,
          name,
          number: at + 1,
          wire: { oid: type, modifier },
        })),
      ),
    ),
  'pg_catalog.pg_tables': (session) =>
    rowsFrom(
      namedOf(session, 'table').map(({ name }) => ({ tablename: name })),
      {
        ...{ schemaname: schema, tableowner: session.user, hasindexes: false, hasrules: false },
        ...{ hastriggers: false, rowsecurity: false },
      },
    ),
  'pg_catalog.pg_views': (session) =>
    rowsFrom(
      namedOf(session, 'view').map(({ name }) => ({ viewname: name })),
      { schemaname: schema, viewowner: session.user },
    ),
  'pg_catalog.pg_stat_user_tables': statistics,
  'pg_catalog.pg_stat_all_tables': statistics,
  'pg_catalog.pg_statio_user_tables': statistics,
  'information_schema.schemata': (session) =>
    temporariesOf(session).length === 0
      ? noRows
      : rowsFrom([{ catalog_name: session.database, schema_name: schema, schema_owner: schemaOwner(schema) }]),
  // PostgreSQL calls views of this schema so, too.
  'information_schema.tables': (session) =>
    rowsFrom(
      temporariesOf(session).map(({ name }) => ({ table_name: name })),
      { ...tablesOf(session.database), table_schema: schema, table_type: 'LOCAL TEMPORARY' },
    ),
  'information_schema.columns': (session) =>
    columnsOf(
      temporariesOf(session).flatMap(({ name: table, columns }) =>
        columns.map((column, at) => ({
          ...{ schema, table, name: column.name, number: at + 1 },
          ...{ type: typeOf(column), isRequired: false },
        })),
      ),
      session,
    ),
  'information_schema.views': (session) =>
    rowsFrom(
      namedOf(session, 'view').map(({ name }) => ({ table_name: name })),
      {
        ...{ table_catalog: session.database, table_schema: schema, check_option: 'NONE', is_updatable: 'NO' },
        ...{ is_insertable_into: 'NO', is_trigger_updatable: 'NO', is_trigger_deletable: 'NO' },
        is_trigger_insertable_into: 'NO',
      },
    ),
  'information_schema.table_privileges': tableGrants,
  'information_schema.role_table_grants': tableGrants,
  'information_schema.column_privileges': columnGrants,
  'information_schema.role_column_grants': columnGrants,
};
