export * from './engine.ts';
export {
  type BlockColumnType,
  type BlockToLoad,
  type DuckDbSettings,
  readTemporaryView,
  type ResultsSettings,
  type TemporaryView,
} from './duckdb/index.ts';
export {
  type CopyOptions,
  emptyRows,
  encodeRows,
  firstValueOf,
  frameRows,
  type JsonRowEncoding,
  ResultTooLarge,
  type RowConstant,
  type RowEncoding,
  type RowFormat,
  type RowKey,
  type Rows,
  type RowSink,
  type WireColumn,
  type WireFraming,
  type WireRowEncoding,
  type WrittenRows,
} from './encode/index.ts';
export { dataGenerations, type EngineSettings, type EngineSource, type EngineType } from './engine-source.ts';
export {
  AddressRefused,
  type CallTimes,
  isOpenAddress,
  type NetworkRule,
  ServerConnections,
  ServerError,
  serverErrorIn,
  type ServerFailure,
} from './network/index.ts';
export { openDuckDb, openEngine } from './open-engine.ts';
export type { ServerTls } from './server-tls.ts';
export type { TrinoLogin } from './trino/index.ts';
export type {
  ColumnDescription,
  FirstTables,
  ForeignKey,
  TableBounds,
  TableDescription,
  TableName,
} from './table-description.ts';
export { ByteSink } from './value-text/index.ts';
export { threadPoolSize } from './thread-pool.ts';
export {
  type EngineRequest,
  type EngineRequestOf,
  type EngineResults,
  EngineThreads,
  ThreadedEngines,
} from './thread/index.ts';
