import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { type Engine, openDuckDb } from '@orrery/engines';
import { fixtureTexts } from './fixture-texts.ts';
import { readTruth, type Truth } from './truth-rows.ts';

/** The tables of `fixtures/`, twice: behind our engine for statements of the planner, in plain DuckDB for truths. */
export class FixtureDatabase implements AsyncDisposable {
  readonly #directory: string;
  readonly engine: Engine;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #truths = new Map<string, Promise<Truth>>();

  private constructor(directory: string, engine: Engine, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#directory = directory;
    this.engine = engine;
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open(): Promise<FixtureDatabase> {
    const directory = await mkdtemp(join(tmpdir(), 'orrery-cases-'));
    const { instance, connection } = await withFixtures(':memory:');
    const file = await withFixtures(join(directory, 'fixtures.duckdb'));
    file.connection.closeSync();
    file.instance.closeSync();
    const engine = await openDuckDb({
      projectDirectory: directory,
      database: 'fixtures.duckdb',
      allow: [],
      init: [],
      memoryLimitMb: 256,
      threads: 1,
      temporaryDirectory: join(directory, 'spilled'),
      maxTemporaryMb: 64,
      maxRunning: 1,
      // Long enough for whatever a busy machine makes of a large statement.
      timeoutMs: 300_000,
    });
    return new FixtureDatabase(directory, engine, instance, connection);
  }

  /** Runs a SELECT once, however many tests compare with its rows. */
  truth(sql: string): Promise<Truth> {
    const known = this.#truths.get(sql);
    if (known) return known;
    const read = this.#connection.runAndReadAll(sql).then(readTruth);
    this.#truths.set(sql, read);
    return read;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.close();
    this.#connection.closeSync();
    this.#instance.closeSync();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function withFixtures(path: string): Promise<{ instance: DuckDBInstance; connection: DuckDBConnection }> {
  const instance = await DuckDBInstance.create(path, { threads: '1' });
  const connection = await instance.connect();
  // Gives wrong rows in DuckDB 1.5.6: https://github.com/duckdb/duckdb/issues/25819
  await connection.run("SET disabled_optimizers = 'common_subplan,window_self_join'");
  for (const text of fixtureTexts()) await connection.run(text);
  return { instance, connection };
}
