import type { TableDescription } from './table-description.ts';
import type { ByteSink } from './value-text/index.ts';

/** A system that runs queries. Drivers load lazily, inside the folder of their engine. */
export interface Engine {
  /** Name of its SQL dialect. */
  readonly dialect: string;
  /**
   * Runs one read-only statement and streams its columns.
   *
   * @param signal stops the statement on the engine; the returned stream then rejects with an `EngineCancelled`
   * @throws EngineError when the statement fails; EngineCancelled when `signal` fired
   */
  run(statement: Statement, signal: AbortSignal): Promise<ResultStream>;
  /**
   * Lists the tables and views that queries may name, without the source's own catalogs and without the parts of
   * partitioned tables.
   *
   * @param most maximum number of them, the first by name; absent: all
   * @throws as `run`
   */
  describeTables(signal: AbortSignal, most?: number): Promise<readonly TableDescription[]>;
  /**
   * Resolves when the source answers. Probes call it often, also under full load: it neither waits for statements nor
   * takes one of their connections.
   *
   * @throws as `run`
   */
  check(signal: AbortSignal): Promise<void>;
  /**
   * Gives back the memory that it keeps for the next statement, once none runs, and none whose caller has left; absent: it
   * keeps none.
   */
  empty?(): Promise<void>;
  /** Stops running statements and frees everything. */
  close(): Promise<void>;
}

export interface Statement {
  readonly text: string;
  /** Values in the order of the placeholders; the text casts each to its type. */
  readonly params: readonly StatementParam[];
  /** Types of the result columns, where the caller knows them: some engines store booleans as numbers. */
  readonly columns?: readonly { readonly type: ColumnType }[];
  /**
   * Set for a text that a user wrote, and neither the planner nor the project: functions that wait, take locks or reach
   * beyond the database are refused in it.
   */
  readonly isOfUser?: true;
}

/** Always text for strings and numbers (digits as given), so that no driver rounds them. */
export type StatementParam = string | boolean | null;

/** How a column's values arrive. `number`: exact text. `time`: `YYYY-MM-DDTHH:mm:ss.SSS`, no zone. */
export type ColumnType = 'string' | 'number' | 'boolean' | 'time';

export interface ResultColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether the column's type is a date without a time of day. */
  readonly isDay?: true;
  /** Whether its numbers are binary floating point. */
  readonly isDouble?: true;
  /** Whether these have four bytes. */
  readonly isSingle?: true;
  /** Whether the column's type is text of any length, and not another one that is shown as text. */
  readonly isText?: true;
  /** Type of its numbers, where they are exact. */
  readonly exact?: ExactType;
}

/** Whole numbers of 64 bits with a sign, or decimals of so many digits, some of them behind the point. */
export type ExactType = 'integer' | 'bigint' | { readonly digits: number; readonly decimals: number };

export interface ResultStream {
  readonly columns: readonly ResultColumn[];
  /** The name that the source gave the statement, by which its administrators find it; from sources that give one. */
  readonly engineQueryId?: string;
  /**
   * The generation of the data these rows are read from, as `dataGenerations` reads it; missing where it is unknown.
   */
  readonly generation?: string;
  /** The generations of the sources of its blocks, in the order in which these were read. */
  readonly blockGenerations?: readonly BlockGeneration[];
  /** Ends when all rows were read; `return()` stops the statement. */
  readonly batches: AsyncIterable<Batch>;
}

export interface BlockGeneration {
  readonly source: string;
  readonly generation: string | undefined;
}

/** `columns[c][r]`: boolean columns hold booleans, all others text; NULL is `null`. */
export interface Batch {
  readonly rowCount: number;
  readonly columns: readonly (readonly (string | boolean | null)[])[];
  /** The same columns, from engines that give the memory of their values. Each is decoded when its values are read. */
  readonly written?: readonly WrittenColumn[];
}

