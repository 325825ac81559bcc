import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { allowedDirectories, databasePaths } from './allowed-paths.ts';
import type { DuckDbSettings } from './duckdb-settings.ts';
import { quoteText, quoteTexts } from './quote.ts';

export interface SandboxedInstance {
  readonly instance: DuckDBInstance;
  /** The connection for attaching and detaching only; it runs no statement of others. */
  readonly control: DuckDBConnection;
  close(): Promise<void>;
}

/** An in-memory database whose statements can reach the allowed folders and nothing else on this machine. */
export async function openInstance(settings: DuckDbSettings): Promise<SandboxedInstance> {
  const temporaryDirectory = join(settings.temporaryDirectory, `duckdb-${randomUUID()}`);
  await mkdir(temporaryDirectory, { recursive: true, mode: 0o700 });
  const instance = await DuckDBInstance.create(':memory:');
  const control = await instance.connect();
  for (const statement of confinement(settings, temporaryDirectory)) await control.run(statement);
  return {
    instance,
    control,
    close: async () => {
      control.closeSync();
      instance.closeSync();
      await rm(temporaryDirectory, { recursive: true, force: true });
    },
  };
}

/**
 * `common_subplan` of DuckDB 1.5.6 confuses two groupings of the same join when only a key differs, and answers the
 * second with the rows of the first. `window_self_join` loses parameters: rows are missing when a parameter is part of
 * the partition. docs/decisions/0009-duckdb-optimizers-that-are-off.md
 *
 * `join_filter_pushdown` hands the keys of one side of a join to the scan of the other while both run, and passes them
 * through a LIMIT on the way: the limited part then consists of other rows. docs/decisions/0009-duckdb-optimizers-that-are-off.md
 */
const wrongOptimizers = ['common_subplan', 'window_self_join', 'join_filter_pushdown'];

/**
 * DuckDB keeps freed memory for the next statement; by default it returns only peaks above 128 MiB. With these
 * thresholds, a process that has answered a hundred different queries holds 80 MiB less. With 1 MiB, small statements
 * took 2 ms longer. The background thread returns memory that stays unused for some seconds, also when no statement
 * follows: after statements that group millions of rows a process held 160 MiB instead of 320 MiB.
 */
const giveMemoryBack = [
  'SET allocator_background_threads = true',
  "SET allocator_flush_threshold = '16MiB'",
  "SET allocator_bulk_deallocation_flush_threshold = '16MiB'",
];

/**
 * DuckDB 1.5.6 keeps the footers of Parquet files by name, length and time to the second: a file that is rewritten in place
 * keeps the statistics of its old content, also with `parquet_metadata_cache` off.
 */
const readFilesAnew = 'SET enable_external_file_cache = false';

/** Settings of every instance, to be made before external access is forbidden. */
export const commonSettings = [
  `SET GLOBAL TimeZone = 'UTC'`,
  `SET disabled_optimizers = '${wrongOptimizers.join(',')}'`,
  ...giveMemoryBack,
  readFilesAnew,
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  'SET allow_community_extensions = false',
  'SET allow_persistent_secrets = false',
];

/**
 * The order matters: settings that the confinement forbids come before it, and the lock comes last.
 *
 * DuckDB adds the temporary directory to the allowed ones, and spilled rows of one caller must not be readable by
 * another. Its name is therefore a secret (`forbidden-names.ts` hides the settings that reveal it).
 */
function confinement(settings: DuckDbSettings, temporaryDirectory: string): readonly string[] {
  const { projectDirectory, database, allow, threads } = settings;
  return [
    `SET memory_limit = '${settings.memoryLimitMb}MiB'`,
    `SET temp_directory = ${quoteText(temporaryDirectory)}`,
    `SET max_temp_directory_size = '${settings.maxTemporaryMb}MiB'`,
    ...(threads === undefined ? [] : [`SET threads = ${threads}`]),
    ...commonSettings,
    `SET allowed_directories = ${quoteTexts(allowedDirectories(projectDirectory, allow))}`,
    ...(database === undefined
      ? []
      : [`SET allowed_paths = ${quoteTexts(databasePaths(resolve(projectDirectory, database)))}`]),
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ];
}
