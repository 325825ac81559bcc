export * from './engine.ts';
export type { DuckDbSettings } from './duckdb/duckdb-settings.ts';
export { readTemporaryView, type TemporaryView } from './duckdb/temporary-view.ts';
export {
  emptyRows,
  encodeRows,
  firstValueOf,
  frameRows,
  ResultTooLarge,
  type RowConstant,
  type RowEncoding,
  type RowKey,
} from './encode/index.ts';
export { isOpenAddress, type NetworkRule } from './network/open-addresses.ts';
export {
  dataGeneration,
  type EngineSettings,
  type EngineSource,
  type EngineType,
  openDuckDb,
  openEngine,
} from './open-engine.ts';
export type { ServerTls } from './server-tls.ts';
export type { ColumnDescription, ForeignKey, TableDescription, TableName } from './table-description.ts';
export { threadPoolSize } from './thread-pool.ts';
export { ThreadedEngines } from './thread/index.ts';
