export type { DuckDbSettings } from './duckdb-settings.ts';
export { fileGenerations } from './file-generation.ts';
export { readTemporaryView, type TemporaryView } from './temporary-view.ts';
export type { BlockColumnType } from './results/block-table.ts';
export type { BlockToLoad, ResultsEngine } from './results/results-engine.ts';
export type { ResultsSettings } from './results/results-settings.ts';
