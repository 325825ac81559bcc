import { onTestFinished } from 'vitest';
import { clickhouseDatabase } from '../../../../tests/servers/clickhouse.ts';
import { type Engine, openEngine } from '../index.ts';
import type { ClickhouseSettings } from './clickhouse-settings.ts';

/** Settings of an engine on a server of this machine. */
export function settingsOn(port: number): ClickhouseSettings {
  return {
    host: '127.0.0.1',
    port,
    database: 'default',
    user: 'default',
    password: '',
    tls: { mode: 'off' },
    applicationName: 'orrery',
    connectTimeoutMs: 10_000,
    maxRunning: 4,
    timeoutMs: 600_000,
  };
}

export interface TestClickhouse {
  readonly settings: ClickhouseSettings;
  /** Runs a statement without the engine. */
  ask(sql: string): Promise<string>;
  readonly engine: Engine;
}

/** A database that is removed with the test, after the engine on it. */
export async function databaseForTest(): Promise<TestClickhouse> {
  const { ask, drop, ...place } = await clickhouseDatabase();
  onTestFinished(drop);
  const settings = { ...settingsOn(place.port), ...place };
  return { settings, ask, engine: await openForTest(settings) };
}

export async function openForTest(settings: ClickhouseSettings): Promise<Engine> {
  const engine = await openEngine('clickhouse', settings);
  onTestFinished(() => engine.close());
  return engine;
}
