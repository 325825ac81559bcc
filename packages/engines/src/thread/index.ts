export { ThreadedEngines } from './threaded-engines.ts';
