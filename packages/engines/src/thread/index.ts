export type { EngineRequest, EngineRequestOf, EngineResults } from './engine-messages.ts';
export { EngineThreads } from './engine-threads.ts';
export { ThreadedEngines } from './threaded-engines.ts';
