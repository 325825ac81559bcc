import type { DuckDbSettings } from './duckdb/duckdb-settings.ts';
import type { Engine } from './engine.ts';

/** What each type of data source needs to be opened. */
export interface EngineSettings {
  readonly duckdb: DuckDbSettings;
}

export type EngineType = keyof EngineSettings;

const openers: { readonly [Type in EngineType]: (settings: EngineSettings[Type]) => Promise<Engine> } = {
  duckdb: openDuckDb,
};

/** Opens a data source; the driver of its type loads with the first one. @throws EngineError */
export function openEngine<Type extends EngineType>(type: Type, settings: EngineSettings[Type]): Promise<Engine> {
  return openers[type](settings);
}

/** @throws EngineError when the engine cannot be set up as asked; a missing database file shows with the first statement */
export async function openDuckDb(settings: DuckDbSettings): Promise<Engine> {
  const { DuckDbEngine } = await import('./duckdb/duckdb-engine.ts');
  return DuckDbEngine.open(settings);
}
