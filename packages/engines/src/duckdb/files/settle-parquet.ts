import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText, quoteTexts } from '../quote.ts';
import { ask, quoteName } from './ask.ts';
import type { FileRead } from './file-reads.ts';
import { FileRefused } from './file-refused.ts';

interface ParquetLeaf {
  readonly file: string;
  /** Names down to the column, `address.city`. */
  readonly path: string;
  readonly type: string;
  readonly precision: number;
}

const INTEGER = /^(?:U?(?:TINY|SMALL|BIG)INT|U?INTEGER)$/;
const DECIMAL = /^DECIMAL\((\d+),\s*(\d+)\)$/;
const TIME = /^(?:DATE|TIMESTAMP(?:_S|_MS|_NS)?)$/;
const DIGITS: ReadonlyMap<string, number> = new Map([
  ['TINYINT', 3],
  ['UTINYINT', 3],
  ['SMALLINT', 5],
  ['USMALLINT', 5],
  ['INTEGER', 10],
  ['UINTEGER', 10],
  ['BIGINT', 19],
  ['UBIGINT', 20],
]);

/** DuckDB writes no statistics where a column holds NaN; other writers do, and leave NaN out of them. */
const OWN_WRITER = /^DuckDB\b/;

export interface SettledParquet {
  /** Options to add to the call; none where all files have the same columns. */
  readonly options: Readonly<Record<string, string>>;
  /** Columns of floating point whose statistics say nothing of the NaN in them, with their types. */
  readonly withNan: ReadonlyMap<string, string>;
}

/**
 * Settles the types of Parquet files over all files. DuckDB takes those of the first file and casts the others, which
 * rounds decimals and doubles. It reads decimals of more than 38 digits wrongly.
 *
 * @throws FileRefused
 */
export async function settleParquet(
  connection: DuckDBConnection,
  { options }: FileRead,
  files: readonly string[],
): Promise<SettledParquet> {
  const leaves = await leavesOf(connection, files);
  return {
    options: await commonOptions(connection, options, files, leaves),
    withNan: await columnsWithNan(connection, files, leaves),
  };
}

async function commonOptions(
  connection: DuckDBConnection,
  options: FileRead['options'],
  files: readonly string[],
  leaves: readonly ParquetLeaf[],
): Promise<Readonly<Record<string, string>>> {
  for (const { file, path, precision } of leaves)
    if (precision > 38)
      throw new FileRefused(`${file}: column ${path} has decimals of ${precision} digits, and DuckDB reads at most 38`);
  const byPath = Map.groupBy(leaves, ({ path }) => path);
  const isSame = [...byPath.values()].every(
    (same) => same.length === files.length && same.every(({ type }) => type === same[0]?.type),
  );
  if (isSame) return {};
  for (const same of byPath.values()) {
    requireCommonType(same);
    await requireExactDoubles(connection, same);
  }
  return /^(?:true|1)$/i.test(options.get('union_by_name') ?? '') ? {} : { union_by_name: 'true' };
}

/** Whole numbers next to doubles become doubles, which hold them up to 2^53. */
async function requireExactDoubles(connection: DuckDBConnection, leaves: readonly ParquetLeaf[]): Promise<void> {
  if (!leaves.some(({ type }) => type === 'DOUBLE')) return;
  for (const { file, path, type } of leaves) {
    if (!type.endsWith('BIGINT') || path.includes('.')) continue;
    const column = quoteName(path);
    const [large] = await ask(
      connection,
      `SELECT CAST(file_row_number + 1 AS INTEGER) AS n FROM read_parquet(${quoteText(file)}, file_row_number = true)
        WHERE ${column} > 9007199254740992 OR ${column} < -9007199254740992 LIMIT 1`,
    );
    if (large !== undefined)
      throw new FileRefused(
        `${file}: column ${path} holds a whole number above 2^53 in row ${large['n']}, and is DOUBLE in another file. Write the files with one type`,
      );
  }
}

