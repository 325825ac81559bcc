import { byTable, type CatalogRow, tableKey } from '../catalog-rows.ts';
import type { ColumnType, Statement } from '../engine.ts';
import type { ColumnDescription, TableDescription } from '../table-description.ts';
import { readTypeName } from './decode/type-name.ts';

const tables = (most: number | undefined) => `
SELECT database, name, database = currentDatabase(), engine LIKE '%View', comment, total_rows
FROM system.tables
WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA') AND NOT is_temporary AND name NOT LIKE '.inner%'
ORDER BY database, name${most === undefined ? '' : ` LIMIT ${most}`}`;

const columns = (listed: string) => `
SELECT c.database, c.table, c.name, c.type, c.comment
FROM system.columns AS c
WHERE (c.database, c.table) IN (SELECT database, name FROM (${listed}) AS listed)
ORDER BY c.database, c.table, c.position`;

/**
 * A primary key of ClickHouse sorts rows and may repeat, so that no key is reported.
 *
 * @param rows runs a statement and returns its rows
 */
export async function listTables(
  rows: (statement: Statement) => Promise<readonly CatalogRow[]>,
  most?: number,
): Promise<readonly TableDescription[]> {
  const listed = tables(most);
  const found = await rows({ text: listed, params: [] });
  const columnsOf = byTable(await rows({ text: columns(listed), params: [] }));
  return found.map(([schema, name, isOnPath, isView, comment, estimatedRows]) => ({
    schema: schema ?? '',
    name: name ?? '',
    isOnPath: isOnPath === '1',
    kind: isView === '1' ? 'view' : 'table',
    ...(comment ? { comment } : {}),
    ...(estimatedRows === null || estimatedRows === undefined ? {} : { estimatedRows: Number(estimatedRows) }),
    columns: (columnsOf.get(tableKey(schema, name)) ?? []).map(columnDescription),
    primaryKey: [],
    uniqueKeys: [],
    foreignKeys: [],
  }));
}

function columnDescription([, , name, engineType, comment]: CatalogRow): ColumnDescription {
  const type = columnType(engineType ?? '');
  return {
    name: name ?? '',
    engineType: engineType ?? '',
    ...(type === undefined ? {} : { type }),
    isNullable: /^(?:LowCardinality\()?Nullable\(/.test(engineType ?? ''),
    ...(comment ? { comment } : {}),
  };
}

function columnType(engineType: string): ColumnType | undefined {
  const { name, parts } = readTypeName(engineType);
  if (name === 'Nullable' || name === 'LowCardinality') return columnType(parts[0] ?? '');
  if (name === 'SimpleAggregateFunction') return columnType(parts[1] ?? '');
  if (/^U?Int\d+$|^B?Float\d+$|^Decimal$/.test(name)) return 'number';
  if (name.startsWith('Date')) return 'time';
  if (name === 'Bool') return 'boolean';
  return /^(?:String|FixedString|Enum8|Enum16|UUID|IPv4|IPv6|Time|Time64)$/.test(name) ? 'string' : undefined;
}
