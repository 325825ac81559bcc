import { resolve } from 'node:path';
import { type DuckDbSettings, lookUpFileGeneration } from './duckdb/index.ts';
import type { Engine } from './engine.ts';
import type { MysqlSettings } from './mysql/index.ts';
import type { PostgresSettings } from './postgres/index.ts';

/** What each type of data source needs to be opened. */
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

const openers: { readonly [Type in EngineType]: (settings: EngineSettings[Type]) => Promise<Engine> } = {
  duckdb: openDuckDb,
  mysql: openMysql,
  postgres: openPostgres,
};

const generations: { readonly [Type in EngineType]: (settings: EngineSettings[Type]) => Promise<string | undefined> } =
  {
    duckdb: async ({ projectDirectory, database }) =>
      database === undefined ? undefined : lookUpFileGeneration(resolve(projectDirectory, database)),
    mysql: async () => undefined,
    postgres: async () => undefined,
  };

/** Opens a data source; the driver of its type loads with the first one. @throws EngineError */
export function openEngine<Type extends EngineType>(type: Type, settings: EngineSettings[Type]): Promise<Engine> {
  return openers[type](settings);
}

/**
 * Text that changes whenever the data of a source was replaced, at the cost of looking at a file. `undefined` where
 * nobody can know: then only time tells.
 */
export function dataGeneration<Type extends EngineType>(
  type: Type,
  settings: EngineSettings[Type],
): Promise<string | undefined> {
  return generations[type](settings);
}

/** @throws EngineError when the engine cannot be set up as asked; a missing database file shows with the first statement */
export async function openDuckDb(settings: DuckDbSettings): Promise<Engine> {
  const { DuckDbEngine } = await import('./duckdb/duckdb-engine.ts');
  return DuckDbEngine.open(settings);
}

async function openMysql(settings: MysqlSettings): Promise<Engine> {
  const { MysqlEngine } = await import('./mysql/mysql-engine.ts');
  return MysqlEngine.open(settings);
}

async function openPostgres(settings: PostgresSettings): Promise<Engine> {
  const { PostgresEngine } = await import('./postgres/postgres-engine.ts');
  return PostgresEngine.open(settings);
}
