export { tellTimes, type TimesOfSource } from './ask-times.ts';
export { makeDataDirectory, requireRoom } from './data-directory.ts';
export { deploymentClosed } from './deployment-closed.ts';
export { divideEngineMemory } from './engine-memory.ts';
export { EngineRegistry } from './engine-registry.ts';
export type { KnownTypes, TypesAsker } from './known-types.ts';
export { openDataSource, type OpenDataSource } from './open-data-source.ts';
export { refuseLargeResult } from './refuse-large-result.ts';
export { resultsSource } from './results-source.ts';
export { type QueueSlot, RunQueue, RunQueues } from './run-queue.ts';
export { SharedEngines, sharedEnginesLimits } from './shared-engines.ts';
export { SourceNumbers } from './source-numbers.ts';
export { SourceTimes } from './source-times.ts';
export {
  claimTemporaryDirectory,
  notePort,
  removeLeftovers,
  removeTemporaryDirectory,
  processesOf,
  temporaryDirectory,
} from './temporary-directory.ts';
