/** Packages that are not built into the programs: native code, WebAssembly, and a log that starts threads from files of its own. */
export const leftOutside: readonly string[] = ['@duckdb/node-bindings', 'better-sqlite3', 'libpg-query', 'pino'];