async function columnsWithNan(
  connection: DuckDBConnection,
  files: readonly string[],
  leaves: readonly ParquetLeaf[],
): Promise<ReadonlyMap<string, string>> {
  const floats = leaves.filter(({ path, type }) => /^(?:FLOAT|DOUBLE)$/.test(type) && !path.includes('.'));
  if (floats.length === 0) return new Map();
  const written = await ask(
    connection,
    `SELECT file_name AS file, created_by AS writer FROM parquet_file_metadata(${quoteTexts(files)})`,
  );
  const ofOthers = new Set(
    written.filter(({ writer }) => !OWN_WRITER.test(String(writer))).map(({ file }) => String(file)),
  );
  const found = new Map<string, string>();
  for (const [file, columns] of Map.groupBy(floats, (leaf) => leaf.file)) {
    if (!ofOthers.has(file)) continue;
    const flags = columns.map(({ path }, index) => `bool_or(isnan(${quoteName(path)})) AS has_${index}`);
    const [row = {}] = await ask(connection, `SELECT ${flags.join(', ')} FROM read_parquet(${quoteText(file)})`);
    for (const [index, { path }] of columns.entries()) {
      if (row[`has_${index}`] !== true) continue;
      const types = floats.filter((leaf) => leaf.path === path).map(({ type }) => type);
      found.set(path, types.includes('DOUBLE') ? 'DOUBLE' : 'FLOAT');
    }
  }
  return found;
}

function requireCommonType(leaves: readonly ParquetLeaf[]): void {
  const types = [...new Set(leaves.map(({ type }) => type))];
  if (types.length === 1 || keepsAll(types)) return;
  const [first, other] = [leaves[0], leaves.find(({ type }) => type !== leaves[0]?.type)];
  throw new FileRefused(
    `${other?.file}: column ${first?.path} is ${other?.type}, and ${first?.type} in ${first?.file}; no type of DuckDB's choice keeps all values. Write the files with one type`,
  );
}

/** Whether the type that `union_by_name` takes for these keeps every value. */
function keepsAll(types: readonly string[]): boolean {
  if (types.includes('VARCHAR')) return !types.some((type) => type === 'BLOB');
  if (types.every((type) => TIME.test(type))) return true;
  if (types.some((type) => !INTEGER.test(type) && !DECIMAL.test(type) && type !== 'DOUBLE' && type !== 'FLOAT'))
    return false;
  if (types.includes('DOUBLE')) return true;
  return !types.includes('FLOAT') && digitsOf(types) <= 38;
}

/** Digits of a decimal that holds all values of these types. */
function digitsOf(types: readonly string[]): number {
  const parts = types.map((type) => {
    const [, digits, scale] = DECIMAL.exec(type) ?? [];
    return digits === undefined
      ? { whole: DIGITS.get(type) ?? 38, scale: 0 }
      : { whole: Number(digits) - Number(scale), scale: Number(scale) };
  });
  return Math.max(...parts.map(({ whole }) => whole)) + Math.max(...parts.map(({ scale }) => scale));
}

/** Columns of values; the schema lists each node before its children. */
async function leavesOf(connection: DuckDBConnection, files: readonly string[]): Promise<readonly ParquetLeaf[]> {
  const rows = await ask(
    connection,
    `SELECT file_name, name, duckdb_type, CAST(num_children AS INTEGER) AS children, CAST(precision AS INTEGER) AS precision
      FROM parquet_schema(${quoteTexts(files)})`,
  );
  const leaves: ParquetLeaf[] = [];
  const open: { name: string; left: number }[] = [];
  for (const row of rows) {
    const [file, name, children] = [String(row['file_name']), String(row['name']), Number(row['children'] ?? 0)];
    while (open.at(-1)?.left === 0) open.pop();
    const parent = open.at(-1);
    if (parent !== undefined) parent.left -= 1;
    const path = [...open.slice(1).map((node) => node.name), name].join('.');
    if (children > 0) open.push({ name, left: children });
    else leaves.push({ file, path, type: String(row['duckdb_type']), precision: Number(row['precision'] ?? 0) });
  }
  return leaves;
}
