import {
  BOOLEAN,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  VARCHAR,
} from '@duckdb/node-api';
import { type Batch, EngineError, type ResultColumn, ResultsError } from '../../engine.ts';
import { hasBit, storedText } from '../../value-text/index.ts';
import { toEngineError } from '../duckdb-errors.ts';
import { HeldNumbers } from './held-numbers.ts';

/** The type as which the statement above reads a column; `number` is exact or a double, as in its source. */
export type BlockColumnType = 'text' | 'number' | 'boolean' | 'time';

/** Rows of a chunk of DuckDB. */
const rowsAtOnce = 2048;

interface HeldColumn {
  readonly column: ResultColumn;
  readonly stored: DuckDBType;
  readonly wanted: BlockColumnType;
  readonly numbers: HeldNumbers | undefined;
}

/**
 * The rows of one block in a temporary table of a connection. They are kept as they arrive; a view of the name of the
 * block reads them as values of their types, which for exact numbers are known after the last row.
 */
export class BlockTable {
  readonly #connection: DuckDBConnection;
  readonly #name: string;
  readonly #columns: readonly HeldColumn[];
  readonly #types: readonly DuckDBType[];
  #appender: DuckDBAppender | undefined;

  private constructor(connection: DuckDBConnection, name: string, columns: readonly HeldColumn[]) {
    this.#connection = connection;
    this.#name = name;
    this.#columns = columns;
    this.#types = columns.map(({ stored }) => stored);
  }

  /** @throws ResultsError */
  static async create(
    connection: DuckDBConnection,
    name: string,
    found: readonly ResultColumn[],
    wanted: readonly BlockColumnType[],
  ): Promise<BlockTable> {
    const columns = wanted.map((type, index): HeldColumn => {
      const column = found[index];
      if (!column) throw new Error(`the data source gave no column ${index + 1}`);
      const isExact = column.type === 'number' && column.isDouble !== true && type !== 'text';
      return {
        column,
        stored: column.type === 'boolean' ? BOOLEAN : VARCHAR,
        wanted: type,
        numbers: isExact ? new HeldNumbers() : undefined,
      };
    });
    const table = new BlockTable(connection, name, columns);
    await table.#begin();
    return table;
  }

  /** @throws ResultsError */
  append(batch: Batch): void {
    const { rowCount } = batch;
    const columns = this.#columns.map(({ column }, index) => exactValues(batch, column, index));
    for (let from = 0; from < rowCount; from += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, rowCount - from);
      const chunk = DuckDBDataChunk.create(this.#types, count);
      for (const [index, { numbers }] of this.#columns.entries()) {
        const all = columns[index];
        if (!all) throw new Error(`the data source gave no column ${index + 1}`);
        const values = count === all.length ? all : all.slice(from, from + count);
        if (numbers) for (const value of values) if (typeof value === 'string') numbers.add(value);
        chunk.setColumnValues(index, values);
      }
      try {
        this.#appender?.appendDataChunk(chunk);
      } catch (error) {
        throw resultsError(error);
      }
    }
  }

  /** Makes the view. @throws ResultsError */
  async finish(): Promise<void> {
    try {
      this.#appender?.closeSync();
      const items = this.#columns.map((column, index) => `${valueOf(column, `v${index + 1}`)} AS r${index + 1}`);
      const from = `temp.main.${this.#name}_rows`;
      await this.#connection.run(`CREATE TEMP VIEW ${this.#name} AS SELECT ${items.join(', ')} FROM ${from}`);
    } catch (error) {
      throw resultsError(error);
    }
  }

  /** Frees rows that are not in the table yet. */
  abandon(): void {
    try {
      this.#appender?.clear();
      this.#appender?.closeSync();
    } catch {
      // the rows are not wanted
    }
  }

  async #begin(): Promise<void> {
    const columns = this.#columns.map(
      ({ stored }, index) => `v${index + 1} ${stored === BOOLEAN ? 'BOOLEAN' : 'VARCHAR'}`,
    );
    const rows = `${this.#name}_rows`;
    try {
      await this.#connection.run(`CREATE TEMP TABLE ${rows} (${columns.join(', ')})`);
      this.#appender = await this.#connection.createAppender(rows, 'main', 'temp');
    } catch (error) {
      throw resultsError(error);
    }
  }
}

/** The values of a column, for times and doubles with what the JSON of answers leaves out. */
function exactValues(
  { columns, written }: Batch,
  column: ResultColumn,
  index: number,
): Batch['columns'][number] | undefined {
  const { stored, validity } = written?.[index] ?? {};
  const shown = columns[index];
  if (stored === undefined || (column.type !== 'time' && column.isDouble !== true)) return shown;
  const textAt = storedText(stored);
  return shown?.map((_, row) => (validity === undefined || hasBit(validity, row) ? textAt(row) : null));
}

function valueOf({ column, wanted, numbers }: HeldColumn, text: string): string {
  switch (column.type) {
    case 'boolean':
      return text;
    case 'number':
      return wanted === 'text' ? text : `CAST(${text} AS ${numbers?.type ?? 'DOUBLE'})`;
    case 'time':
      return `CAST(${text} AS ${column.isDay ? 'DATE' : 'TIMESTAMP'})`;
    case 'string':
      return wanted === 'time' ? `CAST(${text} AS TIMESTAMP)` : text;
  }
}

/** The appender reports a lack of memory without the name of its class. */
export function resultsError(error: unknown): ResultsError {
  if (error instanceof ResultsError) return error;
  const isMemory = error instanceof Error && error.message.includes('could not allocate');
  if (isMemory) return new ResultsError('resource', error);
  const known = toEngineError(error);
  return known instanceof EngineError
    ? new ResultsError(known.errorClass, known.cause)
    : new ResultsError('statement', known);
}
