import { byTable, type CatalogRow, tableKey } from '../catalog-rows.ts';
import type { ColumnType, Statement } from '../engine.ts';
import type { ColumnDescription, ForeignKey, TableDescription } from '../table-description.ts';

const ours = "TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema', 'mysql', 'sys')";

const tables = `
SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_SCHEMA = DATABASE(), TABLE_TYPE, TABLE_COMMENT, TABLE_ROWS
FROM information_schema.TABLES
WHERE ${ours} AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')
ORDER BY TABLE_SCHEMA, TABLE_NAME`;

const columns = (which: string) => `
SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_COMMENT
FROM information_schema.COLUMNS
WHERE ${which}
ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`;

/**
 * An index over a prefix of a column does not make the column unique, and an index over an expression names no column.
 */
const keys = (which: string) => `
SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, COLUMN_NAME, SUB_PART IS NULL
FROM information_schema.STATISTICS
WHERE ${which} AND NON_UNIQUE = 0
ORDER BY TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;

const references = (which: string) => `
SELECT TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
FROM information_schema.KEY_COLUMN_USAGE
WHERE ${which} AND REFERENCED_TABLE_NAME IS NOT NULL
ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`;

/** @param rows runs a statement and returns its rows */
export async function describeTables(
  rows: (statement: Statement) => Promise<readonly CatalogRow[]>,
  most?: number,
): Promise<readonly TableDescription[]> {
  const first = most === undefined ? tables : `${tables} LIMIT ${most}`;
  const found = await rows({ text: first, params: [] });
  // MySQL has no LIMIT directly in IN.
  const listed = `(TABLE_SCHEMA, TABLE_NAME) IN (SELECT TABLE_SCHEMA, TABLE_NAME FROM (${first}) AS listed)`;
  const which = most === undefined ? ours : `${ours} AND ${listed}`;
  const facts = async (of: (which: string) => string) => byTable(await rows({ text: of(which), params: [] }));
  const columnsOf = await facts(columns);
  const keysOf = await facts(keys);
  const referencesOf = await facts(references);
  return found.map(([schema, name, isOnPath, kind, comment, estimatedRows]) => {
    const table = tableKey(schema, name);
    const unique = uniqueSets(keysOf.get(table) ?? []);
    const isView = kind === 'VIEW'; // which the server then writes into its comment, too
    return {
      schema: schema ?? '',
      name: name ?? '',
      isOnPath: isOnPath === '1',
      kind: isView ? 'view' : 'table',
      ...(comment && !isView ? { comment } : {}),
      ...(estimatedRows && !isView ? { estimatedRows: Number(estimatedRows) } : {}),
      columns: (columnsOf.get(table) ?? []).map(columnDescription),
      primaryKey: unique.get('PRIMARY') ?? [],
      uniqueKeys: [...unique].flatMap(([index, members]) => (index === 'PRIMARY' ? [] : [members])),
      foreignKeys: foreignKeys(referencesOf.get(table) ?? []),
    };
  });
}

function columnDescription([, , name, engineType, isNullable, comment]: CatalogRow): ColumnDescription {
  const type = columnType(engineType ?? '');
  return {
    name: name ?? '',
    engineType: engineType ?? '',
    ...(type === undefined ? {} : { type }),
    isNullable: isNullable === 'YES',
    ...(comment ? { comment } : {}),
  };
}

/** Complete indexes by name. */
function uniqueSets(rows: readonly CatalogRow[]): ReadonlyMap<string, readonly string[]> {
  const sets = Map.groupBy(rows, ([, , index]) => index ?? '');
  const complete = [...sets].filter(([, members]) =>
    members.every(([, , , column, isWhole]) => column !== null && isWhole === '1'),
  );
  return new Map(complete.map(([index, members]) => [index, members.map(([, , , column]) => column ?? '')]));
}

function foreignKeys(rows: readonly CatalogRow[]): readonly ForeignKey[] {
  return [...Map.groupBy(rows, ([, , constraint]) => constraint).values()].map((members) => {
    const [, , , , schema, name] = members[0] ?? [];
    return {
      columns: members.map(([, , , column]) => column ?? ''),
      references: { schema: schema ?? '', name: name ?? '' },
      referencedColumns: members.map(([, , , , , , column]) => column ?? ''),
    };
  });
}

/** Types by `COLUMN_TYPE`: `decimal(10,2) unsigned`, `enum('a','b')`. */
function columnType(engineType: string): ColumnType | undefined {
  if (engineType === 'tinyint(1)' || engineType === 'bit(1)') return 'boolean'; // how these servers keep BOOLEAN
  return TYPES.get(/^\w+/.exec(engineType)?.[0] ?? '');
}

const TYPES: ReadonlyMap<string, ColumnType> = new Map<string, ColumnType>([
  ...['tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'decimal', 'float', 'double', 'bit', 'year'].map(
    (name) => [name, 'number'] as const,
  ),
  ...['date', 'datetime', 'timestamp'].map((name) => [name, 'time'] as const),
  ...[
    'char',
    'varchar',
    'tinytext',
    'text',
    'mediumtext',
    'longtext',
    'enum',
    'set',
    'time',
    'uuid',
    'inet4',
    'inet6',
  ].map((name) => [name, 'string'] as const),
]);
