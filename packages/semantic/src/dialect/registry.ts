import type { Dialect } from './dialect.ts';
import { duckdb } from './duckdb.ts';
import { postgres } from './postgres.ts';

export const dialects: readonly Dialect[] = [duckdb, postgres];

export function dialectFor(name: string): Dialect | undefined {
  return dialects.find((dialect) => dialect.name === name);
}
