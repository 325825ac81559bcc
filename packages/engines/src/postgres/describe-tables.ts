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
 * Returns one row per table that the role may read, as JSON. Leaves out partitions and tables of extensions.
 * https://www.postgresql.org/docs/current/catalogs.html
 */
const statement: Statement = {
  params: [],
  text: `
WITH relations AS (
  SELECT c.oid, c.relkind, c.reltuples, c.relname, n.nspname
  FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition AND c.relpersistence <> 't'
    AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'USAGE')
    AND NOT EXISTS (
      SELECT FROM pg_catalog.pg_depend AS d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
    )
), columns AS (
  SELECT a.attrelid AS oid, json_agg(json_build_object(
    'name', a.attname, 'engineType', format_type(a.atttypid, a.atttypmod), 'isNullable', NOT (a.attnotnull OR t.typnotnull),
    'base', b.typname, 'kind', b.typtype, 'comment', col_description(a.attrelid, a.attnum)
  ) ORDER BY a.attnum) AS items
  FROM relations AS r
  JOIN pg_catalog.pg_attribute AS a ON a.attrelid = r.oid
  JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
  JOIN pg_catalog.pg_type AS b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
  WHERE a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
  GROUP BY a.attrelid
), keys AS (
  SELECT i.indrelid AS oid, json_agg(json_build_object('isPrimary', i.indisprimary, 'columns', (
    SELECT json_agg(a.attname ORDER BY k.position)
    FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, position)
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
    WHERE k.position <= i.indnkeyatts
  )) ORDER BY i.indexrelid) AS items
  FROM relations AS r JOIN pg_catalog.pg_index AS i ON i.indrelid = r.oid
  WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
  GROUP BY i.indrelid
), fks AS (
  SELECT k.conrelid AS oid, json_agg(json_build_object(
    'columns', (
      SELECT json_agg(a.attname ORDER BY p.position) FROM unnest(k.conkey) WITH ORDINALITY AS p(number, position)
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = p.number
    ),
    'references', json_build_object('schema', n.nspname, 'name', c.relname),
    'referencedColumns', (
      SELECT json_agg(a.attname ORDER BY p.position) FROM unnest(k.confkey) WITH ORDINALITY AS p(number, position)
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = k.confrelid AND a.attnum = p.number
    )
  ) ORDER BY k.conname) AS items
  FROM relations AS r
  JOIN pg_catalog.pg_constraint AS k ON k.conrelid = r.oid AND k.contype = 'f' AND k.conparentid = 0
  JOIN pg_catalog.pg_class AS c ON c.oid = k.confrelid
  JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  GROUP BY k.conrelid
)
SELECT CAST(json_build_object(
  'schema', r.nspname, 'name', r.relname, 'isOnPath', pg_table_is_visible(r.oid),
  'kind', CASE WHEN r.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END, 'comment', obj_description(r.oid, 'pg_class'),
  'estimatedRows', CAST(CASE WHEN r.relkind = 'p' THEN (
    SELECT sum(p.reltuples) FROM pg_partition_tree(r.oid) AS tree JOIN pg_catalog.pg_class AS p ON p.oid = tree.relid
    WHERE tree.isleaf AND p.reltuples >= 0
  ) WHEN r.relkind <> 'v' AND r.reltuples >= 0 THEN r.reltuples END AS bigint),
  'columns', columns.items, 'keys', keys.items, 'foreignKeys', fks.items
) AS text)
FROM relations AS r
JOIN columns USING (oid) LEFT JOIN keys USING (oid) LEFT JOIN fks USING (oid)
ORDER BY r.nspname COLLATE "C", r.relname COLLATE "C"`,
};

interface PostgresTable extends CatalogTable {
  readonly columns: readonly PostgresColumn[];
  readonly keys: readonly { readonly isPrimary: boolean; readonly columns: readonly string[] }[] | null;
  readonly foreignKeys: TableDescription['foreignKeys'] | null;
}

interface PostgresColumn extends CatalogColumn {
  /** Name and `typtype` of the type; for a domain, of its base type. */
  readonly base: string;
  readonly kind: string;
}

export function describeTables(texts: ReadTexts, most?: number): Promise<readonly TableDescription[]> {
  return describeByJson(statement, { texts, most, read: tableDescription });
}

function tableDescription({ columns, keys, foreignKeys, ...table }: PostgresTable): TableDescription {
  return {
    ...tableFacts(table),
    columns: columns.map((column) =>
      columnDescription(column, column.kind === 'e' ? 'string' : TYPES.get(column.base)),
    ),
    primaryKey: keys?.find(({ isPrimary }) => isPrimary)?.columns ?? [],
    uniqueKeys: (keys ?? []).filter(({ isPrimary }) => !isPrimary).map((key) => key.columns),
    foreignKeys: foreignKeys ?? [],
  };
}

/** Column types by `typname`. */
const TYPES: ReadonlyMap<string, ColumnType> = new Map<string, ColumnType>([
  ['bool', 'boolean'],
  ...['int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'oid'].map((name) => [name, 'number'] as const),
  ...['date', 'timestamp', 'timestamptz'].map((name) => [name, 'time'] as const),
  ...['text', 'varchar', 'bpchar', 'char', 'name', 'citext', 'uuid', 'time', 'timetz', 'inet', 'cidr', 'macaddr'].map(
    (name) => [name, 'string'] as const,
  ),
]);
