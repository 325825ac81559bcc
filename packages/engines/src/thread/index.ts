export type { EngineRequest, EngineRequestOf, EngineResults } from './engine-messages.ts';
export { ThreadedEngines } from './threaded-engines.ts';
