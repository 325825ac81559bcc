import { onTestFinished } from 'vitest';
import { trinoSchema } from '../../../../tests/servers/trino.ts';
import { type Engine, openEngine } from '../index.ts';
import type { TrinoSettings } from './trino-settings.ts';

/** Settings of an engine on a server of this machine. */
export function settingsOn(port: number): TrinoSettings {
  return {
    host: '127.0.0.1',
    port,
    catalog: 'memory',
    user: 'reader',
    login: { kind: 'none' },
    roles: [],
    clientTags: [],
    tls: { mode: 'off' },
    applicationName: 'orrery',
    connectTimeoutMs: 10_000,
    maxRunning: 4,
    timeoutMs: 600_000,
  };
}

export interface TestTrino {
  readonly settings: TrinoSettings;
  /** Runs a statement without the engine. */
  ask(sql: string): Promise<readonly (readonly unknown[])[]>;
  open(settings?: Partial<TrinoSettings>): Promise<Engine>;
}

/** A schema that is removed with the test, after the engines that were opened on it. */
export async function schemaForTest(): Promise<TestTrino> {
  const { port, catalog, schema, ask, drop } = await trinoSchema();
  onTestFinished(drop);
  const settings = { ...settingsOn(port), catalog, schema };
  return { settings, ask, open: (changed = {}) => openForTest({ ...settings, ...changed }) };
}

export async function openForTest(settings: TrinoSettings): Promise<Engine> {
  const engine = await openEngine('trino', settings);
  onTestFinished(() => engine.close());
  return engine;
}
