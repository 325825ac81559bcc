import { createConnection } from 'mysql2/promise';
import { onTestFinished } from 'vitest';
import { mariadbDatabase } from '../../../../tests/servers/mariadb.ts';
import { serverSettings } from '../../../../tests/servers/server-settings.ts';
import { type Engine, openEngine } from '../index.ts';
import type { MysqlSettings } from './mysql-settings.ts';

export interface TestMysql {
  readonly settings: MysqlSettings;
  /** Runs a statement on a connection other than the engine's. */
  ask(sql: string): Promise<readonly (readonly unknown[])[]>;
  open(settings?: Partial<MysqlSettings>): Promise<Engine>;
}

/** A database that is removed with the test, after the engines that were opened on it. */
export async function databaseForTest(): Promise<TestMysql> {
  const { url, drop } = await mariadbDatabase();
  onTestFinished(drop);
  const settings = serverSettings(url);
  return {
    settings,
    ask: (sql) => askServer(url, sql),
    open: async (changed = {}) => {
      const engine = await openEngine('mysql', { ...settings, ...changed });
      onTestFinished(() => engine.close());
      return engine;
    },
  };
}

async function askServer(uri: string, sql: string): Promise<readonly (readonly unknown[])[]> {
  const connection = await createConnection({ uri });
  try {
    const [rows] = await connection.query({ sql, rowsAsArray: true });
    return Array.isArray(rows) ? (rows as unknown as (readonly unknown[])[]) : []; // arrays, as requested
  } finally {
    await connection.end();
  }
}
