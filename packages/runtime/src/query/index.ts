export { annotate, groupDrillMembers } from './annotation.ts';
export { compilePrepared, planPrepared, refusePlan, renderPrepared } from './compile-prepared.ts';
export { presentDryRun } from './dry-run-body.ts';
export { RequestMemory, type RequestMemoryFigures, slotOf } from './request-memory.ts';
export { knowTypes, prepareKnowing, prepareRequestKnowing, parseKnowing } from './know-times.ts';
export { type LoadFacts, loadFrame, presentLoad, presentResults } from './load-body.ts';
export { pivotQueryOf } from './pivot-query.ts';
export { type ModelForCaller, type PreparedBlock, prepareBlock, type PreparedQuery } from './prepare-query.ts';
export {
  type NotedAnswer,
  noteAnswers,
  noteEngineQueries,
  observed,
  openNote,
  type OpenNote,
  type QueryNote,
} from './query-note.ts';
export {
  type CacheOutcome,
  ignoreQueries,
  observers,
  type QueryEvent,
  type QueryObserver,
  type QueryTimings,
} from './query-observer.ts';
export { type QueryColumn, resultColumns } from './result-columns.ts';
export { encodeKeys, keyOfMark } from './row-layout.ts';
export { orderOf, presentSql } from './sql-body.ts';
export { askerOf, tenantOf, ownerOf, ownersOf, ownerWithin, contextOf } from './caller-identity.ts';
export { changesWithinDay, prepareAll, type ParsedQuery, type ParsedRequest } from './parse-request.ts';
export { noRedaction, type Redaction, redactionFor } from './redaction.ts';
