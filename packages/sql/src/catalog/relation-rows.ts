import type { StatementSession } from '../functions/index.ts';
import { functionsOfCatalog, typesOfCatalog } from './catalog-types.ts';
import {
  accessMethodRows,
  collationRows,
  implementationRows,
  languageRows,
  operatorClassRows,
  sizingRows,
  tablespaceRows,
} from './fixed-rows.ts';
import {
  characterSets,
  columnPrivileges,
  constraintColumns,
  constraintTables,
  informationColumns,
  informationTables,
  keyColumnUsage,
  referentialConstraints,
  schemataRows,
  tableConstraints,
  tablePrivileges,
} from './information-rows.ts';
import { keywordRows } from './keyword-rows.ts';
import { type CatalogRows, noRows, rowsFrom, withRows } from './rows.ts';
import {
  activityRows,
  cursorRows,
  databaseRows,
  preparedRows,
  roleRows,
  settingRows,
  userRows,
  zoneRows,
} from './session-rows.ts';
import type { ShownTables } from './shown-tables.ts';
import {
  attributeRows,
  classRows,
  constraintRows,
  descriptionRows,
  indexesRows,
  indexRows,
  namespaceRows,
  redshiftTables,
  statisticsOf,
  tableRows,
} from './table-rows.ts';
import { rowsOfConnection } from './temporary-rows.ts';

/** Rows that are the same for every caller. */
const fixed: Readonly<Record<string, CatalogRows>> = {
  'pg_catalog.pg_type': typesOfCatalog,
  'pg_catalog.pg_proc': functionsOfCatalog,
  'pg_catalog.pg_get_keywords()': keywordRows,
  'pg_catalog.pg_am': accessMethodRows,
  'pg_catalog.pg_language': languageRows,
  'pg_catalog.pg_tablespace': tablespaceRows,
  'pg_catalog.pg_collation': collationRows,
  'pg_catalog.pg_opclass': operatorClassRows,
  'information_schema.sql_implementation_info': implementationRows,
  'information_schema.sql_sizing': sizingRows,
  'public.stv_slices': rowsFrom([{ node: 0, slice: 0 }]),
};

/** Rows of the model, which are kept. */
const ofTables: Readonly<Record<string, (tables: ShownTables) => CatalogRows>> = {
  'pg_catalog.pg_namespace': namespaceRows,
  'pg_catalog.pg_class': classRows,
  'pg_catalog.pg_attribute': attributeRows,
  'pg_catalog.pg_description': descriptionRows,
  'pg_catalog.pg_constraint': constraintRows,
  'pg_catalog.pg_index': indexRows,
  'pg_catalog.pg_indexes': indexesRows,
  'pg_catalog.pg_stat_user_tables': statisticsOf,
  'pg_catalog.pg_stat_all_tables': statisticsOf,
  'pg_catalog.pg_statio_user_tables': statisticsOf,
};

/** Rows that the session takes part in. */
const ofSession: Readonly<Record<string, (tables: ShownTables, session: StatementSession) => CatalogRows>> = {
  'pg_catalog.pg_tables': tableRows,
  'pg_catalog.pg_database': (_, session) => databaseRows(session),
  'pg_catalog.pg_roles': (_, session) => roleRows(session),
  'pg_catalog.pg_user': (_, session) => userRows(session),
  'pg_catalog.pg_settings': (_, session) => settingRows(session),
  'pg_catalog.pg_stat_activity': (_, session) => activityRows(session),
  'pg_catalog.pg_prepared_statements': (_, session) => preparedRows(session),
  'pg_catalog.pg_cursors': (_, session) => cursorRows(session),
  'pg_catalog.pg_show_all_settings()': (_, session) => settingRows(session),
  'pg_catalog.pg_timezone_names()': (_, session) => zoneRows(session),
  'pg_catalog.pg_timezone_names': (_, session) => zoneRows(session),
  'information_schema.schemata': schemataRows,
  'information_schema.tables': informationTables,
  'information_schema.columns': informationColumns,
  'information_schema.table_constraints': tableConstraints,
  'information_schema.key_column_usage': keyColumnUsage,
  'information_schema.referential_constraints': referentialConstraints,
  'information_schema.constraint_column_usage': constraintColumns,
  'information_schema.constraint_table_usage': constraintTables,
  'information_schema.role_table_grants': tablePrivileges,
  'information_schema.table_privileges': tablePrivileges,
  'information_schema.role_column_grants': columnPrivileges,
  'information_schema.column_privileges': columnPrivileges,
  'information_schema.character_sets': (_, session) => characterSets(session),
  'information_schema.information_schema_catalog_name': (_, { database }) => rowsFrom([{ catalog_name: database }]),
  'information_schema.enabled_roles': (_, { user }) => rowsFrom([{ role_name: user }]),
  'public.svv_tables': redshiftTables,
};

/** Makes the rows of a relation; a relation that the model has nothing for is empty. @param key schema and name */
export function rowsOfRelation(key: string, tables: () => ShownTables): (session: StatementSession) => CatalogRows {
  const rows = rowsOfModel(key, tables);
  const more = rowsOfConnection[key];
  return more ? (session) => withRows(rows(session), more(session)) : rows;
}

function rowsOfModel(key: string, tables: () => ShownTables): (session: StatementSession) => CatalogRows {
  const same = fixed[key];
  if (same) return () => same;
  const make = ofTables[key];
  if (make) {
    let rows: CatalogRows | undefined;
    return () => (rows ??= make(tables()));
  }
  const read = ofSession[key];
  return read ? (session) => read(tables(), session) : () => noRows;
}
