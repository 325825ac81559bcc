import { SQL_TOKEN } from '../anchor-files.ts';

/** Formats whose reading may round values in silence. */
type FileFormat = 'csv' | 'json' | 'parquet';

/** A part of a statement that reads files: a file name in the place of a table, or a call of a reading function. */
export interface FileRead {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly format: FileFormat;
  readonly files: readonly string[];
  /** How the call begins: `read_csv('a.csv'`, without options and the closing bracket. */
  readonly head: string;
  /** Options of the call as they are written, by their lowercase names. */
  readonly options: ReadonlyMap<string, string>;
  /** Name of the table where the statement gives it none and DuckDB takes it from the file. */
  readonly alias: string | undefined;
}

const FORMATS: ReadonlyMap<string, FileFormat> = new Map([
  ['read_csv', 'csv'],
  ['read_csv_auto', 'csv'],
  ['read_json', 'json'],
  ['read_json_auto', 'json'],
  ['read_ndjson', 'json'],
  ['read_ndjson_auto', 'json'],
  ['read_parquet', 'parquet'],
  ['parquet_scan', 'parquet'],
]);
const READS = new RegExp(`\\b(?:${[...FORMATS.keys()].join('|')})\\b|\\.(?:csv|tsv|json|jsonl|ndjson|parquet)\\b`, 'i');
const CSV_FILE = /\.(?:csv|tsv)(?:\.gz|\.zst)?$/i;
const JSON_FILE = /\.(?:json|jsonl|ndjson)(?:\.gz|\.zst)?$/i;
const PARQUET_FILE = /\.parquet$/i;

/** Words that may follow a table without a name of its own. */
const NO_ALIAS =
  /^(?:anti|asof|cross|except|fetch|for|full|group|having|inner|intersect|join|left|limit|natural|offset|on|order|pivot|positional|qualify|right|select|semi|tablesample|union|unpivot|using|where|window)$/i;

interface SqlToken {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Finds the reads of a statement whose files are written as texts. Others are left to DuckDB. */
export function fileReads(statement: string): readonly FileRead[] {
  if (!READS.test(statement)) return [];
  const tokens = tokensOf(statement);
  return tokens.flatMap((token, index) => {
    const read = callAt(statement, tokens, index) ?? fileAt(tokens, index, token);
    return read === undefined ? [] : [read];
  });
}

function tokensOf(statement: string): readonly SqlToken[] {
  return [...statement.matchAll(SQL_TOKEN)]
    .map(({ 0: text, index }) => ({ text, from: index, to: index + text.length }))
    .filter(({ text }) => !text.startsWith('--') && !text.startsWith('/*'));
}

function fileAt(tokens: readonly SqlToken[], index: number, { text, from, to }: SqlToken): FileRead | undefined {
  const before = tokens[index - 1]?.text.toLowerCase();
  if (before !== 'from' && before !== 'join') return undefined;
  if (before === 'from' && tokens[index - 2]?.text.toLowerCase() === 'distinct') return undefined;
  const file = text.startsWith("'") || text.startsWith('"') ? unquoted(text) : undefined;
  const format = file === undefined ? undefined : formatOf(file);
  if (file === undefined || format === undefined) return undefined;
  const head = `read_${format}(${quoted(file)}`;
  return {
    from,
    to,
    text,
    format,
    files: [file],
    head,
    options: new Map(),
    alias: aliasOf(file, tokens[index + 1]?.text),
  };
}

function aliasOf(file: string, next: string | undefined): string | undefined {
  if (next !== undefined && /^(?:[A-Za-z_]|")/.test(next) && !NO_ALIAS.test(next)) return undefined;
  return (file.split(/[/\\]/).at(-1) ?? file).replace(/\..*$/, '');
}

function formatOf(file: string): FileFormat | undefined {
  if (CSV_FILE.test(file)) return 'csv';
  if (JSON_FILE.test(file)) return 'json';
  return PARQUET_FILE.test(file) ? 'parquet' : undefined;
}

function callAt(statement: string, tokens: readonly SqlToken[], index: number): FileRead | undefined {
  const name = tokens[index]?.text.toLowerCase() ?? '';
  const format = FORMATS.get(name);
  if (format === undefined || tokens[index + 1]?.text !== '(') return undefined;
  const args = argumentsAt(tokens, index + 1);
  const [first, ...named] = args?.items ?? [];
  const files = first === undefined ? undefined : filesOf(first);
  if (args === undefined || first === undefined || files === undefined) return undefined;
  const options = named.map((option) => optionOf(statement, option));
  if (options.some((option) => option === undefined)) return undefined;
  const head = statement.slice(tokens[index]?.from, first.at(-1)?.to);
  const from = tokens[index]?.from ?? 0;
  return {
    from,
    to: args.end,
    text: statement.slice(from, args.end),
    format,
    files,
    head,
    options: new Map(options.filter((option) => option !== undefined)),
    alias: undefined,
  };
}

/** Splits the arguments of a call at its commas. */
function argumentsAt(tokens: readonly SqlToken[], open: number) {
  const items: SqlToken[][] = [[]];
  let depth = 0;
  for (let index = open + 1; index < tokens.length; index += 1) {
    const token = tokens[index] as SqlToken; // below the length
    if (depth === 0 && token.text === ')') return { items, end: token.to };
    if (depth === 0 && token.text === ',') items.push([]);
    else items.at(-1)?.push(token);
    if (/^[([{]$/.test(token.text)) depth += 1;
    if (/^[)\]}]$/.test(token.text)) depth -= 1;
  }
  return undefined;
}

function filesOf(argument: readonly SqlToken[]): readonly string[] | undefined {
  const [first] = argument;
  if (argument.length === 1 && first?.text.startsWith("'")) return [unquoted(first.text)];
  if (first?.text !== '[' || argument.at(-1)?.text !== ']') return undefined;
  const inside = argument.slice(1, -1).filter(({ text }) => text !== ',');
  return inside.length > 0 && inside.every(({ text }) => text.startsWith("'"))
    ? inside.map(({ text }) => unquoted(text))
    : undefined;
}

function optionOf(statement: string, tokens: readonly SqlToken[]): readonly [string, string] | undefined {
  const [name, sign] = tokens;
  const value = tokens.slice(sign?.text === ':' || tokens[2]?.text === '>' ? 3 : 2);
  if (name === undefined || value.length === 0) return undefined;
  return [name.text.toLowerCase(), statement.slice(value[0]?.from, value.at(-1)?.to)];
}

function unquoted(text: string): string {
  const quote = text.slice(0, 1);
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Writes a call with other options; `undefined` takes an option out. */
export function callWith(read: FileRead, changes: Readonly<Record<string, string | undefined>>): string {
  const options = { ...Object.fromEntries(read.options), ...changes };
  const written = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : `, ${name} = ${value}`,
  );
  return `${read.head}${written.join('')})`;
}
