import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance, DuckDBTypeId, type DuckDBValue } from '@duckdb/node-api';

/** A value to compare: exact text, or a double, whose last digits depend on the way it was computed. */
export type Cell = string | number | boolean | null;

export type Rows = readonly (readonly Cell[])[];

/** One DuckDB with the tables of `fixtures/`. */
export class FixtureDatabase implements Disposable {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open(): Promise<FixtureDatabase> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    await connection.run(`SET TimeZone = 'UTC'`);
    const folder = join(import.meta.dirname, 'fixtures');
    for (const file of readdirSync(folder)) await connection.run(readFileSync(join(folder, file), 'utf8'));
    return new FixtureDatabase(instance, connection);
  }

  async run(text: string, params: readonly (string | boolean | null)[] = []): Promise<Rows> {
    const reader = await this.#connection.runAndReadAll(text, [...params]);
    const types = reader.columnTypes().map((type) => type.typeId);
    return reader.getRows().map((row) => row.map((value, column) => toCell(value, types[column])));
  }

  [Symbol.dispose](): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

function toCell(value: DuckDBValue, type: DuckDBTypeId | undefined): Cell {
  if (value === null || typeof value === 'boolean') return value;
  if (type === DuckDBTypeId.DOUBLE || type === DuckDBTypeId.FLOAT) return Number(value);
  if (type === DuckDBTypeId.DECIMAL) return withoutTrailingZeros(String(value));
  return String(value);
}

function withoutTrailingZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