/** A column that writes its values, so that none of them has to become a text of its own first. */
export interface WrittenColumn {
  /** The same values as in `Batch.columns`. */
  readonly values: readonly (string | boolean | null)[];
  /** One bit per value, set where it is not NULL; missing when no value is NULL. */
  readonly validity?: Uint8Array | undefined;
  /**
   * Writes a value that is not NULL as JSON, a text without its quotes. Returns false, without writing, where it is
   * `null` in `values`. Missing for types that only have `values`.
   */
  readonly write?: WriteValue | undefined;
  /** The values with what `values` leave out: `NaN`, infinities, and the digits of times below a millisecond. */
  readonly stored?: StoredValues | undefined;
}

/** Values of a column in memory, for other forms than JSON. Those that are NULL are not read. */
export type StoredValues =
  /** Exact numbers in units of `10 ** -decimals`; NaN where a count of units is no safe integer: then `textAt` has it. */
  | {
      readonly kind: 'units';
      readonly units: Float64Array;
      readonly decimals: number;
      readonly textAt: (row: number) => string;
    }
  | { readonly kind: 'doubles'; readonly doubles: Float64Array }
  | { readonly kind: 'singles'; readonly singles: Float32Array }
  /** A byte for each value, not 0 where it is true. */
  | { readonly kind: 'truths'; readonly truths: Uint8Array }
  /** Days since 1970-01-01, as DuckDB keeps them; see `infiniteDay`. */
  | { readonly kind: 'days'; readonly days: Int32Array }
  /** Microseconds since 1970-01-01; NaN where a count is no safe integer: then `textAt` has a text for `readTimeParts`. */
  | { readonly kind: 'micros'; readonly micros: Float64Array; readonly textAt: (row: number) => string }
  /** Bytes; writes them unchanged. Returns false, without writing, where they are no text that PostgreSQL may have. */
  | {
      readonly kind: 'utf8';
      readonly put: (sink: ByteSink, row: number) => boolean;
      readonly textAt: (row: number) => string;
      /** Where the bytes lie; absent where they are not in the memory of the vector. */
      readonly spans?: TextSpans;
    }
  | { readonly kind: 'bytes'; readonly bytesAt: (row: number) => Uint8Array }
  /** Texts as in `values`, and where these leave something out `NaN`, `Infinity`, `infinity` and all digits. */
  | { readonly kind: 'texts'; readonly texts: readonly (string | boolean | null)[] };

/** Places of texts in memory. */
export interface TextSpans {
  readonly sources: readonly Uint8Array[];
  /** The source of each value, and where it begins there. */
  readonly sourceOf: Uint16Array;
  readonly startOf: Uint32Array;
  /** Number of bytes of each value; anything where it is NULL. */
  readonly lengthOf: Uint32Array;
}

/** The day of an infinite date; that of the other infinity is its negative. */
export const infiniteDay = 2_147_483_647;

export type WriteValue = (sink: ByteSink, row: number) => boolean;

/** Class of a failure, without the engine's own message; that stays in `cause` and may quote data. */
export type EngineErrorClass =
  | 'statement'
  | 'conversion'
  | 'resource'
  | 'timeout'
  | 'connection'
  | 'forbidden'
  /** SQL is written for the engine, and nothing connects to it. */
  | 'unconnected';

export class EngineError extends Error {
  readonly errorClass: EngineErrorClass;
  /** Offset in the text of the statement, in characters; where the engine tells it. */
  readonly position: number | undefined;
  /** See `ResultStream`. */
  engineQueryId: string | undefined;

  constructor(errorClass: EngineErrorClass, cause: unknown, position?: number) {
    super(`the data source reported a ${errorClass} error`, { cause });
    this.name = 'EngineError';
    this.errorClass = errorClass;
    this.position = position;
  }
}

/** A failure of the work above the results of data sources. */
export class ResultsError extends EngineError {
  constructor(errorClass: EngineErrorClass, cause: unknown) {
    super(errorClass, cause);
    this.message = `the work above results ended with a ${errorClass} error`;
    this.name = 'ResultsError';
  }
}

export class EngineCancelled extends Error {
  constructor() {
    super('the query was cancelled');
    this.name = 'EngineCancelled';
  }
}
