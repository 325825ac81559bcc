import { clickhouseTarget } from './clickhouse/target.ts';
import { duckDbTarget } from './duckdb/target.ts';
import type { StatementSession } from './entry.ts';
import { mysqlTarget } from './mysql/target.ts';
import { postgresTarget } from './postgres/target.ts';
import type { TargetEngine } from './target.ts';
import { trinoTarget } from './trino/target.ts';

const targets: ReadonlyMap<string, (session: StatementSession) => TargetEngine> = new Map([
  ['duckdb', duckDbTarget],
  ['postgres', postgresTarget],
  ['mysql', mysqlTarget],
  ['trino', trinoTarget],
  ['clickhouse', clickhouseTarget],
]);

/** Finds the renderers of expressions for an engine. @param name of its dialect @returns undefined for an engine without any */
export function targetNamed(name: string, session: StatementSession): TargetEngine | undefined {
  return targets.get(name)?.(session);
}
