/**
 * Functions a SELECT could call to change the engine, to run text as SQL that is never checked, or to learn about the
 * machine and other callers. `enable_logging` and `enable_profiling` work in a locked DuckDB 1.5, and one bad argument
 * leaves its whole instance unusable.
 *
 * `forbidden-names.test.ts` compares this list with the functions of the installed DuckDB. A function that a new
 * version adds must be listed here or among the harmless ones; one that takes names of files also in `file-names.ts`.
 */
export const FORBIDDEN_FUNCTIONS: ReadonlySet<string> = new Set([
  // change the engine
  'checkpoint',
  'disable_logging',
  'disable_peg_parser',
  'disable_profile',
  'disable_profiling',
  'enable_logging',
  'enable_peg_parser',
  'enable_profile',
  'enable_profiling',
  'force_checkpoint',
  'truncate_duckdb_logs',
  'write_log',
  // run text as SQL, or read raw memory
  'arrow_scan',
  'arrow_scan_dumb',
  'json_execute_serialized_sql',
  'query',
  'query_table',
  'seq_scan',
  // functions that reveal the machine or other callers
  'current_setting',
  'duckdb_approx_database_count',
  'duckdb_connection_count',
  'duckdb_databases',
  'duckdb_extensions',
  'duckdb_external_file_cache',
  'duckdb_log_contexts',
  'duckdb_logs',
  'duckdb_logs_parsed',
  'duckdb_memory',
  'duckdb_prepared_statements',
  'duckdb_secret_types',
  'duckdb_secrets',
  'duckdb_settings',
  'duckdb_temporary_files',
  'all_profiling_output',
  'duckdb_profiling_settings',
  'which_secret',
]);

/** DuckDB's own views over those functions. */
export const FORBIDDEN_RELATIONS: ReadonlySet<string> = new Set([
  'duckdb_databases',
  'duckdb_logs',
  'pg_prepared_statements',
  'pg_settings',
  'pragma_database_list',
]);
