import { describe } from 'vitest';
import { clickhouse } from './clickhouse.ts';
import type { LiveDatabase } from './live-database.ts';
import { mariadb } from './mariadb.ts';
import { postgres } from './postgres.ts';
import { trino } from './trino.ts';

/** Add a server here, and every case runs on it. */
export const liveDatabases: readonly LiveDatabase[] = [clickhouse, mariadb, postgres, trino];

/** Defines tests on each of them, which are skipped where this machine has no such server. */
export function describeOn(databases: readonly LiveDatabase[], define: (database: LiveDatabase) => void): void {
  for (const database of databases) describe.skipIf(database.isMissing === true)(database.name, () => define(database));
}
