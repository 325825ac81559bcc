import type { ClickhouseSettings } from './clickhouse/index.ts';
import type { DuckDbSettings, ResultsEngine, ResultsSettings } from './duckdb/index.ts';
import type { Engine } from './engine.ts';
import type { EngineSettings, EngineType } from './engine-source.ts';
import type { MysqlSettings } from './mysql/index.ts';
import type { PostgresSettings } from './postgres/index.ts';
import type { TrinoSettings } from './trino/index.ts';
import { UnconnectedEngine } from './unconnected-engine.ts';

const openers: { readonly [Type in EngineType]: (settings: EngineSettings[Type]) => Promise<Engine> } = {
  clickhouse: openClickhouse,
  duckdb: openDuckDb,
  mysql: openMysql,
  postgres: openPostgres,
  trino: openTrino,
  unconnected: async (settings) => new UnconnectedEngine(settings),
};

/** Opens a data source; the driver of its type loads with the first one. @throws EngineError */
export function openEngine<Type extends EngineType>(type: Type, settings: EngineSettings[Type]): Promise<Engine> {
  return openers[type](settings);
}

/**
 * @throws EngineError when the engine cannot be set up with these settings; a missing database file shows with the
 *   first statement
 */
export async function openDuckDb(settings: DuckDbSettings): Promise<Engine> {
  const { DuckDbEngine } = await import('./duckdb/duckdb-engine.ts');
  return DuckDbEngine.open(settings);
}

async function openClickhouse(settings: ClickhouseSettings): Promise<Engine> {
  const { ClickhouseEngine } = await import('./clickhouse/clickhouse-engine.ts');
  return new ClickhouseEngine(settings);
}

async function openMysql(settings: MysqlSettings): Promise<Engine> {
  const { MysqlEngine } = await import('./mysql/mysql-engine.ts');
  return MysqlEngine.open(settings);
}

async function openPostgres(settings: PostgresSettings): Promise<Engine> {
  const { PostgresEngine } = await import('./postgres/postgres-engine.ts');
  return PostgresEngine.open(settings);
}

async function openTrino(settings: TrinoSettings): Promise<Engine> {
  const { TrinoEngine } = await import('./trino/trino-engine.ts');
  return new TrinoEngine(settings);
}

/** An engine for work above the results of data sources; its driver loads with the first one. */
export async function openResultsEngine(settings: ResultsSettings): Promise<ResultsEngine> {
  const { ResultsEngine } = await import('./duckdb/results/results-engine.ts');
  return new ResultsEngine(settings);
}
