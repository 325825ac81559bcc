import { resolve } from 'node:path';
import { type DuckDbSettings, lookUpFileGeneration } from './duckdb/index.ts';
import type { MysqlSettings } from './mysql/index.ts';
import type { PostgresSettings } from './postgres/index.ts';

/** Settings that each type of data source needs to be opened. */
export interface EngineSettings {
  readonly duckdb: DuckDbSettings;
  readonly mysql: MysqlSettings;
  readonly postgres: PostgresSettings;
}

export type EngineType = keyof EngineSettings;

/** A type with its settings. Plain data: it may be sent to a worker thread. */
export type EngineSource = {
  readonly [Type in EngineType]: { readonly type: Type; readonly settings: EngineSettings[Type] };
}[EngineType];

const generations: { readonly [Type in EngineType]: (settings: EngineSettings[Type]) => Promise<string | undefined> } =
  {
    duckdb: async ({ projectDirectory, database }) =>
      database === undefined ? undefined : lookUpFileGeneration(resolve(projectDirectory, database)),
    mysql: async () => undefined,
    postgres: async () => undefined,
  };

/**
 * Text that changes whenever the data of a source is replaced, at the cost of reading a file's status. `undefined`
 * where this is unknown: then only age limits a cached answer.
 */
export function dataGeneration<Type extends EngineType>(
  type: Type,
  settings: EngineSettings[Type],
): Promise<string | undefined> {
  return generations[type](settings);
}
