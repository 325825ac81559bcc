import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { onTestFinished } from 'vitest';
import type { Engine, StatementParam } from '../engine.ts';
import { openDuckDb } from '../open-engine.ts';
import type { DuckDbSettings } from './duckdb-settings.ts';

export type Row = readonly (string | boolean | null)[];

/** A folder that goes away with the test. */
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
    temporaryDirectory: temporaryFolder(),
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

export async function rowsOf(
  engine: Engine,
  text: string,
  params: readonly StatementParam[] = [],
): Promise<readonly Row[]> {
  const { batches } = await engine.run({ text, params }, new AbortController().signal);
  const rows: Row[] = [];
  for await (const { rowCount, columns } of batches) {
    for (let row = 0; row < rowCount; row += 1) rows.push(columns.map((column) => column[row] ?? null));
  }
  return rows;
}

/** Writes a database file with plain DuckDB, as a program beside ours would. */
export async function writeDatabase(path: string, ...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
