/**
 * Functions that take names of files. `forbidden-names.test.ts` fails for functions that a new version of DuckDB adds.
 */
export const FILE_FUNCTIONS: ReadonlySet<string> = new Set([
  'glob',
  'parquet_bloom_probe',
  'parquet_file_metadata',
  'parquet_full_metadata',
  'parquet_kv_metadata',
  'parquet_metadata',
  'parquet_scan',
  'parquet_schema',
  'read_blob',
  'read_csv',
  'read_csv_auto',
  'read_duckdb',
  'read_json',
  'read_json_auto',
  'read_json_objects',
  'read_json_objects_auto',
  'read_ndjson',
  'read_ndjson_auto',
  'read_ndjson_objects',
  'read_parquet',
  'read_text',
  'sniff_csv',
]);

/** A node of DuckDB's serialised statement. */
type StatementNode = Readonly<Record<string, unknown>>;

/**
 * Looks for a file that a serialised statement names by a path outside `folder`. An answer that depends on whether such
 * a file exists reveals folders and processes, even if the path leads back to a file that may be read.
 *
 * @returns how the name is written, or the function whose names are not written as texts
 */
export function strangeFileName(node: unknown, folder: string): string | undefined {
  if (!isTree(node)) return undefined;
  const names = [...relationNames(node), ...argumentsOf(node)];
  const strange = names.find((name) => !isBelow(name, folder));
  if (strange !== undefined) return strange;
  for (const inside of Object.values(node)) {
    const found = strangeFileName(inside, folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Relations whose name could only be that of a file elsewhere: tables may have slashes in their names. DuckDB takes
 * `"/data/orders".csv` for a file, too.
 */
function relationNames({
  catalog_name: catalog,
  schema_name: schema,
  table_name: table,
}: StatementNode): readonly string[] {
  const name = [catalog, schema, table].filter((part) => typeof part === 'string' && part !== '').join('.');
  return /^"?(?:[/\\~]|\w+:[/\\])|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name) ? [name] : [];
}

function argumentsOf({ function_name: name, children }: StatementNode): readonly string[] {
  if (typeof name !== 'string' || !FILE_FUNCTIONS.has(name.toLowerCase()) || !Array.isArray(children)) return [];
  const files = children.filter(isTree).find((argument) => !isNamed(argument));
  return files === undefined ? [] : textsOf(files, name);
}

/** `delim = ','` and `delim := ','`. */
function isNamed({ alias, class: kind }: StatementNode): boolean {
  return kind === 'COMPARISON' || (typeof alias === 'string' && alias !== '');
}

function textsOf({ class: kind, value, function_name: name, children }: StatementNode, of: string): readonly string[] {
  if (kind === 'CONSTANT' && isTree(value) && typeof value['value'] === 'string') return [value['value']];
  if (name === 'list_value' && Array.isArray(children))
    return children.filter(isTree).flatMap((one) => textsOf(one, of));
  return [of];
}

export function isBelow(name: string, folder: string): boolean {
  return name.startsWith(`${folder}/`) && !name.split(/[/\\]/).includes('..');
}

function isTree(node: unknown): node is StatementNode {
  return typeof node === 'object' && node !== null;
}
