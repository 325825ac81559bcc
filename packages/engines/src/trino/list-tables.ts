import { byTable, type CatalogRow, tableKey } from '../catalog-rows.ts';
import { type ColumnType, EngineCancelled, EngineError, type Statement } from '../engine.ts';
import type { ColumnDescription, TableDescription } from '../table-description.ts';
import { textLiteral } from './statement-text.ts';
import type { TrinoSettings } from './trino-settings.ts';

/**
 * Trino knows no keys, and estimates rows only table by table.
 *
 * @param rows runs a statement and returns its rows
 * @throws EngineError also for a schema of the settings that the catalog does not have
 */
export async function listTables(
  rows: (statement: Statement) => Promise<readonly CatalogRow[]>,
  settings: Pick<TrinoSettings, 'catalog' | 'schema'>,
  most?: number,
): Promise<readonly TableDescription[]> {
  // Statements find them in any case; the views have them in lower case.
  const [catalog, schema] = [settings.catalog.toLowerCase(), settings.schema?.toLowerCase()];
  const ours = schema === undefined ? "table_schema <> 'information_schema'" : `table_schema = ${textLiteral(schema)}`;
  const listed = `
SELECT table_schema, table_name, table_type FROM information_schema.tables
WHERE ${ours} ORDER BY 1, 2${most === undefined ? '' : ` LIMIT ${most}`}`;
  const columns = `
SELECT c.table_schema, c.table_name, c.column_name, c.data_type, c.is_nullable, c.comment
FROM information_schema.columns AS c
JOIN (${listed}) AS t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
ORDER BY c.table_schema, c.table_name, c.ordinal_position`;
  const comments = `
SELECT schema_name, table_name, comment FROM system.metadata.table_comments
WHERE catalog_name = ${textLiteral(catalog)} AND comment IS NOT NULL${schema === undefined ? '' : ` AND schema_name = ${textLiteral(schema)}`}`;
  const found = await rows({ text: listed, params: [] });
  if (schema !== undefined && found.length === 0) await requireSchema(rows, { catalog, schema });
  const columnsOf = byTable(await rows({ text: columns, params: [] }));
  const commentsOf = byTable(await rows({ text: comments, params: [] }).catch(noneUnlessCancelled));
  return found.map(([inSchema, name, kind]) => {
    const table = tableKey(inSchema, name);
    const comment = commentsOf.get(table)?.[0]?.[2];
    return {
      schema: inSchema ?? '',
      name: name ?? '',
      isOnPath: inSchema === schema,
      kind: kind === 'VIEW' ? 'view' : 'table',
      ...(comment ? { comment } : {}),
      columns: (columnsOf.get(table) ?? []).map(columnDescription),
      primaryKey: [],
      uniqueKeys: [],
      foreignKeys: [],
    };
  });
}

/** An empty list of tables looks the same in a schema that is not there. */
async function requireSchema(
  rows: (statement: Statement) => Promise<readonly CatalogRow[]>,
  { catalog, schema }: { readonly catalog: string; readonly schema: string },
): Promise<void> {
  const text = `SELECT schema_name FROM information_schema.schemata WHERE schema_name = ${textLiteral(schema)}`;
  if ((await rows({ text, params: [] })).length > 0) return;
  throw new EngineError('statement', new Error(`the catalog ${catalog} has no schema ${schema}`));
}

/** The catalog of the cluster itself, which has the comments, may be closed to the account, or be slow. */
function noneUnlessCancelled(error: unknown): readonly CatalogRow[] {
  if (error instanceof EngineCancelled) throw error;
  return [];
}

function columnDescription([, , name, engineType, isNullable, comment]: CatalogRow): ColumnDescription {
  const type = TYPES.get(/^\w+/.exec(engineType ?? '')?.[0] ?? '');
  return {
    name: name ?? '',
    engineType: engineType ?? '',
    ...(type === undefined ? {} : { type }),
    isNullable: isNullable !== 'NO',
    ...(comment ? { comment } : {}),
  };
}

/** Types by the first word of `data_type`: `decimal(10,2)`, `timestamp(3) with time zone`. */
const TYPES: ReadonlyMap<string, ColumnType> = new Map<string, ColumnType>([
  ['boolean', 'boolean'],
  ...['tinyint', 'smallint', 'integer', 'bigint', 'decimal', 'number', 'real', 'double'].map(
    (name) => [name, 'number'] as const,
  ),
  ...['date', 'timestamp'].map((name) => [name, 'time'] as const),
  ...['varchar', 'char', 'time', 'uuid', 'ipaddress'].map((name) => [name, 'string'] as const),
]);
