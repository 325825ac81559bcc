import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../quote.ts';
import { ask, columnsOf, quoteName, type ReadColumn } from './ask.ts';
import { callWith, type FileRead } from './file-reads.ts';
import { FileRefused } from './file-refused.ts';

/** Options by which an author gives types. */
const TYPE_OPTIONS = ['columns', 'types', 'dtypes', 'column_types'];
/** Options that change how a text is read as a number, so that its digits say nothing. */
const NUMBER_OPTIONS = ['decimal_separator', 'thousands'];
/** Options that `sniff_csv` has as well and that decide which line is the header. */
const DIALECT_OPTIONS = [
  'delim',
  'sep',
  'quote',
  'escape',
  'comment',
  'null_padding',
  'strict_mode',
  'encoding',
  'compression',
];

/** Text of a value without spaces around it. */
const text = (column: string): string => `trim(CAST(${column} AS VARCHAR))`;
const isLike = (column: string, pattern: string): string => `regexp_full_match(${text(column)}, ${quoteText(pattern)})`;

const INTEGER = '[+-]?(?:0|[1-9][0-9]*)';
/** A number of at most 38 digits, 18 of them behind the point, as DECIMAL keeps it. */
const DECIMAL = '[+-]?(?:0|[1-9][0-9]{0,19})(?:[.][0-9]{0,18})?';
const ZONE = '.*[0-9](?:Z|z|[+-][0-9]{2}(?::?[0-9]{2})?)';
const DAY = '.{0,13}';
const INTEGERS = new Set([
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'HUGEINT',
  'UTINYINT',
  'USMALLINT',
  'UINTEGER',
  'UBIGINT',
  'UHUGEINT',
]);

/**
 * Settles the types of CSV files over all rows. DuckDB takes them from the first 20,480 rows; a later value of another type
 * is rounded or cut where a cast exists (1.5 to a whole number, a time to its day). Reads the files once, in a stream.
 *
 * @returns options to add to the call; none where DuckDB's own types hold for all rows
 * @throws FileRefused
 */
export async function settleCsv(
  connection: DuckDBConnection,
  read: FileRead,
  files: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const headers = await headersOf(connection, read, files);
  const columns = await columnsOf(connection, callWith(read, {}));
  const isGiven = TYPE_OPTIONS.some((option) => read.options.has(option));
  const checked = columns.flatMap((column) => {
    const lost = lostValues(column, read);
    if (lost === undefined) return [];
    // The author leaves out rows whose values cannot be cast.
    const isRead = read.options.has('ignore_errors') ? `${lost} AND ${casts(column)}` : lost;
    return [{ ...column, lost: isRead }];
  });
  if (checked.length === 0) return {};
  const textOptions = { ...asTexts(read), ...headers };
  const sums = checked.flatMap(({ name, lost }, index) => counts(quoteName(name), lost, index));
  const [found = {}] = await ask(connection, `SELECT ${sums.join(', ')} FROM ${callWith(read, textOptions)}`);
  const types: string[] = [];
  for (const [index, column] of checked.entries()) {
    const count = (what: string): number => Number(found[`${what}_${index}`]);
    if (count('lost') === 0) continue;
    const wider = isGiven ? undefined : widerType(column, count);
    if (wider === undefined) throw await refused(connection, read, files, column, textOptions);
    if (wider !== column.type) types.push(`${quoteText(column.name)}: ${quoteText(wider)}`);
  }
  return types.length === 0 ? {} : { ...headers, types: `{${types.join(', ')}}` };
}

interface CsvCheck extends ReadColumn {
  /** Condition under which a text is not what the column shows. */
  readonly lost: string;
}

