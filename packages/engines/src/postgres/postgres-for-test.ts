import pg from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../../../../tests/servers/postgres.ts';
import { serverSettings } from '../../../../tests/servers/server-settings.ts';
import { type Engine, openEngine } from '../index.ts';
import type { PostgresSettings } from './postgres-settings.ts';

export interface TestPostgres {
  readonly settings: PostgresSettings;
  /** Runs statements on a connection other than the engine's, and returns the rows of the last one. */
  ask(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** The server is closed after the test. */
  open(settings?: Partial<PostgresSettings>): Promise<Engine>;
  /** Number of backends that work for the engine, or are idle in a transaction. */
  countBusy(): Promise<number>;
}

/** A database for the tests of a file. */
export function useDatabase(prepare?: string): TestPostgres {
  const engines: Engine[] = [];
  let database: TestDatabase;
  const settings = () => settingsOf(database.url);
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const results = [await client.query({ text: sql, rowMode: 'array' })].flat();
      return results.at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  };
  beforeAll(async () => {
    database = await postgresDatabase();
    if (prepare !== undefined) await ask(prepare);
  });
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.close()));
  });
  afterAll(() => database.drop());
  return {
    get settings() {
      return settings();
    },
    ask,
    open: async (changed = {}) => {
      const engine = await openEngine('postgres', { ...settings(), ...changed });
      engines.push(engine);
      return engine;
    },
    countBusy: async () => {
      const [row] = await ask(
        "SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'orrery' AND state <> 'idle'",
      );
      return Number(row?.[0]);
    },
  };
}

export function settingsOf(url: string): PostgresSettings {
  return { ...serverSettings(url), searchPath: [] };
}
