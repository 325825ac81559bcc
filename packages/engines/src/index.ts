export type { DuckDbSettings } from './duckdb/duckdb-settings.ts';
export * from './engine.ts';
export { type EngineSettings, type EngineType, openDuckDb, openEngine } from './open-engine.ts';
export type { ColumnDescription, ForeignKey, TableDescription, TableName } from './table-description.ts';
export { threadPoolSize } from './thread-pool.ts';
