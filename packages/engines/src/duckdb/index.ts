export type { DuckDbSettings } from './duckdb-settings.ts';
export { lookUpFileGeneration } from './file-generation.ts';
export { readTemporaryView, type TemporaryView } from './temporary-view.ts';
