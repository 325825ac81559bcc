export {
  ask,
  type AskDependencies,
  askOnce,
  type BodyAnswer,
  type PiecesAnswer,
  type QueryResult,
  requestOf,
  type RowsAnswer,
  type Waiting,
} from './ask/index.ts';
export {
  type Answer,
  type AnswerFigures,
  AnswerService,
  CompressedOnce,
  type Encoding,
  type Generations,
  negotiateEncoding,
  variantOf,
} from './answer/index.ts';
export { differenceText, reportText, simulate } from './describe/access-report/index.ts';
export { explainQuery, explainText } from './describe/explain/index.ts';
export { metaBody, type MetaOptions } from './describe/meta/index.ts';
export {
  type CompileLimits,
  CompileThread,
  counting,
  countModel,
  describeModelCounts,
  describeModelProblem,
  describeUnavailable,
  foreignCompileLimits,
  hideValues,
  loadModelFiles,
  type ModelCounts,
  ModelTooLarge,
  snapshotOf,
} from './model/index.ts';
export { openRuntime, type RuntimeSettings } from './open-runtime.ts';
export {
  changesWithinDay,
  compilePrepared,
  contextOf,
  keyOfMark,
  type ModelForCaller,
  observed,
  observers,
  ownerOf,
  ownersOf,
  ownerWithin,
  planPrepared,
  prepareAll,
  prepareKnowing,
  presentDryRun,
  presentSql,
  type QueryEvent,
  type QueryObserver,
  type QueryTimings,
  renderPrepared,
  RequestMemory,
  type RequestMemoryFigures,
  slotOf,
  tenantOf,
  parseKnowing,
  type ParsedQuery,
} from './query/index.ts';
export {
  type RequestedQuery,
  DataSourceFailure,
  InvalidQuery,
  largeFromBytes,
  parseBody,
  parseQueryText,
  presentError,
  type QueryRequest,
  readLargeJson,
  readRequest,
  refuseSqlText,
  requestProblem,
  shapeProblems,
} from './request/index.ts';
export {
  askStatement,
  convertToRest,
  convertToSql,
  type KeptAnswer,
  type StatementAnswer,
  StatementInvalid,
  Statements,
} from './statement/index.ts';
export { runtimeFor, callerViewOf } from './runtime-for.ts';
export type { CallerRuntime, ModelFigures, ModelSnapshot, QueueFigures, Runtime } from './runtime.ts';
export { Runtimes } from './runtimes.ts';
export {
  divideEngineMemory,
  makeDataDirectory,
  openDataSource,
  type OpenDataSource,
  removeLeftovers,
  removeTemporaryDirectory,
  requireRoom,
  RunQueue,
  SharedEngines,
  sharedEnginesLimits,
  tellTimes,
  temporaryDirectory,
} from './source/index.ts';
