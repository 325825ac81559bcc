import {
  type CatalogColumn,
  type CatalogTable,
  columnDescription,
  describeByJson,
  type ReadTexts,
  tableFacts,
} from '../describe-by-json.ts';
import type { ColumnType, Statement } from '../engine.ts';
import type { TableDescription } from '../table-description.ts';

/**
 * Returns one row per table, as JSON: tables of the attached database and those that `init` made (in the catalog
 * `temp`). A temporary relation hides a stored one of the same name, as in any statement. Uses one statement, so that a
 * replaced file cannot mix two states.
 */
const statement: Statement = {
  params: [],
  text: `
WITH relations AS (
  SELECT database_name, schema_name, table_name AS name, 'table' AS kind, comment, estimated_size AS row_estimate
  FROM duckdb_tables() WHERE NOT internal
  UNION ALL
  SELECT database_name, schema_name, view_name, 'view', comment, NULL FROM duckdb_views() WHERE NOT internal
), visible AS (
  SELECT * FROM relations
  WHERE database_name IN (current_database(), 'temp')
  QUALIFY row_number() OVER (PARTITION BY schema_name, name ORDER BY database_name = 'temp' DESC) = 1
), columns AS (
  SELECT database_name, schema_name, table_name AS name, to_json(list({
    'name': column_name, 'engineType': data_type, 'isNullable': is_nullable, 'comment': comment
  } ORDER BY column_index)) AS items
  FROM duckdb_columns() GROUP BY ALL
), constraints AS (
  SELECT database_name, schema_name, table_name AS name, to_json(list({
    'type': constraint_type, 'columns': constraint_column_names,
    'table': referenced_table, 'referencedColumns': referenced_column_names
  } ORDER BY constraint_index)) AS items
  FROM duckdb_constraints() WHERE constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY') GROUP BY ALL
)
SELECT CAST(json_object(
  'schema', schema_name, 'name', name, 'isOnPath', schema_name = current_schema(), 'kind', kind, 'comment', comment,
  'estimatedRows', row_estimate, 'columns', columns.items, 'constraints', constraints.items
) AS VARCHAR)
FROM visible
LEFT JOIN columns USING (database_name, schema_name, name)
LEFT JOIN constraints USING (database_name, schema_name, name)
ORDER BY schema_name, name`,
};

interface DuckDbTable extends CatalogTable {
  readonly columns: readonly CatalogColumn[] | null;
  readonly constraints: readonly DescribedConstraint[] | null;
}

/** A constraint of a table, without a schema: DuckDB has no references into another schema. */
interface DescribedConstraint {
  readonly type: 'PRIMARY KEY' | 'UNIQUE' | 'FOREIGN KEY';
  readonly columns: readonly string[];
  readonly table: string | null;
  readonly referencedColumns: readonly string[];
}

export function describeTables(texts: ReadTexts, most?: number): Promise<readonly TableDescription[]> {
  return describeByJson(statement, { texts, most, read: tableDescription });
}

function tableDescription(table: DuckDbTable): TableDescription {
  const all = table.constraints ?? [];
  return {
    ...tableFacts(table),
    columns: (table.columns ?? []).map((column) => columnDescription(column, columnType(column.engineType))),
    primaryKey: all.find(({ type }) => type === 'PRIMARY KEY')?.columns ?? [],
    uniqueKeys: all.filter(({ type }) => type === 'UNIQUE').map((constraint) => constraint.columns),
    foreignKeys: all.flatMap((constraint) =>
      constraint.type !== 'FOREIGN KEY' || constraint.table === null
        ? []
        : {
            columns: constraint.columns,
            references: { schema: table.schema, name: constraint.table },
            referencedColumns: constraint.referencedColumns,
          },
    ),
  };
}

/**
 * Type of a column by its name in `duckdb_columns()`: enumerations and decimals with their arguments, lists with `[]`.
 */
function columnType(name: string): ColumnType | undefined {
  if (name.endsWith(']')) return undefined;
  if (name.startsWith('DECIMAL(')) return 'number';
  if (name.startsWith('ENUM(')) return 'string';
  return TYPES.get(name);
}

const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['BOOLEAN', 'boolean'],
  ['VARCHAR', 'string'],
  ['UUID', 'string'],
  ['TIME', 'string'],
  ['TINYINT', 'number'],
  ['SMALLINT', 'number'],
  ['INTEGER', 'number'],
  ['BIGINT', 'number'],
  ['HUGEINT', 'number'],
  ['UTINYINT', 'number'],
  ['USMALLINT', 'number'],
  ['UINTEGER', 'number'],
  ['UBIGINT', 'number'],
  ['UHUGEINT', 'number'],
  ['BIGNUM', 'number'],
  ['FLOAT', 'number'],
  ['DOUBLE', 'number'],
  ['DATE', 'time'],
  ['TIMESTAMP', 'time'],
  ['TIMESTAMP_S', 'time'],
  ['TIMESTAMP_MS', 'time'],
  ['TIMESTAMP_NS', 'time'],
  ['TIMESTAMP WITH TIME ZONE', 'time'],
] as const);