function lostValues({ name, type }: ReadColumn, { options }: FileRead): string | undefined {
  const column = quoteName(name);
  const hasFormat = options.has('dateformat') || options.has('timestampformat');
  if (INTEGERS.has(type) || type.startsWith('DECIMAL(') || type === 'DOUBLE') {
    if (NUMBER_OPTIONS.some((option) => options.has(option))) return undefined;
    if (type === 'DOUBLE') return `(length(${text(column)}) > 15 AND ${isLike(column, '[+-]?[0-9]{16,}')})`;
    if (INTEGERS.has(type)) return `NOT (${isLike(column, INTEGER)} AND ${casts({ name, type })})`;
    const scale = /,\s*(\d+)\)/.exec(type)?.[1] ?? '0';
    return `NOT ${isLike(column, `[+-]?[0-9]*(?:[.][0-9]{0,${scale}}0*)?`)}`;
  }
  if (hasFormat) return undefined;
  if (type === 'DATE') return `NOT ${isLike(column, DAY)}`;
  if (type === 'TIME') return `${text(column)} LIKE '%-%'`;
  return type === 'TIMESTAMP' ? `(length(${text(column)}) > 10 AND ${isLike(column, ZONE)})` : undefined;
}

function casts({ name, type }: ReadColumn): string {
  return `TRY_CAST(${text(quoteName(name))} AS ${type}) IS NOT NULL`;
}

/** Counts of a column: how many values would be lost, and which types would keep all. */
function counts(column: string, lost: string, index: number): readonly string[] {
  const count = (what: string, condition: string) => `count(*) FILTER (WHERE ${condition}) AS ${what}_${index}`;
  return [
    count('lost', lost),
    count('values', `${column} IS NOT NULL`),
    count('integers', isLike(column, INTEGER)),
    count('long', isLike(column, '[+-]?[0-9]{38,}')),
    count('decimals', isLike(column, DECIMAL)),
    `max(length(regexp_extract(${text(column)}, '[.]([0-9]*)$', 1))) AS scale_${index}`,
    count('zeros', isLike(column, '[+-]?0[0-9]+.*')),
    count('numbers', `TRY_CAST(${text(column)} AS DOUBLE) IS NOT NULL`),
    count('times', `TRY_CAST(${text(column)} AS TIMESTAMP) IS NOT NULL`),
    count('zoned', isLike(column, ZONE) + ` AND length(${text(column)}) > 10`),
  ];
}

function widerType({ type }: ReadColumn, count: (what: string) => number): string | undefined {
  const values = count('values');
  if (type === 'DATE' || type === 'TIME')
    return count('times') === values && count('zoned') === 0 ? 'TIMESTAMP' : 'VARCHAR';
  if (type === 'TIMESTAMP') return undefined; // local times beside moments
  if (count('integers') === values && count('long') === 0) return 'HUGEINT';
  if (type === 'DOUBLE') return count('decimals') === values ? `DECIMAL(38,${count('scale')})` : undefined;
  return count('numbers') === values && count('zeros') === 0 ? 'DOUBLE' : 'VARCHAR';
}

