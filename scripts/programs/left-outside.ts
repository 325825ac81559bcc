/** Packages that are not bundled: native code, WebAssembly, and a logger that starts threads from its own files. */
export const leftOutside: readonly string[] = ['@duckdb/node-bindings', 'better-sqlite3', 'libpg-query', 'pino'];
