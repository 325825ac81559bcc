import type { Dialect } from './dialect.ts';
import { duckdb } from './duckdb.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';

export const dialects: readonly Dialect[] = [duckdb, postgres, mysql];

export function dialectFor(name: string): Dialect | undefined {
  return dialects.find((dialect) => dialect.name === name);
}
