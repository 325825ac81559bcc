export type { DuckDbSettings } from './duckdb/duckdb-settings.ts';
export { readTemporaryView, type TemporaryView } from './duckdb/temporary-view.ts';
export * from './engine.ts';
export {
  dataGeneration,
  type EngineSettings,
  type EngineSource,
  type EngineType,
  openDuckDb,
  openEngine,
} from './open-engine.ts';
export { isOpenAddress, type NetworkRule } from './network/open-addresses.ts';
export type { ColumnDescription, ForeignKey, TableDescription, TableName } from './table-description.ts';
export type { ServerTls } from './server-tls.ts';
export { threadPoolSize } from './thread-pool.ts';
