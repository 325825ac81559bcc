import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { onTestFinished } from 'vitest';
import type { Engine } from '../engine.ts';
import { openDuckDb } from '../open-engine.ts';
import type { DuckDbSettings } from './duckdb-settings.ts';

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-duckdb-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function settingsForTest(settings: Partial<DuckDbSettings> = {}): DuckDbSettings {
  return {
    projectDirectory: settings.projectDirectory ?? temporaryFolder(),
    allow: [],
    init: [],
    memoryLimitMb: 512,
    threads: 2,
    temporaryDirectory: settings.temporaryDirectory ?? temporaryFolder(),
    maxTemporaryMb: 512,
    maxRunning: 2,
    timeoutMs: 60_000,
    ...settings,
  };
}

export async function openForTest(settings: Partial<DuckDbSettings> = {}): Promise<Engine> {
  const engine = await openDuckDb(settingsForTest(settings));
  onTestFinished(() => engine.close());
  return engine;
}

/** Writes a database file with plain DuckDB, like a program other than Orrery. */
export async function writeDatabase(path: string, ...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
