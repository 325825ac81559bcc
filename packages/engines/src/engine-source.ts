import { resolve } from 'node:path';
import type { ClickhouseSettings } from './clickhouse/index.ts';
import { type DuckDbSettings, fileGenerations } from './duckdb/index.ts';
import type { MysqlSettings } from './mysql/index.ts';
import type { PostgresSettings } from './postgres/index.ts';
import type { TrinoSettings } from './trino/index.ts';
import type { UnconnectedSettings } from './unconnected-engine.ts';

/** Settings that each type of data source needs to be opened. */
export interface EngineSettings {
  readonly clickhouse: ClickhouseSettings;
  readonly duckdb: DuckDbSettings;
  readonly mysql: MysqlSettings;
  readonly postgres: PostgresSettings;
  readonly trino: TrinoSettings;
  readonly unconnected: UnconnectedSettings;
}

export type EngineType = keyof EngineSettings;

/** A type with its settings. Plain data: it may be sent to a worker thread. */
export type EngineSource = {
  readonly [Type in EngineType]: { readonly type: Type; readonly settings: EngineSettings[Type] };
}[EngineType];

const generations: { readonly [Type in EngineType]: (settings: EngineSettings[Type]) => ReadGeneration } = {
  clickhouse: () => noGeneration,
  duckdb: ({ projectDirectory, database }) =>
    database === undefined ? noGeneration : fileGenerations(resolve(projectDirectory, database)),
  mysql: () => noGeneration,
  postgres: () => noGeneration,
  trino: () => noGeneration,
  unconnected: () => noGeneration,
};

type ReadGeneration = () => Promise<string | undefined>;

const noGeneration: ReadGeneration = async () => undefined;

/**
 * Returns a reader of the generation of a source's data: text that changes whenever they are replaced, at the cost of
 * reading a file's status. `undefined` where this is unknown: then only age limits a cached answer.
 */
export function dataGenerations<Type extends EngineType>(type: Type, settings: EngineSettings[Type]): ReadGeneration {
  return generations[type](settings);
}
