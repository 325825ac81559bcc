import type { Batch, ResultColumn, StoredValues, WrittenColumn } from './engine.ts';

/** Turns the values of one column over some rows into the form of a batch. */
export interface ColumnDecoder<Row> extends ResultColumn {
  readonly decode: (rows: readonly Row[], column: number) => Batch['columns'][number];
  /** See `WrittenColumn`; absent: `decode` leaves nothing out. */
  readonly store?: (rows: readonly Row[], column: number) => StoredValues;
}

/** Decodes a column value by value. @param read takes a value that is not NULL */
export function decodeWith<Value>(
  read: (value: NonNullable<Value>) => string | boolean | null,
): ColumnDecoder<readonly Value[]>['decode'] {
  return (rows, column) => {
    const values = new Array<string | boolean | null>(rows.length);
    for (let row = 0; row < rows.length; row += 1) {
      const value = rows[row]?.[column] ?? null;
      values[row] = value === null ? null : read(value);
    }
    return values;
  };
}

/** Keeps values whose exact texts are read one by one. */
export function storeWith<Value>(
  read: (value: NonNullable<Value>) => string | boolean | null,
): NonNullable<ColumnDecoder<readonly Value[]>['store']> {
  const decode = decodeWith(read);
  return (rows, column) => ({ kind: 'texts', texts: decode(rows, column) });
}

/** A column of rows, which has read its values for JSON, and reads them for other forms where these are wanted. */
class RowColumn<Row> implements WrittenColumn {
  readonly values: Batch['columns'][number];
  readonly #decoder: ColumnDecoder<Row>;
  readonly #rows: readonly Row[];
  readonly #index: number;
  #stored: StoredValues | undefined;

  constructor(decoder: ColumnDecoder<Row>, rows: readonly Row[], index: number) {
    this.values = decoder.decode(rows, index);
    this.#decoder = decoder;
    this.#rows = decoder.store === undefined ? [] : rows;
    this.#index = index;
  }

  get stored(): StoredValues | undefined {
    this.#stored ??= this.#decoder.store?.(this.#rows, this.#index);
    return this.#stored;
  }
}

/** Size of the first portion, which is small to arrive early, and of later ones. */
const firstRows = 128;
const rowsAtOnce = 2048;
const bytesAtOnce = 1 << 19;
/** Bound on batches that wait; at the bound the server is paused. */
const mostWaiting = 2;

/** The connection that rows come from. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** Makes batches of columns from rows, and keeps them until the reader takes them. */
export class BatchQueue<Row> {
  readonly #flow: Flow;
  #decoders: readonly ColumnDecoder<Row>[] = [];
  #rows: Row[] = [];
  #bytes = 0;
  #rowsWanted = firstRows;
  #batches: Batch[] = [];
  #isPaused = false;
  #isDiscarding = false;
  #end: { readonly error: Error | undefined } | undefined;
  #wake: () => void = () => undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** Known once `readable` has resolved. */
  get columns(): readonly ResultColumn[] {
    return this.#decoders.map(({ decode: _, store: __, ...column }) => column);
  }

  describe(decoders: readonly ColumnDecoder<Row>[]): void {
    this.#decoders = decoders;
  }

  /** @param bytes approximate size of the row */
  add(row: Row, bytes: number): void {
    if (this.#isDiscarding) return;
    this.#rows.push(row);
    this.#bytes += bytes;
    if (this.#rows.length < this.#rowsWanted && this.#bytes < bytesAtOnce) return;
    this.flush();
    if (this.#batches.length >= mostWaiting) this.#pause(true);
  }

  /**
   * Delivers the collected rows. After the last one the connection is no longer paused: a paused one accepts no
   * statement.
   */
  flush(): void {
    const rows = this.#rows;
    if (rows.length === 0) return;
    const written = this.#decoders.map((decoder, index) => new RowColumn(decoder, rows, index));
    this.#batches.push({ rowCount: rows.length, columns: written.map(({ values }) => values), written });
    this.#rows = [];
    this.#bytes = 0;
    this.#rowsWanted = rowsAtOnce;
    this.#wake();
  }

  /** Drops present and later rows. */
  discard(): void {
    this.#isDiscarding = true;
    this.#rows = [];
    this.#batches = [];
    this.#pause(false);
  }

  /** Records that no further rows come; a reader that has taken all of them then gets `error`. */
  end(error: Error | undefined): void {
    this.#end = { error };
    this.#pause(false);
    this.#wake();
  }

  /** Resolves with the first batch, or at the end. @throws the error it ended with before there was one */
  async readable(): Promise<void> {
    while (this.#batches.length === 0 && this.#end === undefined) {
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    if (this.#batches.length === 0 && this.#end?.error !== undefined) throw this.#end.error;
  }

  /** The next batch, as an iterator gives it. @throws as `readable` */
  async next(): Promise<IteratorResult<Batch, undefined>> {
    await this.readable();
    const value = this.#batches.shift();
    if (this.#batches.length < mostWaiting) this.#pause(false);
    return value === undefined ? { done: true, value } : { done: false, value };
  }

  #pause(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#flow.pause();
    else this.#flow.resume();
  }
}