/** The same read with all values as texts. Author's types give way, their names stay. */
function asTexts({ options }: FileRead): Readonly<Record<string, string | undefined>> {
  const texts = {
    all_varchar: 'true',
    types: undefined,
    dtypes: undefined,
    column_types: undefined,
    dateformat: undefined,
    timestampformat: undefined,
  };
  const columns = options.get('columns');
  if (columns === undefined) return texts;
  return { ...texts, all_varchar: undefined, columns: columns.replaceAll(/:\s*'[^']*'/g, ": 'VARCHAR'") };
}

/**
 * Whether the files have a header, since reading all values as texts hides it from DuckDB. Refuses a file in which lines of
 * other lengths made DuckDB leave out the header and the lines after it, or read each line as one value.
 */
async function headersOf(
  connection: DuckDBConnection,
  read: FileRead,
  files: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const { options } = read;
  const dialect = DIALECT_OPTIONS.flatMap((name) => {
    const value = options.get(name);
    return value === undefined ? [] : [`, ${name} = ${value}`];
  });
  if (options.has('header') && options.has('skip')) return {};
  if (options.has('columns') && options.has('auto_detect')) return {};
  let header: boolean | undefined;
  for (const file of files) {
    const [sniffed] = await ask(
      connection,
      `SELECT HasHeader AS header, SkipRows AS skipped, Delimiter AS delimiter, len(Columns) AS columns, Columns[1].name AS first
        FROM sniff_csv(${quoteText(file)}${dialect.join('')})`,
    );
    if (sniffed === undefined) continue;
    header ??= sniffed['header'] === true;
    if (!options.has('skip') && !options.has('columns')) {
      const delimiter = String(sniffed['delimiter']);
      if (Number(sniffed['skipped']) > 0) await requireTitle(connection, file, Number(sniffed['skipped']), delimiter);
      const isOne = Number(sniffed['columns']) === 1 && !options.has('delim') && !options.has('sep');
      const comma = isOne ? /[,;|\t]/.exec(String(sniffed['first']))?.[0] : undefined;
      if (comma !== undefined) throw await unevenLine(connection, file, comma);
    }
  }
  return header === undefined || options.has('header') ? {} : { header: String(header) };
}

/** A line before the header may be a title; one with several values is a line that would be lost. */
async function requireTitle(
  connection: DuckDBConnection,
  file: string,
  skipped: number,
  delimiter: string,
): Promise<void> {
  const [lost] = await ask(
    connection,
    `SELECT line FROM ${linesOf(file)} WHERE n <= ${skipped} AND contains(line, ${quoteText(delimiter)}) LIMIT 1`,
  );
  if (lost !== undefined) throw await unevenLine(connection, file, delimiter);
}

async function unevenLine(connection: DuckDBConnection, file: string, delimiter: string): Promise<FileRefused> {
  const values = `len(string_split(line, ${quoteText(delimiter)}))`;
  const [uneven] = await ask(
    connection,
    `SELECT n, ${values} AS count, first AS expected FROM (SELECT *, first_value(${values}) OVER (ORDER BY n) AS first FROM ${linesOf(file)})
      WHERE ${values} <> first AND line <> '' ORDER BY n LIMIT 1`,
  );
  const where =
    uneven === undefined
      ? ''
      : `: line ${uneven['n']} has ${uneven['count']} values, the first line ${uneven['expected']}`;
  return new FileRefused(
    `${file} has lines of different lengths${where}; DuckDB would leave out lines or columns. Mend the file, or read it with 'delim', 'header' and 'null_padding' or 'ignore_errors'`,
  );
}

/** Lines of a file with their numbers. */
function linesOf(file: string): string {
  return `(SELECT row_number() OVER () AS n, line FROM read_csv(${quoteText(file)}, columns = {'line': 'VARCHAR'}, delim = '\\x01', quote = '', escape = '', header = false, auto_detect = false, null_padding = true, strict_mode = false))`;
}

async function refused(
  connection: DuckDBConnection,
  read: FileRead,
  files: readonly string[],
  { name, type, lost }: CsvCheck,
  options: Readonly<Record<string, string | undefined>>,
): Promise<FileRefused> {
  for (const file of files) {
    const source = callWith({ ...read, head: `read_csv(${quoteText(file)}` }, options);
    const [first] = await ask(
      connection,
      `SELECT CAST(n AS INTEGER) AS n, CAST(${quoteName(name)} AS VARCHAR) AS value
        FROM (SELECT *, row_number() OVER () AS n FROM ${source}) WHERE ${lost} ORDER BY n LIMIT 1`,
    );
    if (first !== undefined)
      return new FileRefused(
        `${file}: column ${name} is ${type}, and row ${first['n']} holds ${JSON.stringify(first['value'])}, which it cannot keep. Give the column a type that keeps all values: types = {'${name}': '...'}`,
      );
  }
  return new FileRefused(`${files[0]}: column ${name} is ${type}, and values of it cannot be kept`);
}
