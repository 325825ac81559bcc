import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { comparable, readTruth, type Rows } from '../../cases/truth-rows.ts';

/** Runs the same statements directly in DuckDB, without the server. */
export class DirectAnswers {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open(databaseFile: string): Promise<DirectAnswers> {
    const instance = await DuckDBInstance.create(databaseFile, { access_mode: 'READ_ONLY', threads: '1' });
    const connection = await instance.connect();
    // Gives wrong rows in DuckDB 1.5.6: https://github.com/duckdb/duckdb/issues/25819
    await connection.run("SET disabled_optimizers = 'common_subplan'");
    return new DirectAnswers(instance, connection);
  }

  /** @returns the difference between the rows of an answer and those of its statement, or nothing */
  async compare(
    statement: string,
    params: readonly (string | boolean | null)[],
    rows: Rows,
  ): Promise<string | undefined> {
    const { rows: own, isDouble } = readTruth(await this.#connection.runAndReadAll(statement, [...params]));
    const truth = { rows: own.map((row) => row.map(withTime)), isDouble };
    const [expected, given] = [truth.rows, rows].map((some) => JSON.stringify(comparable(some, truth, false)));
    return expected === given ? undefined : `expected ${expected?.slice(0, 500)}, got ${given?.slice(0, 500)}`;
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** A date as the Data API writes it. */
function withTime(cell: string | boolean | null): string | boolean | null {
  return typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(cell) ? `${cell}T00:00:00.000` : cell;
}
