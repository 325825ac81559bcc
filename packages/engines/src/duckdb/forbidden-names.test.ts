import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { FILE_FUNCTIONS } from './file-names.ts';
import { FORBIDDEN_FUNCTIONS } from './forbidden-names.ts';

/** Table functions that read rows, catalogs of tables, or allowed files, and change nothing. */
const HARMLESS = new Set(
  `check_peg_parser copy_database duckdb_columns duckdb_constraints duckdb_coordinate_systems duckdb_dependencies duckdb_functions
  duckdb_indexes duckdb_keywords duckdb_optimizers duckdb_schemas duckdb_sequences duckdb_table_sample duckdb_tables duckdb_types
  duckdb_variables duckdb_views generate_series glob histogram histogram_values icu_calendar_names json_each json_tree parquet_bloom_probe parquet_file_metadata
  parquet_full_metadata parquet_kv_metadata parquet_metadata parquet_scan parquet_schema pg_timezone_names pragma_collations
  pragma_database_size pragma_metadata_info pragma_platform pragma_show pragma_storage_info pragma_table_info pragma_user_agent
  pragma_version range read_blob read_csv read_csv_auto read_duckdb read_json read_json_auto read_json_objects read_json_objects_auto
  read_ndjson read_ndjson_auto read_ndjson_objects read_parquet read_text repeat repeat_row sniff_csv sql_auto_complete summary
  test_all_types test_vector_types unnest`.split(/\s+/),
);

async function functionNames(condition: string): Promise<readonly string[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const result = await connection.runAndReadAll(
    `SELECT DISTINCT function_name FROM duckdb_functions() WHERE ${condition} ORDER BY 1`,
  );
  connection.closeSync();
  return result.getRows().map(([name]) => String(name));
}

it('every table function of the installed DuckDB is either forbidden or known to be harmless', async () => {
  const names = await functionNames(`function_type IN ('table', 'table_macro')`);
  expect(names.filter((name) => !FORBIDDEN_FUNCTIONS.has(name) && !HARMLESS.has(name))).toEqual([]);
});

it('forbids only existing functions', async () => {
  const names = new Set(await functionNames('true'));
  expect([...FORBIDDEN_FUNCTIONS, ...HARMLESS].filter((name) => !names.has(name))).toEqual([]);
});

it('knows every function that accepts file names', async () => {
  const names = await functionNames(`function_type IN ('table', 'table_macro') AND (
    function_name SIMILAR TO '(read|parquet|sniff)_.*' OR function_name = 'glob' OR list_contains(parameters, 'path'))`);
  expect(names).toEqual([...FILE_FUNCTIONS].toSorted());
});
